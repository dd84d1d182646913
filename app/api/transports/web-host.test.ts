/** The browser host over real sockets: who comes in, what is reachable, and what cannot end it. */
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { contract, HostEvent, localContract } from '../contract.ts';
import { openHouse, type House } from '../testing/house.ts';
import { messageLimit, openWebHost, type WebHost } from './web-host.ts';

type Client = ContractRouterClient<typeof contract>;

let house: House;
let host: WebHost;
let pages: string;
let token: string;
const sockets: WebSocket[] = [];

beforeAll(async () => {
  house = await openHouse();
  pages = mkdtempSync(join(tmpdir(), 'plywire-page-'));
  mkdirSync(join(pages, 'assets'));
  writeFileSync(join(pages, 'index.html'), '<!doctype html>');
  writeFileSync(join(pages, 'assets', 'a.js'), 'export {};');
  writeFileSync(join(pages, 'assets', 'a.js.map'), '{}');
  writeFileSync(join(pages, '..', `${pages.split('/').at(-1)}-secret.txt`), 'secret');
  host = await openWebHost({
    core: house.core,
    page: pages,
    port: 0,
    extraOrigins: ['http://dev.test:5173'],
  });
  token = new URL(host.url).hash.replace('#token=', '');
});

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
});

afterAll(async () => {
  await host.close();
  rmSync(`${pages}-secret.txt`);
  rmSync(pages, { recursive: true });
  expect(await house.close()).toEqual([]);
});

interface Knock {
  readonly protocols?: readonly string[];
  readonly origin?: string | null;
  readonly hostName?: string;
  readonly path?: string;
}

/** Opens a socket, by default as our own page would. */
function knock({ protocols, origin, hostName, path = '/rpc' }: Knock = {}): WebSocket {
  const socket = new WebSocket(
    `ws://127.0.0.1:${host.port}${path}`,
    [...(protocols ?? ['plywire', `plywire.${token}`])],
    {
      ...(origin === null ? {} : { origin: origin ?? `http://127.0.0.1:${host.port}` }),
      headers: hostName === undefined ? {} : { Host: hostName },
    },
  );
  sockets.push(socket);
  return socket;
}

/** `open`, or the status of the refusal. */
const answerTo = (socket: WebSocket): Promise<'open' | number> =>
  new Promise((resolve, reject) => {
    socket.on('open', () => resolve('open'));
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
    socket.on('error', reject);
  });

async function connected(): Promise<{ socket: WebSocket; client: Client }> {
  const socket = knock();
  expect(await answerTo(socket)).toBe('open');
  socket.on('error', () => undefined);
  const link = new RPCLink({ websocket: socket as unknown as globalThis.WebSocket });
  return { socket, client: createORPCClient(link) };
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A request whose path goes out as it is written, which `fetch` would tidy up. */
const ask = (path: string, method = 'GET', hostName = `127.0.0.1:${host.port}`): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port: host.port, path, method, headers: { Host: hostName } },
      (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (body += chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        );
      },
    );
    request.on('error', reject);
    request.end();
  });

describe('the doors', () => {
  it('open to our own page', async () => {
    expect(await answerTo(knock())).toBe('open');
    const local = `localhost:${host.port}`;
    expect(await answerTo(knock({ hostName: local, origin: `http://${local}` }))).toBe('open');
    expect(await answerTo(knock({ origin: 'http://dev.test:5173' }))).toBe('open');
  });

  it.each<[string, () => Knock, number]>([
    ['no token', () => ({ protocols: ['plywire'] }), 401],
    ['a wrong token', () => ({ protocols: ['plywire', `plywire.${'x'.repeat(token.length)}`] }), 401],
    ['a part of the token', () => ({ protocols: ['plywire', `plywire.${token.slice(0, -1)}`] }), 401],
    ['an empty token', () => ({ protocols: ['plywire', 'plywire.'] }), 401],
    ['two tokens', () => ({ protocols: ['plywire', `plywire.${token}`, 'plywire.other'] }), 401],
    ['the token without the protocol', () => ({ protocols: [`plywire.${token}`] }), 401],
    ['a foreign page', () => ({ origin: 'http://evil.test' }), 403],
    ['a page of another port', () => ({ origin: `http://127.0.0.1:${host.port + 1}` }), 403],
    ['a page over https', () => ({ origin: `https://127.0.0.1:${host.port}` }), 403],
    ['a sandboxed page', () => ({ origin: 'null' }), 403],
    ['no page at all', () => ({ origin: null }), 403],
    ['a foreign name of the host', () => ({ hostName: `evil.test:${host.port}` }), 403],
    ['the name without the port', () => ({ hostName: '127.0.0.1' }), 403],
    ['another path', () => ({ path: '/' }), 404],
    ['the path with a query', () => ({ path: '/rpc?token=x' }), 404],
  ])('stay shut for %s', async (_, how, status) => {
    expect(await answerTo(knock(how()))).toBe(status);
  });

  it('keep the token out of the part of the address that is sent', () => {
    const url = new URL(host.url);
    expect(url.hostname).toBe('127.0.0.1');
    expect([url.search, url.pathname]).toEqual(['', '/']);
    expect(token.length).toBeGreaterThanOrEqual(32);
  });
});

describe('the page', () => {
  it('is served with a strict policy', async () => {
    for (const path of ['/', '/index.html', '/index.html?x=1']) {
      const { status, headers, body } = await ask(path);
      expect([status, body]).toEqual([200, '<!doctype html>']);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['content-security-policy']).toContain("script-src 'self';");
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('no-referrer');
    }
    expect((await ask('/assets/a.js')).headers['content-type']).toBe('text/javascript; charset=utf-8');
  });

  it.each([
    '/../',
    '/..',
    '/assets/../../',
    '/%2e%2e/',
    '/..%2f',
    '/assets/..%2f..%2f',
    '/assets/%2e%2e%2f%2e%2e%2f',
    '/..\\',
    '/%5c..%5c',
    '//',
    '/./../',
  ])('does not lead out of its folder: %s', async (way) => {
    const secret = `${pages.split('/').at(-1)}-secret.txt`;
    const { status, body } = await ask(`${way}${secret}`);
    expect(status).toBe(404);
    expect(body).not.toContain('secret\n');
  });

  it.each(['/assets/a.js.map', '/nothing', '/assets', '/assets/', '/etc/passwd', '/index.html%00'])(
    'has no %s',
    async (path) => expect((await ask(path)).status).toBe(404),
  );

  it('answers HEAD without a body, and nothing but GET and HEAD', async () => {
    const head = await ask('/', 'HEAD');
    expect([head.status, head.body, head.headers['content-length']]).toEqual([200, '', '15']);
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const answer = await ask('/', method);
      expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
    }
  });

  it('is not served under a foreign name', async () => {
    expect((await ask('/', 'GET', 'evil.test')).status).toBe(403);
    expect((await ask('/', 'GET', `evil.test:${host.port}`)).status).toBe(403);
  });
});

describe('the contract over a socket', () => {
  const first = async (client: Client): Promise<{ event: HostEvent; next: () => Promise<HostEvent> }> => {
    const events = (await client.host.watch())[Symbol.asyncIterator]();
    const next = async () => (await events.next()).value as HostEvent;
    return { event: await next(), next };
  };

  it('tells the state, then its changes, and a second connection sees the same', async () => {
    const one = await connected();
    const watched = await first(one.client);
    if (watched.event.kind !== 'snapshot') throw new Error('no snapshot');
    const { key, cursor } = watched.event.state.game;
    await one.client.game.play({ at: { key, cursor }, move: '4' });
    const change = await watched.next();
    expect(change).toMatchObject({ kind: 'changed', seq: 1, changes: { game: { moves: ['4'], cursor: 1 } } });
    one.socket.terminate();

    const two = await connected();
    const { event } = await first(two.client);
    expect(event).toMatchObject({ kind: 'snapshot', seq: 0, state: { game: { key, moves: ['4'] } } });
  });

  it('lets go of a listener whose socket is gone', async () => {
    await expect.poll(() => house.core.publisher.listenerCount).toBe(0);
    const { socket, client } = await connected();
    await first(client);
    expect(house.core.publisher.listenerCount).toBe(1);
    socket.terminate();
    await expect.poll(() => house.core.publisher.listenerCount).toBe(0);
  });

  it('tells a refusal with what to do next', async () => {
    const { client } = await connected();
    await expect(client.game.play({ at: { key: 'g-gone', cursor: 0 }, move: '4' })).rejects.toMatchObject({
      code: 'REFUSED',
      message: 'The game has moved on since that move was chosen.',
      data: { advice: 'Look at the board and move again.' },
    });
  });

  it.each(['/bin/sh', '../engine', 'file:///bin/sh', 'a b', '', 'x'.repeat(65)])(
    'takes no engine id that is a path or the like: "%s"',
    async (engine) => {
      const { client } = await connected();
      await expect(client.engines.check({ engine })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
      await expect(client.analysis.start({ engine, protocol: 'cfp' })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      });
      await expect(
        client.engines.add({
          file: engine,
          settings: { name: 'x', protocol: 'cfp', args: [], environment: {} },
        }),
      ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
      expect(house.core.roster.list()).toEqual([]);
    },
  );

  it('adds no file that the picker did not show', async () => {
    const { client } = await connected();
    const settings = { name: 'x', protocol: 'cfp', args: [], environment: {} };
    await expect(client.engines.add({ file: 'f-0123456789abcdef01', settings })).rejects.toMatchObject({
      code: 'REFUSED',
    });
    await expect(
      // A field that would carry a path is no part of the contract.
      client.engines.add({ file: 'f-1', settings, path: '/bin/sh' } as never),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('does not reach what takes paths', async () => {
    const { client } = await connected();
    const { local } = client as unknown as ContractRouterClient<typeof localContract>;
    await expect(local.engines()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(
      local.addEngine({ text: '/bin/sh', protocol: 'cfp', args: [], folder: '/' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(
      local.engine({ text: '/bin/sh', protocol: 'cfp', args: [], folder: '/' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('closes the one socket that sends too much', async () => {
    const other = await connected();
    const { socket } = await connected();
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.send('x'.repeat(messageLimit + 1));
    await closed;
    expect(other.socket.readyState).toBe(WebSocket.OPEN);
    expect(await other.client.files.roots()).toHaveLength(1);
  });

  it.each<[string, string | Buffer]>([
    ['no JSON', 'hello'],
    ['another shape', '{"a":1}'],
    ['null', 'null'],
    ['a bare list', '[[[[]]]]'],
    ['nothing', ''],
    ['bytes', Buffer.from([0xff, 0x00, 0xfe])],
    ['a call of nothing', '{"i":"1","p":{"u":"orpc:/constructor","b":{}}}'],
    ['a call of a prototype', '{"i":"2","p":{"u":"orpc:/__proto__/toString","b":{}}}'],
  ])('outlives a message that is %s', async (_, message) => {
    const { socket } = await connected();
    socket.send(message);
    const { client } = await connected();
    expect(await client.files.roots()).toHaveLength(1);
  });

  it('makes nothing for a page that does not read, and the newest when it does', async () => {
    const { record } = await house.core.engines.add({
      name: 'Large',
      protocol: 'cfp',
      args: [],
      environment: Object.fromEntries(
        Array.from({ length: 60 }, (_, index) => [`V${index}`, 'x'.repeat(32_000)]),
      ),
      file: '/no/such/engine',
      folder: null,
      interpreter: null,
      interpreterArgs: [],
    });
    const { socket, client } = await connected();
    const watched = await first(client);
    socket.pause();
    const made = vi.spyOn(house.core.engines, 'list');
    const { args, environment, protocol } = record;
    for (let count = 0; count < 30; count++) {
      await house.core.engines.change(record.id, { name: `Large ${count}`, protocol, args, environment });
      house.core.publisher.touch('engines');
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    // What the system's buffers take, of events of two megabytes.
    expect(made.mock.calls.length).toBeLessThan(12);
    made.mockRestore();
    socket.resume();
    for (;;) {
      const event = await watched.next();
      const engines = event.kind === 'changed' ? event.changes.engines : undefined;
      if (engines?.some(({ name }) => name === 'Large 29')) break;
    }
    await house.core.engines.remove(record.id);
  }, 20_000);
});
