import { createServer, STATUS_CODES, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Core } from '../core.ts';
import { makeDoors, refuseSocket, subprotocol } from '../doors.ts';
import { answerCalls, makeHandler, type Wire } from './calls.ts';
import { Complaints } from './complaints.ts';
import { pageServer } from './page-files.ts';

/** Bytes a client may send at once: the longest text of the contract is a pasted game of a megabyte. */
export const messageLimit = 4 * 1024 * 1024;

/** Connections at once, of pages and of sockets: file descriptors must be left for engines. */
const connectionLimit = 256;
/** Of these, those that have not shown the token: what is left is the owner's. */
const unprovenLimit = 128;

/** Milliseconds: a client that takes longer to ask, to read an answer or to close is not waited for. */
const patience = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
} as const;
const idleTimeout = 30_000;
/** An option of `ws` that its types do not know. */
const closeTimeout = 5_000;

export interface WebHostOptions {
  /** The page is served while the host is still being opened; calls wait for it. */
  readonly core: Core | Promise<Core>;
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
  /** Resolves when a page has shown the token for the first time. */
  readonly entered: Promise<void>;
  close(): Promise<void>;
}

/** The contract for browsers: the page over HTTP and the calls over a WebSocket, on this machine alone. */
export async function openWebHost(options: WebHostOptions): Promise<WebHost> {
  const servePage = await pageServer(options.page);
  const server = createServer(patience);
  server.maxConnections = connectionLimit;
  server.timeout = idleTimeout;
  const room = new UnprovenRoom(server, unprovenLimit);
  const port = await listen(server, options.port);
  const doors = makeDoors(port, options.extraOrigins);
  server.on('request', (request, response) => servePage(doors, request, response));

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
    const status = request.url === '/rpc' ? refuseSocket(doors, request) : 404;
    if (status !== null) {
      // Its half of the connection is not left to a refused client.
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
    // Where it cannot be opened its opener says so, and the host is about to end.
    Promise.resolve(options.core).then(upgrade, () => socket.destroy());
  });

  return {
    port,
    url: `http://127.0.0.1:${port}/#token=${doors.token}`,
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
  // `ws` closes the connection itself where a message is too large or is not a WebSocket frame.
  client.on('error', () => complaints.make('A client was cut off: its message was too large or broken.'));
  return {
    get open() {
      return client.readyState === client.OPEN;
    },
    // Resolves once the system has taken the message.
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
 * Bounds the connections that have not shown the token: where there are more, the oldest is closed. So one that
 * takes its time to ask, or that stays without a wish, makes room for the owner's, and one that has shown the token
 * is never closed for the others' sake.
 */
export class UnprovenRoom {
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

  /** It has shown the token. */
  prove(socket: Socket): void {
    this.#unproven.delete(socket);
  }
}
