/** The host from outside, without our client: bytes over TCP and messages over a WebSocket. */
import { connect } from 'node:net';
import { WebSocket, type ClientOptions } from 'ws';

export interface Answer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends raw bytes and reads until the host closes. @throws Error if it closes without an answer */
export function sendRaw(port: number, bytes: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
    let heard = '';
    socket.setEncoding('latin1').on('data', (piece: string) => (heard += piece));
    // A host that has answered may close before it has read everything.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      const [head = '', ...rest] = heard.split('\r\n\r\n');
      const [first = '', ...lines] = head.split('\r\n');
      const status = /^HTTP\/1\.1 (\d{3})/.exec(first)?.[1];
      if (status === undefined) return reject(new Error(`no answer but ${JSON.stringify(heard)}`));
      const headers = lines.map((line) => {
        const at = line.indexOf(':');
        return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const;
      });
      resolve({ status: Number(status), headers: Object.fromEntries(headers), body: rest.join('\r\n\r\n') });
    });
  });
}

/** One request; the path is sent as written, which any client would normalise. */
export function ask(
  port: number,
  path: string,
  { method = 'GET', host = `127.0.0.1:${port}`, more = [] as readonly string[] } = {},
): Promise<Answer> {
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...more];
  return sendRaw(port, `${lines.join('\r\n')}\r\n\r\n`);
}

export interface RequestOptions {
  readonly protocols?: readonly string[];
  /** Null sends none. */
  readonly origin?: string | null;
  readonly hostName?: string;
  readonly path?: string;
  readonly options?: ClientOptions;
}

export interface CallAnswer {
  readonly status: number;
  /** What the contract's client would receive: an output, or an error with its `code`. */
  readonly body: unknown;
  /** Characters of the whole message. */
  readonly length: number;
}

/** An open socket, by default opened as our own page would. `closeAll` closes those left open at the end. */
export class Caller {
  static readonly #open = new Set<Caller>();
  readonly socket: WebSocket;
  /** Resolves with the host's close code. */
  readonly closed: Promise<number>;
  readonly #waiting = new Map<string, (answer: CallAnswer) => void>();
  #calls = 0;

  constructor(port: number, token: string, knock: RequestOptions = {}) {
    const { protocols = ['plywire', `plywire.${token}`], origin, hostName, path = '/rpc', options } = knock;
    this.socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, [...protocols], {
      ...options,
      ...(origin === null ? {} : { origin: origin ?? `http://127.0.0.1:${port}` }),
      headers: hostName === undefined ? {} : { Host: hostName },
    });
    this.socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => this.socket.on('close', resolve));
    this.socket.on('message', (data) => {
      const text = String(data);
      const { i, t, p } = JSON.parse(text) as {
        i: string;
        t?: number;
        p?: { s?: number; b?: { json?: unknown } };
      };
      if (t !== undefined) return;
      this.#waiting.get(i)?.({ status: p?.s ?? 200, body: p?.b?.json, length: text.length });
      this.#waiting.delete(i);
    });
    Caller.#open.add(this);
  }

  static closeAll(): void {
    for (const caller of this.#open) caller.socket.terminate();
    this.#open.clear();
  }

  /** `open`, or the status of the refusal. */
  answer(): Promise<'open' | number> {
    return new Promise((resolve, reject) => {
      this.socket.on('open', () => resolve('open'));
      this.socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
      this.socket.on('error', reject);
    });
  }

  /** Calls the contract by path, `/game/play`. @throws Error if the socket is closed instead */
  call(path: string, input?: unknown): Promise<CallAnswer> {
    const i = `c${++this.#calls}`;
    return this.answerTo(i, JSON.stringify({ i, p: { u: path, b: { json: input } } }));
  }

  /** Sends a message unchanged and waits for the answer to call `i`. */
  answerTo(i: string, message: string | Buffer): Promise<CallAnswer> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(i, resolve);
      void this.closed.then((code) => reject(new Error(`closed with ${code}`)));
      this.socket.send(message);
    });
  }
}

/** @throws Error if the host refuses */
export async function enter(port: number, token: string, knock?: RequestOptions): Promise<Caller> {
  const caller = new Caller(port, token, knock);
  const answer = await caller.answer();
  if (answer !== 'open') throw new Error(`refused with ${answer}`);
  return caller;
}
