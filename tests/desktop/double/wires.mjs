/** The wires of the double: to the test that started it, and between page and main process. */
import { EventEmitter } from 'node:events';
import process from 'node:process';

export const tell = (message) => process.send?.(message);

const waiting = [];
process.on('message', (message) => {
  if (message.kind === 'answer') waiting.shift()?.(message.value);
});
/**
 * The user's answer to the latest dialog.
 * @param signal closes the dialog, with `cancelled` as its answer
 */
export const waitForAnswer = (signal, cancelled) =>
  new Promise((answer) => {
    waiting.push(answer);
    signal?.addEventListener('abort', () => {
      waiting.splice(waiting.indexOf(answer), 1);
      tell({ kind: 'dialog closed' });
      answer(cancelled);
    });
  });

class IpcMain extends EventEmitter {
  #handlers = new Map();
  handle(channel, handler) {
    if (this.#handlers.has(channel)) throw new Error(`a second handler for ${channel}`);
    this.#handlers.set(channel, handler);
  }
  removeHandler(channel) {
    this.#handlers.delete(channel);
  }
  async invoke(channel, event, args) {
    const handler = this.#handlers.get(channel);
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
    return handler(event, ...args);
  }
}

export const ipcMain = new IpcMain();

/** One end of a port whose other end is in the page: bytes travel as base64, since bindings use JSON. */
export class MessagePortMain extends EventEmitter {
  #post;
  #started = false;
  #early = [];
  /** @param post sends to the page's end */
  constructor(post) {
    super();
    this.#post = post;
  }
  start() {
    this.#started = true;
    for (const data of this.#early.splice(0)) this.emit('message', { data, ports: [] });
  }
  postMessage(data) {
    this.#post(data instanceof Uint8Array ? { bytes: Buffer.from(data).toString('base64') } : { data });
  }
  close() {
    this.#post({ close: true });
    this.emit('close');
  }
  take(packed) {
    const data = 'bytes' in packed ? new Uint8Array(Buffer.from(packed.bytes, 'base64')) : packed.data;
    if (this.#started) this.emit('message', { data, ports: [] });
    else this.#early.push(data);
  }
}
