/** The browser host over real sockets: its page and its contract. What it keeps out is tested in tests/doors. */
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { contract, HostEvent } from '../contract.ts';
import { openHouse, type House } from '../testing/house.ts';
import { openWebHost, type WebHost } from './web-host.ts';

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
  rmSync(pages, { recursive: true });
  expect(await house.close()).toEqual([]);
});

/** Opens a socket as a page of that origin would, by default our own. */
function knock(origin = `http://127.0.0.1:${host.port}`): WebSocket {
  const socket = new WebSocket(`ws://127.0.0.1:${host.port}/rpc`, ['plywire', `plywire.${token}`], {
    origin,
  });
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

const ask = (path: string, method = 'GET'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port: host.port, path, method }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (body += chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    });
    request.on('error', reject);
    request.end();
  });

describe('the doors', () => {
  it('open to our own page and to those that were named', async () => {
    expect(await answerTo(knock())).toBe('open');
    expect(await answerTo(knock('http://dev.test:5173'))).toBe('open');
    expect(await answerTo(knock('http://dev.test:5174'))).toBe(403);
  });

  it('keep the token out of the part of the address that is sent', () => {
    const url = new URL(host.url);
    expect(url.hostname).toBe('127.0.0.1');
    expect([url.search, url.pathname]).toEqual(['', '/']);
    expect(token.length).toBeGreaterThanOrEqual(32);
  });
});

describe('the page', () => {
  it('is served by the names of its files', async () => {
    for (const path of ['/', '/index.html', '/index.html?x=1']) {
      const { status, headers, body } = await ask(path);
      expect([status, body]).toEqual([200, '<!doctype html>']);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
    }
    expect((await ask('/assets/a.js')).headers['content-type']).toBe('text/javascript; charset=utf-8');
  });

  it('keeps its source maps at home', async () => {
    expect((await ask('/assets/a.js.map')).status).toBe(404);
  });

  it('answers HEAD without a body', async () => {
    const head = await ask('/', 'HEAD');
    expect([head.status, head.body, head.headers['content-length']]).toEqual([200, '', '15']);
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

  it('adds no file that the picker did not show', async () => {
    const { client } = await connected();
    const settings = { name: 'x', protocol: 'cfp', args: [], environment: {}, sandbox: false };
    await expect(client.engines.add({ file: 'f-0123456789abcdef01', settings })).rejects.toMatchObject({
      code: 'REFUSED',
    });
    await expect(
      // A field that would carry a path is no part of the contract.
      client.engines.add({ file: 'f-1', settings, path: '/bin/sh' } as never),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('makes nothing for a page that does not read, and the newest when it does', async () => {
    const { record } = await house.core.engines.add({
      name: 'Large',
      protocol: 'cfp',
      args: [],
      environment: Object.fromEntries(
        Array.from({ length: 60 }, (_, index) => [`V${index}`, 'x'.repeat(32_000)]),
      ),
      sandbox: false,
      file: '/no/such/engine',
      folder: null,
      interpreter: null,
      interpreterArgs: [],
    });
    const { socket, client } = await connected();
    const watched = await first(client);
    socket.pause();
    const made = vi.spyOn(house.core.engines, 'list');
    const { args, environment, protocol, sandbox } = record;
    const settings = { args, environment, protocol, sandbox };
    for (let count = 0; count < 30; count++) {
      await house.core.engines.change(record.id, { ...settings, name: `Large ${count}` });
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
