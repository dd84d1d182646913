/** Who may connect: the token, the names of the host, the pages that may open a socket. */
import { connect } from 'node:net';
import { expect } from 'vitest';
import { ask, Caller, sendRaw, type RequestOptions } from '../attacker.ts';
import type { Guard, Target } from '../guard.ts';

const refuses =
  (status: number, how: (target: Target) => RequestOptions) =>
  async (target: Target): Promise<void> => {
    expect(await new Caller(target.port, target.token, how(target)).answer()).toBe(status);
  };

const opens =
  (how: (target: Target) => RequestOptions) =>
  async (target: Target): Promise<void> => {
    expect(await new Caller(target.port, target.token, how(target)).answer()).toBe('open');
  };

const offering = (...protocols: readonly string[]): RequestOptions => ({ protocols });

/** Names by which a page elsewhere could make a browser call this host. */
const foreignNames: Readonly<Record<string, (port: number) => string>> = {
  'a foreign name': (port) => `evil.example:${port}`,
  'a name that begins like ours': (port) => `127.0.0.1.evil.example:${port}`,
  'a name that ends like ours': (port) => `evil.localhost:${port}`,
  'a name that resolves to us': (port) => `localtest.me:${port}`,
  'the address of IPv6': (port) => `[::1]:${port}`,
  'the address in another notation': (port) => `2130706433:${port}`,
  'all addresses': (port) => `0.0.0.0:${port}`,
  'no port': () => '127.0.0.1',
  'another port': (port) => `127.0.0.1:${port + 1}`,
  'a name with a user': (port) => `evil@127.0.0.1:${port}`,
};

const named = <T>(make: (name: (port: number) => string) => T, label: string): Record<string, T> =>
  Object.fromEntries(Object.entries(foreignNames).map(([what, name]) => [`${label}: ${what}`, make(name)]));

const pageBy = (name: (port: number) => string) => async (target: Target) => {
  const { status, body } = await ask(target.port, '/', { host: name(target.port) });
  expect(status).toBe(403);
  expect(body).not.toContain('<html');
};

export const token: Guard = {
  name: 'the token',
  former: true,
  probes: {
    'our own page comes in': opens(() => ({})),
    'a second tab comes in beside it': opens(() => ({})),
    none: refuses(401, () => offering('plywire')),
    'no subprotocol at all': refuses(401, () => offering()),
    'a wrong one': refuses(401, ({ token }) => offering('plywire', `plywire.${'x'.repeat(token.length)}`)),
    'a part of it': refuses(401, ({ token }) => offering('plywire', `plywire.${token.slice(0, -1)}`)),
    'it and more': refuses(401, ({ token }) => offering('plywire', `plywire.${token}x`)),
    'an empty one': refuses(401, () => offering('plywire', 'plywire.')),
    'it beside another': refuses(401, ({ token }) => offering('plywire', `plywire.${token}`, 'plywire.x')),
    'it alone': refuses(401, ({ token }) => offering(`plywire.${token}`)),
    'one of an earlier run': refuses(401, ({ formerToken }) => offering('plywire', `plywire.${formerToken}`)),
  },
  without: {
    'the comparison': { code: /return sameSecret\(.+\) \? null : 401;/, instead: 'return null;' },
    'the subprotocol': { code: /if \(!offered\.includes\("plywire"\)\) return 401;/, instead: '' },
    'that there is one': { code: 'tokens.length === 1 ?', instead: 'tokens.length > 0 ?' },
    'that each start has a new one': {
      code: /token: \(0, node_crypto\.randomBytes\)\(32\)\.toString\("base64url"\)/,
      instead: 'token: "always-the-same-token-for-every-run-of-this"',
    },
  },
};

export const names: Guard = {
  name: 'the names of the host',
  probes: {
    'localhost is one': opens(({ port }) => ({
      hostName: `localhost:${port}`,
      origin: `http://localhost:${port}`,
    })),
    'the page is there by localhost': async ({ port }) => {
      expect((await ask(port, '/', { host: `localhost:${port}` })).status).toBe(200);
    },
    ...named(pageBy, 'the page'),
    ...named((name) => refuses(403, ({ port }) => ({ hostName: name(port) })), 'a socket'),
    'the page: an empty name': pageBy(() => ''),
    'the page: no name, as HTTP/1.0 may': async ({ port }) => {
      expect((await sendRaw(port, 'GET / HTTP/1.0\r\n\r\n')).status).toBe(403);
    },
    'the page: no name in HTTP/1.1': async ({ port }) => {
      expect((await sendRaw(port, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n')).status).toBe(400);
    },
    'the page: a second name': async ({ port }) => {
      const more = ['Host: evil.example'];
      expect((await ask(port, '/', { more })).status).toBe(403);
    },
  },
  without: {
    guard: { code: /const names = request\.headersDistinct[^;]+;/, instead: 'return true;' },
    'that of the page': {
      code: /if \(!hasValidHost\(policy, request\)\) return answer\(/,
      instead: 'if (false) return answer(',
    },
    'that of sockets': { code: 'if (!hasValidHost(policy, request)) return 403;', instead: '' },
    'that there is one name': { code: 'return names.length === 1 && ', instead: 'return ' },
  },
};

export const origins: Guard = {
  name: 'the pages that may open a socket',
  probes: {
    'our own': opens(({ port }) => ({ origin: `http://127.0.0.1:${port}` })),
    none: refuses(403, () => ({ origin: null })),
    'a sandboxed one': refuses(403, () => ({ origin: 'null' })),
    'a file': refuses(403, () => ({ origin: 'file://' })),
    'a foreign one': refuses(403, () => ({ origin: 'https://evil.example' })),
    'one whose name begins like ours': refuses(403, ({ port }) => ({
      origin: `http://127.0.0.1:${port}.evil.example`,
    })),
    'one of another port': refuses(403, ({ port }) => ({ origin: `http://127.0.0.1:${port + 1}` })),
    'one over https': refuses(403, ({ port }) => ({ origin: `https://127.0.0.1:${port}` })),
    'an extension': refuses(403, () => ({ origin: 'chrome-extension://abcdefghijklmnop' })),
  },
  without: { guard: { code: /if \(!policy\.origins\.has\(.+\)\) return 403;/, instead: '' } },
};

export const way: Guard = {
  name: 'the one way in for sockets',
  probes: {
    'the page': refuses(404, () => ({ path: '/' })),
    'the way with a query': refuses(404, () => ({ path: '/rpc?token=x' })),
    'a longer way': refuses(404, () => ({ path: '/rpc/x' })),
  },
  without: { guard: { code: 'request.url === "/rpc" ?', instead: 'true ?' } },
};

export const address: Guard = {
  name: 'this machine alone',
  probes: {
    'another address of it': ({ port }) =>
      new Promise<void>((resolve, reject) => {
        const socket = connect(port, '127.0.0.2', () => {
          socket.destroy();
          reject(new Error('it listens there too'));
        });
        socket.on('error', () => resolve());
      }),
  },
  without: { guard: { code: 'server.listen(port, "127.0.0.1",', instead: 'server.listen(port, "0.0.0.0",' } },
};
