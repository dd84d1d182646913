/** The contract over a real WebSocket, as a page has it; and its host's state. */
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import { WebSocket } from 'ws';
import type { contract, HostState } from '../../app/api/contract.ts';

export type Client = ContractRouterClient<typeof contract>;

export interface Connection {
  readonly client: Client;
  /** The whole current state. */
  state(): Promise<HostState>;
  /** Resolves once the host has closed the connection. */
  readonly closed: Promise<void>;
  /** Stops reading: what the host says next stays with the host. */
  stall(): void;
  close(): void;
}

/** @param address the host's, with its token */
export async function connect(address: string): Promise<Connection> {
  const { host, origin, hash } = new URL(address);
  const token = hash.replace('#token=', '');
  const socket = new WebSocket(`ws://${host}/rpc`, ['plywire', `plywire.${token}`], { origin });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  socket.on('error', () => socket.terminate());
  const client: Client = createORPCClient(
    new RPCLink({ websocket: socket as unknown as globalThis.WebSocket }),
  );
  return {
    client,
    async state() {
      for await (const event of await client.host.watch()) if (event.kind === 'snapshot') return event.state;
      throw new Error('the host told nothing');
    },
    closed,
    stall: () => socket.pause(),
    close: () => socket.terminate(),
  };
}
