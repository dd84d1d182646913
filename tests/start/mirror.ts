/** Local servers that Electron's installer downloads from and through. */
import { createHash } from 'node:crypto';
import { createServer, request, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { program, standIn, version } from './stand-in.ts';
import { zip } from './zip.ts';

const artifact = `electron-v${version}-${process.platform}-${process.arch}.zip`;

/** A release whose program is the stand-in, large enough to arrive in more than one piece. */
const release = zip([
  { name: program, bytes: Buffer.from(standIn), mode: 0o755 },
  { name: 'version', bytes: Buffer.from(version), mode: 0o644 },
  { name: 'ballast', bytes: Buffer.alloc(2_000_000, 'electron'), mode: 0o644 },
]);

const sums = `${createHash('sha256').update(release).digest('hex')} *${artifact}\n`;

export interface MirrorOptions {
  /** `none` answers 404; `hang` accepts the request and is silent; `wrong` has a different checksum. */
  readonly serves?: 'release' | 'none' | 'hang' | 'wrong';
  /** Called when half of the release is sent; the other half follows when it resolves. */
  readonly halfway?: () => Promise<void>;
}

class LocalServer {
  readonly asked: string[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  protected constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => {}).on('close', () => this.#sockets.delete(socket));
    });
  }

  protected listen(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}/`;
  }

  /** The number of open connections. */
  get connections(): number {
    return this.#sockets.size;
  }

  close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

export class Mirror extends LocalServer {
  static async open({ serves = 'release', halfway }: MirrorOptions = {}): Promise<Mirror> {
    const server = createServer();
    const mirror = new Mirror(server);
    server.on('request', (message, response) => {
      const path = message.url ?? '';
      mirror.asked.push(path);
      if (serves === 'hang') return;
      if (serves !== 'none' && path.endsWith('/SHASUMS256.txt')) {
        response.end(serves === 'wrong' ? sums.replace(/^\w{8}/, '00000000') : sums);
      } else if (serves !== 'none' && path.endsWith(`/${artifact}`)) {
        const half = Math.ceil(release.length / 2);
        response.writeHead(200, { 'content-length': release.length });
        response.write(release.subarray(0, half));
        void (halfway?.() ?? Promise.resolve()).then(() => response.end(release.subarray(half)));
      } else {
        response.writeHead(404).end();
      }
    });
    await mirror.listen();
    return mirror;
  }
}

/** Records requests and resolves every name to the one mirror. */
export class Proxy extends LocalServer {
  static async open(mirror: Mirror): Promise<Proxy> {
    const server = createServer();
    const proxy = new Proxy(server);
    server.on('connect', (message, socket: Socket, head) => {
      proxy.asked.push(`CONNECT ${message.url}`);
      const onward = connect(mirror.port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
        onward.write(head);
        onward.pipe(socket);
        socket.pipe(onward);
      });
      onward.on('error', () => socket.destroy());
    });
    server.on('request', (message, response) => {
      proxy.asked.push(`${message.method} ${message.url}`);
      const path = new URL(message.url ?? '').pathname;
      const onward = request({ host: '127.0.0.1', port: mirror.port, path }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      onward.on('error', () => response.destroy());
      message.pipe(onward);
    });
    await proxy.listen();
    return proxy;
  }
}
