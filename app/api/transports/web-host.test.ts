/** The browser host over real sockets: access to it, and its page. What it keeps out is tested in tests/access. */
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { once } from 'node:events';
import { connect } from 'node:net';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { openHouse, type House } from '../testing/house.ts';
import { openWebHost, type WebHost } from './web-host.ts';

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

describe('access', () => {
  it('is open to our own page and to those that were named', async () => {
    expect(await answerTo(knock())).toBe('open');
    expect(await answerTo(knock('http://dev.test:5173'))).toBe('open');
    expect(await answerTo(knock('http://dev.test:5174'))).toBe(403);
  });

  it('keeps the token out of the part of the address that is sent', () => {
    const url = new URL(host.url);
    expect(url.hostname).toBe('127.0.0.1');
    expect([url.search, url.pathname]).toEqual(['', '/']);
    expect(token.length).toBeGreaterThanOrEqual(32);
  });
});

describe('the room for connections', () => {
  it('stays the owner’s while hundreds of others take their time to ask', async () => {
    const open = knock();
    expect(await answerTo(open)).toBe('open');
    const slow = Array.from({ length: 300 }, () => {
      const socket = connect(host.port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write('GET / HTTP/1.1\r\nHost: 127');
      return socket;
    });
    try {
      await Promise.all(slow.map((socket) => once(socket, 'connect')));
      expect((await ask('/')).status).toBe(200);
      expect(await answerTo(knock())).toBe('open');
      expect(open.readyState).toBe(WebSocket.OPEN);
    } finally {
      for (const socket of slow) socket.destroy();
    }
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
