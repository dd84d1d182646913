import type { AddressInfo } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { socketUrl, connectSocket, pauseBefore } from './client.ts';

it('socketUrl is the socket of the page’s own origin, without its fragment', () => {
  expect(socketUrl('http://127.0.0.1:7447/#token=abc').href).toBe('ws://127.0.0.1:7447/rpc');
  expect(socketUrl('https://localhost/x?y').href).toBe('wss://localhost/rpc');
});

describe('pauseBefore', () => {
  it('grows and then stays', () => {
    const pauses = Array.from({ length: 20 }, (_, attempt) => pauseBefore(attempt + 1));
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    expect(pauses[0]).toBeLessThan(500);
    expect(pauses.at(-1)).toBe(pauses.at(-2));
  });
});

it('lets a call be called off while its socket is closing', async () => {
  // As browsers have one.
  vi.stubGlobal('WebSocket', WebSocket);
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'plywire' });
  await new Promise((resolve) => server.once('listening', resolve));
  const asked = new Promise((resolve) =>
    server.once('connection', (socket) => socket.once('message', resolve)),
  );
  const address = new URL(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/rpc`);
  const leaving = new AbortController();
  try {
    let opened = (): void => undefined;
    const open = new Promise<void>((resolve) => (opened = resolve));
    const connection = connectSocket({ address, token: null }, ({ state }) => state === 'open' && opened());
    await open;
    const watching = expect(
      connection.client.host.watch(undefined, { signal: leaving.signal }),
    ).rejects.toThrow();
    await asked;
    connection.close();
    leaving.abort();
    await watching;
  } finally {
    vi.unstubAllGlobals();
    for (const client of server.clients) client.terminate();
    await new Promise((resolve) => server.close(resolve));
  }
});
