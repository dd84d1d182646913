/** The contract over a message port: the desktop's window on one side, the core on the other. */
import type { Core } from '../core.ts';
import { answerCalls, makeHandler, type Wire } from './calls.ts';
import { Complaints } from './complaints.ts';

/** What is asked of a port: Electron's `MessagePortMain` and Node's own have it. */
export interface CorePort {
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  postMessage(message: string): void;
  start(): void;
  close(): void;
}

/** Characters that may be on their way to a page that has not taken them yet. */
const portAhead = 512 * 1024;

/**
 * Serves the contract on a port until it closes. The page acknowledges what it took by a number of
 * characters: a port itself knows nothing of a reader that does not keep up.
 * @param dataOf takes the message out of what the port's event brings: Electron's brings an event
 */
export function servePort(core: Core, port: CorePort, dataOf: (message: unknown) => unknown): void {
  const complaints = new Complaints();
  answerCalls(wireOf(port, dataOf), makeHandler(complaints), { core }, complaints);
  port.start();
}

function wireOf(port: CorePort, dataOf: (message: unknown) => unknown): Wire {
  let open = true;
  let underWay = 0;
  let waiting: (() => void)[] = [];
  const release = (): void => {
    const released = waiting;
    waiting = [];
    for (const resolve of released) resolve();
  };
  const shut = (): void => {
    open = false;
    // The reader has left: what waits for it is released, to find that out.
    release();
  };
  return {
    get open() {
      return open;
    },
    send(data) {
      if (!open) return Promise.resolve();
      underWay += data.length;
      port.postMessage(data);
      if (underWay < portAhead) return Promise.resolve();
      return new Promise((resolve) => waiting.push(resolve));
    },
    close() {
      shut();
      port.close();
    },
    onMessage: (listener) =>
      port.on('message', (message) => {
        const data = dataOf(message);
        if (typeof data !== 'number') return listener(data);
        if (!(data > 0)) return;
        underWay = Math.max(0, underWay - data);
        if (underWay < portAhead) release();
      }),
    onClose: (listener) =>
      port.on('close', () => {
        shut();
        listener();
      }),
  };
}
