import { createServer, request, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAccessPolicy, refuseSocket, subprotocol, type AccessPolicy } from './access-policy.ts';

/** The policy of the next request; the server's own port does not matter. */
let policy: AccessPolicy;
const server = createServer((asked, response) => {
  response.writeHead(refuseSocket(policy, asked) ?? 200).end();
});

/** How a socket is answered. */
const answerTo = (headers: IncomingHttpHeaders): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const asking = request({ host: '127.0.0.1', port, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asking.on('error', reject).end();
  });

describe('the names of a host', () => {
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it.each([
    [7447, '127.0.0.1:7447', 200],
    [7447, 'localhost:7447', 200],
    [7447, 'localhost', 403],
    [80, 'localhost:80', 200],
    // As browsers write it.
    [80, 'localhost', 200],
    [80, '127.0.0.1', 200],
    [80, 'away.test', 403],
    [80, 'localhost:7447', 403],
  ])('on port %i: %s is answered with %i', async (port, host, status) => {
    policy = makeAccessPolicy(port);
    const protocol = `${subprotocol}, ${subprotocol}.${policy.token}`;
    const told = { host: host, 'sec-websocket-protocol': protocol };
    expect(await answerTo({ ...told, origin: `http://${host}` })).toBe(status);
    expect(await answerTo({ ...told, origin: 'http://away.test' })).toBe(403);
  });
});
