/** The contract over each transport that there is, for tests of what holds over all of them. */
import { MessageChannel } from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { RPCLink as PortLink } from '@orpc/client/message-port';
import { RPCLink as SocketLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import { WebSocket } from 'ws';
import type { contract } from '../contract.ts';
import type { Core } from '../core.ts';
import { localClient } from '../transports/in-process.ts';
import { servePort } from '../transports/message-port.ts';
import { openWebHost } from '../transports/web-host.ts';

export type Client = ContractRouterClient<typeof contract>;

export interface Connected {
  readonly client: Client;
  /** Takes nothing more of what the core says, until `resume`. */
  stall(): void;
  resume(): void;
  /** Gone without a word. */
  close(): void;
}

export interface Transport {
  connect(): Promise<Connected>;
  close(): Promise<void>;
}

/** A caller in process takes one event at a time: it cannot fall behind, and leaves by its signal alone. */
const inProcess = (core: Core): Promise<Transport> =>
  Promise.resolve({
    connect: () =>
      Promise.resolve({
        client: localClient(core),
        stall: () => undefined,
        resume: () => undefined,
        close: () => undefined,
      }),
    close: () => Promise.resolve(),
  });

async function overSocket(core: Core, page: string): Promise<Transport> {
  const host = await openWebHost({ core, page, port: 0 });
  const { origin, hash } = new URL(host.url);
  return {
    async connect() {
      const protocols = ['plywire', `plywire.${hash.replace('#token=', '')}`];
      const socket = new WebSocket(`ws://127.0.0.1:${host.port}/rpc`, protocols, { origin });
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
      socket.on('error', () => undefined);
      // Of a browser's socket, which this one is like, the link takes what both have.
      const link = new SocketLink({ websocket: socket as unknown as globalThis.WebSocket });
      return {
        client: createORPCClient(link),
        stall: () => socket.pause(),
        resume: () => socket.resume(),
        close: () => socket.terminate(),
      };
    },
    close: () => host.close(),
  };
}

function overPort(core: Core): Promise<Transport> {
  const open = new Set<{ close(): void }>();
  return Promise.resolve({
    connect() {
      const { port1: mine, port2: theirs } = new MessageChannel();
      open.add(mine);
      servePort(core, theirs, (message) => message);
      const link = new PortLink({ port: mine });
      let stalled = false;
      let owed = 0;
      const acknowledge = (): void => {
        if (stalled || owed < 64 * 1024) return;
        mine.postMessage(owed);
        owed = 0;
      };
      mine.on('message', (data: unknown) => {
        owed += String(data).length;
        acknowledge();
      });
      return Promise.resolve({
        client: createORPCClient<Client>(link),
        stall: () => void (stalled = true),
        resume: () => {
          stalled = false;
          acknowledge();
        },
        close: () => mine.close(),
      });
    },
    close() {
      for (const port of open) port.close();
      return Promise.resolve();
    },
  });
}

/** By name; each is opened with a core and the folder of a page. */
export const transports: Readonly<Record<string, (core: Core, page: string) => Promise<Transport>>> = {
  'in process': inProcess,
  'over a socket': overSocket,
  'over a message port': overPort,
};
