/** What may be fetched, and the headers of every answer. */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { ask, sendRaw, type Answer } from '../attacker.ts';
import type { Guard, Target } from '../guard.ts';
import { openSockets } from '../openings.ts';

/** A file beside the page's folder in every build. */
const beside = 'app/serve.cjs';
const page = fileURLToPath(new URL('../../../dist/renderer/index.html', import.meta.url));
const assetOf = (): string => /src="\.(\/assets\/[^"]+\.js)"/.exec(readFileSync(page, 'utf8'))![1]!;

/** Ways out of the page's folder, as text of a request line. */
const waysOut = [
  '/../',
  '/assets/../../',
  '/./../',
  '//../',
  '/%2e%2e/',
  '/%2E%2E/',
  '/.%2e/',
  '/..%2f',
  '/%2e%2e%2f',
  '/assets/..%2f..%2f',
  '/assets/%2e%2e%2f%2e%2e%2f',
  '/%252e%252e%252f',
  '/%252e%252e/',
  '/..%c0%af',
  '/..\\',
  '/..%5c',
  '/%5c..%5c',
  '/%2e%2e%5c',
  '/index.html/../../',
  '/index.html%00/../../',
];

/** Nothing exists there; the answer is the same for all. */
const nowhere = [
  '/index.html%00',
  '/index.html/',
  '/INDEX.HTML',
  '/assets',
  '/assets/',
  '/etc/passwd',
  '//etc/passwd',
  '/file:///etc/passwd',
  '/%2fetc%2fpasswd',
  'http://evil.example/',
  'file:///etc/passwd',
  '/?/../../app/serve.cjs/..',
];

export const folder: Guard = {
  name: 'the folder of the page',
  probes: {
    ...Object.fromEntries(
      waysOut.map((path) => [
        `out by ${path}`,
        async ({ port }: Target) => {
          const { status, body } = await ask(port, path + beside);
          expect(status).toBe(404);
          expect(body).not.toContain('require');
        },
      ]),
    ),
    'nowhere else': async ({ port }) => {
      for (const path of nowhere.slice(0, -1))
        expect([path, (await ask(port, path)).status]).toEqual([path, 404]);
      // A query is not part of the path.
      expect((await ask(port, nowhere.at(-1)!)).status).toBe(200);
    },
    'no source of it': async ({ port }) => {
      expect((await ask(port, `${assetOf()}.map`)).status).toBe(404);
    },
    'a path with a NUL': async ({ port }) => {
      expect((await ask(port, '/index.html\0.js')).status).toBe(400);
    },
    'an endless path': async ({ port }) => {
      expect((await ask(port, `/${'a/../'.repeat(4000)}${beside}`)).status).toBe(431);
    },
    'no request at all': async ({ port }) => {
      expect((await sendRaw(port, 'hello\r\n\r\n')).status).toBe(400);
      expect((await ask(port, '/')).status).toBe(200);
    },
  },
  without: {
    guard: {
      code: /const file = files\.get\((\(request\.url .+)\);/,
      instead:
        'const wanted = $1; const file = files.get(wanted) ?? ' +
        '{ type: "text/plain", read: () => require("node:fs/promises").readFile(folder + decodeURIComponent(wanted)) };',
    },
  },
};

export const methods: Guard = {
  name: 'reading alone',
  probes: Object.fromEntries(
    ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'].map((method) => [
      method,
      async ({ port }: Target) => {
        const { status, headers, body } = await ask(port, '/', { method });
        expect([status, headers['allow']]).toEqual([405, 'GET, HEAD']);
        expect(body).not.toContain('<html');
        // No other page is told that it may call us.
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      },
    ]),
  ),
  without: { guard: { code: 'request.method !== "GET" && request.method !== "HEAD"', instead: 'false' } },
};

/** The headers of every answer. */
const carried: Readonly<Record<string, RegExp>> = {
  'content-security-policy': /^default-src 'none'; script-src 'self'; /,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'referrer-policy': /^no-referrer$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'permissions-policy': /camera=\(\)/,
  'cache-control': /^no-store$/,
};

const directives = [
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
];

/** A directive where the page's own policy has it: the page of a report has some of them too. */
const ofThePage = (directive: string): RegExp =>
  new RegExp(`"${directive}"(?=(?:,\\s+"[^"]+")*,\\s+"${directives.at(-1)!}"|,\\s+//|,\\s+"trusted-types)`);

const answers: Readonly<Record<string, (port: number) => Promise<Answer>>> = {
  'the page': (port) => ask(port, '/'),
  'a script': (port) => ask(port, assetOf()),
  'what is not there': (port) => ask(port, '/nothing'),
  'what may not be done': (port) => ask(port, '/', { method: 'POST' }),
  'a foreign name': (port) => ask(port, '/', { host: 'evil.example' }),
};

export const headers: Guard = {
  name: 'what every answer says of itself',
  probes: Object.fromEntries(
    Object.entries(answers).map(([what, get]) => [
      what,
      async ({ port }: Target) => {
        const { headers } = await get(port);
        for (const [name, value] of Object.entries(carried)) expect(headers[name] ?? '', name).toMatch(value);
        const policy = headers['content-security-policy']!.split('; ');
        expect(policy).toEqual(expect.arrayContaining(directives));
        // The terminal's own script sets styles; code from anywhere else is not allowed.
        expect(policy.filter((part) => /unsafe|\*|https?:|data:|blob:/.test(part))).toEqual([
          "style-src 'self' 'unsafe-inline'",
        ]);
      },
    ]),
  ),
  without: {
    ...Object.fromEntries(
      [
        'X-Content-Type-Options',
        'X-Frame-Options',
        'Referrer-Policy',
        'Cross-Origin-Opener-Policy',
        'Cross-Origin-Resource-Policy',
        'Permissions-Policy',
        'Cache-Control',
      ].map((name) => [name, { code: new RegExp(`"${name}": .+`), instead: '' }]),
    ),
    'Content-Security-Policy': { code: '"Content-Security-Policy": ', instead: '"X-Without": ' },
    ...Object.fromEntries(directives.map((text) => [text, { code: ofThePage(text), instead: '""' }])),
    'that scripts are our own': {
      code: `"script-src 'self'"`,
      instead: `"script-src 'self' 'unsafe-inline'"`,
    },
    'those of refusals': {
      code: /(function answer\(response, status, text, more = \{\}\) \{\s+response\.writeHead\(status, \{\s+)\.\.\.[\w.]*pageHeaders,/,
      instead: '$1',
    },
  },
};

/** Connections beyond those that were open before, one of which may have been closing. */
const opened = (target: Target, before: number) =>
  eventually(() => Math.max(0, openSockets(target.pid) - before), target.patience);

export const halves: Guard = {
  name: 'the half of a connection that was refused',
  probes: {
    'is closed too': async (target) => {
      const before = openSockets(target.pid);
      const sockets = await Promise.all(
        Array.from(
          { length: 5 },
          () =>
            new Promise<ReturnType<typeof connect>>((resolve, reject) => {
              // It never closes its side.
              const socket = connect({ port: target.port, host: '127.0.0.1', allowHalfOpen: true }, () =>
                socket.write(
                  `GET /rpc HTTP/1.1\r\nHost: 127.0.0.1:${target.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
                ),
              );
              socket.on('error', reject);
              socket.on('data', () => undefined);
              socket.on('end', () => resolve(socket));
            }),
        ),
      );
      try {
        await opened(target, before).toBe(0);
      } finally {
        for (const socket of sockets) socket.destroy();
      }
    },
  },
  without: { guard: { code: 'socket.once("finish", () => socket.destroy());', instead: '' } },
};

/** What a client may begin and never finish. */
const dawdlers = ['', 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: '];

export const dawdling: Guard = {
  name: 'patience with connections',
  probes: {
    'one that does not ask to the end': async ({ port, patience }) => {
      const ended = dawdlers.map(
        (bytes) =>
          new Promise<void>((resolve, reject) => {
            const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
            const late = setTimeout(() => {
              socket.destroy();
              reject(new Error(`still open after ${JSON.stringify(bytes)}`));
            }, patience + 12_000);
            socket.on('data', () => undefined);
            socket.on('error', () => undefined);
            socket.on('close', () => {
              clearTimeout(late);
              resolve();
            });
          }),
      );
      await Promise.all(ended);
    },
  },
  without: { guard: { code: 'headersTimeout: 1e4,', instead: 'headersTimeout: 0,' } },
};

export const crowd: Guard = {
  name: 'the number of connections',
  probes: {
    'is bounded, and those who left make room': async (target) => {
      const { port, pid } = target;
      const before = openSockets(pid);
      const sockets = Array.from({ length: 300 }, () => connect(port, '127.0.0.1'));
      let closed = 0;
      for (const socket of sockets) {
        socket.on('error', () => undefined);
        socket.on('data', () => undefined);
        socket.on('close', () => closed++);
      }
      try {
        await eventually(() => closed, target.patience).toBeGreaterThanOrEqual(300 - 128);
      } finally {
        for (const socket of sockets) socket.destroy();
      }
      await opened(target, before).toBeLessThan(10);
      expect((await ask(port, '/')).status).toBe(200);
    },
  },
  without: { guard: { code: 'if (this.#unproven.size <= most) return;', instead: 'return;' } },
};
