/** A client of a running host that is no window: the contract over its WebSocket, from Node. */
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import { WebSocket } from 'ws';
import { doorOf, type HostClient } from '../../renderer/host/client.ts';

export interface Connected {
  readonly client: HostClient;
  /** Reads nothing any more: what the host says next stays with the host. */
  stall(): void;
  close(): void;
}

/** @param url as the host prints it, with its token. @throws Error where the host does not let us in */
export async function connectTo(url: string): Promise<Connected> {
  const { origin, href, hash } = new URL(url);
  const token = new URLSearchParams(hash.slice(1)).get('token');
  const socket = new WebSocket(doorOf(href), ['plywire', `plywire.${token}`], { origin });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  // Of the socket of a browser, which this one is like, the link takes what both have.
  const link = new RPCLink({ websocket: socket as unknown as globalThis.WebSocket });
  return { client: createORPCClient(link), stall: () => socket.pause(), close: () => socket.terminate() };
}
