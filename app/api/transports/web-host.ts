import { createServer, STATUS_CODES, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Core } from '../core.ts';
import { makeAccessPolicy, refuseSocket, subprotocol } from '../access-policy.ts';
import { answerCalls, makeHandler, type Wire } from './calls.ts';
import { Complaints } from './complaints.ts';
import { pageServer } from './page-files.ts';

/** Maximum size of a client's message, in bytes: the longest text of the contract is a pasted game of a megabyte. */
export const messageLimit = 4 * 1024 * 1024;

/** Maximum number of connections, HTTP and WebSocket: file descriptors must be left for engines. */
const connectionLimit = 256;
/** Maximum number of these that have not shown the token; the rest is reserved for the owner. */
const unprovenLimit = 128;

/** Timeouts in milliseconds for a client that is slow to send a request, read a response or close its connection. */
const patience = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
} as const;
const idleTimeout = 30_000;
/** For an option of `ws` that is missing in its types. */
const closeTimeout = 5_000;

export interface WebHostOptions {
  /** The page is served even before the core is created; calls wait for it. */
  readonly core: Core | Promise<Core>;
  /** The folder of the built page. */
  readonly page: string;
  /** 0 lets the system choose. */
  readonly port: number;
  /** Further origins whose pages may connect, such as a development server's. */
  readonly extraOrigins?: readonly string[];
}

export interface WebHost {
  readonly port: number;
  /** The URL to open, with the token in its fragment. */
  readonly url: string;
  /** Resolves when a client has shown the token for the first time. */
  readonly entered: Promise<void>;
  close(): Promise<void>;
}

/** Serves browsers on this machine only: the page over HTTP and the contract over a WebSocket. */
export async function openWebHost(options: WebHostOptions): Promise<WebHost> {
  const servePage = await pageServer(options.page);
  const server = createServer(patience);
  server.maxConnections = connectionLimit;
  server.timeout = idleTimeout;
  const room = new UnprovenRoom(server, unprovenLimit);
  const port = await listen(server, options.port);
  const policy = makeAccessPolicy(port, options.extraOrigins);
  server.on('request', (request, response) => servePage(policy, request, response));

  const complaints = new Complaints();
  const handler = makeHandler(complaints);
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: messageLimit,
    perMessageDeflate: false,
    ...{ closeTimeout },
    handleProtocols: (names) => (names.has(subprotocol) ? subprotocol : false),
  });
  let enter = (): void => undefined;
  const entered = new Promise<void>((resolve) => (enter = resolve));
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const status = request.url === '/rpc' ? refuseSocket(policy, request) : 404;
    if (status !== null) {
      // A refused client cannot keep its half of the connection open.
      socket.once('finish', () => socket.destroy());
      socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
      return;
    }
    room.prove(request.socket);
    enter();
    const upgrade = (core: Core): void =>
      sockets.handleUpgrade(request, socket, head, (client) =>
        answerCalls(wireOf(client, complaints), handler, { core }, complaints),
      );
    // If the core cannot be created, its creator reports that, and the host is about to exit.
    Promise.resolve(options.core).then(upgrade, () => socket.destroy());
  });

  return {
    port,
    url: `http://127.0.0.1:${port}/#token=${policy.token}`,
    entered,
    close: () =>
      new Promise((resolve) => {
        for (const client of sockets.clients) client.terminate();
        sockets.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function wireOf(client: WebSocket, complaints: Complaints): Wire {
  // `ws` itself closes the connection if a message is too large or is not a WebSocket frame.
  client.on('error', () => complaints.make('A client was cut off: its message was too large or broken.'));
  return {
    get open() {
      return client.readyState === client.OPEN;
    },
    // Resolves when the operating system has accepted the message.
    send: (data) => new Promise((resolve) => client.send(data, () => resolve())),
    close: (code, reason) => client.close(code, reason),
    onMessage: (listener) =>
      client.on('message', (data, isBinary) => listener(isBinary ? data : String(data))),
    onClose: (listener) => client.on('close', listener),
  };
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

/**
 * Limits the connections that have not shown the token by closing the oldest ones. A slow or idle connection thus makes
 * room for the owner's, and a connection that has shown the token is never closed to make room.
 */
class UnprovenRoom {
  readonly #unproven = new Set<Socket>();

  constructor(server: Server, most: number) {
    server.on('connection', (socket: Socket) => {
      this.#unproven.add(socket);
      socket.once('close', () => this.#unproven.delete(socket));
      if (this.#unproven.size <= most) return;
      const [oldest] = this.#unproven;
      this.#unproven.delete(oldest!);
      oldest!.destroy();
    });
  }

  /** Exempts a connection that has shown the token. */
  prove(socket: Socket): void {
    this.#unproven.delete(socket);
  }
}
