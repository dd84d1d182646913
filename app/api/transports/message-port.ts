/** The contract over a message port, between the window of the desktop app and the core. */
import type { Core } from '../core.ts';
import { answerCalls, makeHandler, type Wire } from './calls.ts';
import { Complaints } from './complaints.ts';

/** The required part of a port; Electron's `MessagePortMain` and Node's `MessagePort` both have it. */
export interface CorePort {
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  postMessage(message: string): void;
  start(): void;
  close(): void;
}

/** Senders wait while this many characters or more are unacknowledged. */
const portAhead = 512 * 1024;

/**
 * Serves the contract on a port until it closes. The page acknowledges what it has read with a number of characters,
 * because a port has no flow control of its own.
 * @param dataOf extracts the message from the argument of the port's listener, which is an event in Electron
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
    // Senders that wait for the reader are released and then see that the connection is closed.
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
