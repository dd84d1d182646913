import { createServer, STATUS_CODES, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onError, ORPCError } from '@orpc/server';
import { RPCHandler } from '@orpc/server/ws';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Core } from '../core.ts';
import { makeDoors, refuseSocket, subprotocol } from '../doors.ts';
import { router } from '../router.ts';
import { pageServer } from './page-server.ts';

/** Bytes a client may send at once: the longest text of the contract is a pasted game of a megabyte. */
export const messageLimit = 4 * 1024 * 1024;

export interface WebHostOptions {
  readonly core: Core;
  /** The built page. */
  readonly page: string;
  /** 0 lets the system choose. */
  readonly port: number;
  /** Further origins whose pages may connect, such as a development server's. */
  readonly extraOrigins?: readonly string[];
}

export interface WebHost {
  readonly port: number;
  /** The address to open, with its token. */
  readonly url: string;
  close(): Promise<void>;
}

/** The contract for browsers: the page over HTTP and the calls over a WebSocket, on this machine alone. */
export async function openWebHost(options: WebHostOptions): Promise<WebHost> {
  const servePage = await pageServer(options.page);
  const server = createServer();
  const port = await listen(server, options.port);
  const doors = makeDoors(port, options.extraOrigins);
  server.on('request', (request, response) => servePage(doors, request, response));

  const handler = new RPCHandler(router, {
    interceptors: [
      onError((error) => {
        // What is no refusal is a fault of ours; the client is told only that there was one.
        if (!(error instanceof ORPCError)) console.error(error);
      }),
    ],
  });
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: messageLimit,
    perMessageDeflate: false,
    handleProtocols: (names) => (names.has(subprotocol) ? subprotocol : false),
  });
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const status = request.url === '/rpc' ? refuseSocket(doors, request) : 404;
    if (status !== null) {
      socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => {
      // A message that is too large or no WebSocket frame closes the connection; nothing else is touched.
      client.on('error', () => client.terminate());
      // Only hangs listeners on the socket; what they fail at is logged there.
      void handler.upgrade(paced(client), { context: { core: options.core } });
    });
  });

  return {
    port,
    url: `http://127.0.0.1:${port}/#token=${doors.token}`,
    close: () =>
      new Promise((resolve) => {
        for (const client of sockets.clients) client.terminate();
        sockets.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * The socket, whose `send` resolves once the system has taken the message: a stream waits for it before it
 * makes its next event, so that nothing piles up here for a page that does not read.
 */
function paced(client: WebSocket): Pick<globalThis.WebSocket, 'addEventListener' | 'send'> {
  return {
    addEventListener: client.addEventListener.bind(client),
    send: (data: Parameters<WebSocket['send']>[0]) =>
      new Promise<void>((resolve) => client.send(data, () => resolve())),
  } as unknown as Pick<globalThis.WebSocket, 'addEventListener' | 'send'>;
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
