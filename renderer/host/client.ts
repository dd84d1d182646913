/**
 * The connection to the host: the contract over a WebSocket to the page's own origin. The client outlives its sockets:
 * when one closes, it opens another after growing pauses and informs the listener.
 */
import { createORPCClient, DynamicLink } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import type { contract } from '../../app/api/contract.ts';

export type HostClient = ContractRouterClient<typeof contract>;

/**
 * `connecting`: not connected so far, or retrying for less than a moment; `open`; `gone`: the host does not answer, or
 * (`refused`) it answers but rejects this page's token. Attempts continue while it is gone.
 */
export type Connection =
  | { readonly state: 'connecting' }
  | { readonly state: 'open' }
  | { readonly state: 'gone'; readonly refused: boolean };

/** A call was made while there is no connection. */
export class HostGone extends Error {
  override readonly name = 'HostGone';
  constructor() {
    super('the host disconnected');
  }
}

/** Milliseconds before attempt 1, 2, 3 …; the last one repeats. */
const PAUSES = [100, 250, 500, 1000, 2000, 4000];

/** Milliseconds between attempts while the host rejects the token: only another token could change that. */
const REFUSED_PAUSE = 30_000;

export const pauseBefore = (attempt: number): number => PAUSES[Math.min(attempt, PAUSES.length) - 1] ?? 0;

export interface HostLink {
  readonly client: HostClient;
  /** Retries now instead of waiting for the pause to end. */
  retry(): void;
  close(): void;
}

/** The address of the host that served the page. */
export function socketUrl(page: string): URL {
  const address = new URL('/rpc', page);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return address;
}

/**
 * A socket for calls. A message to a closing socket is lost, as the WebSocket standard says, and is not an error of a
 * caller that cancels at that moment. Calls that wait are rejected by the close.
 */
function forgiving(
  socket: WebSocket,
): Pick<WebSocket, 'addEventListener' | 'removeEventListener' | 'send' | 'readyState'> {
  return {
    addEventListener: socket.addEventListener.bind(socket),
    removeEventListener: socket.removeEventListener.bind(socket),
    send: (message) => socket.send(message),
    get readyState() {
      return socket.readyState === WebSocket.CONNECTING ? WebSocket.CONNECTING : WebSocket.OPEN;
    },
  };
}

/** Connects. Calls `onChange` at every change of the connection, including each new `open`. */
export function connectSocket(
  options: { readonly address: URL; readonly token: string | null },
  onChange: (connection: Connection) => void,
): HostLink {
  let link: RPCLink<Record<never, never>> | null = null;
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  let closed = false;

  async function refusesUs(): Promise<boolean> {
    try {
      const page = new URL('/', options.address);
      page.protocol = page.protocol === 'wss:' ? 'https:' : 'http:';
      return (await fetch(page, { method: 'HEAD', cache: 'no-store' })).ok;
    } catch {
      return false;
    }
  }

  function open(): void {
    const next = new WebSocket(options.address, [
      'plywire',
      ...(options.token === null ? [] : [`plywire.${options.token}`]),
    ]);
    // A blob is read asynchronously, so messages could overtake one another.
    next.binaryType = 'arraybuffer';
    socket = next;
    // Created before the listeners below: it must receive the close first, or what they cancel would still be sent.
    const made = new RPCLink({ websocket: forgiving(next) });
    next.addEventListener('open', () => {
      attempt = 0;
      link = made;
      onChange({ state: 'open' });
    });
    next.addEventListener('close', () => {
      const wasOpen = link !== null;
      link = null;
      socket = null;
      if (closed) return;
      attempt++;
      timer = setTimeout(open, pauseBefore(attempt));
      if (wasOpen) onChange({ state: 'connecting' });
      else if (attempt >= 2) {
        void refusesUs().then((refused) => {
          if (closed || link !== null) return;
          // An attempt that is under way returns here.
          if (refused && socket === null) {
            clearTimeout(timer);
            timer = setTimeout(open, REFUSED_PAUSE);
          }
          onChange({ state: 'gone', refused });
        });
      }
    });
  }

  const links = new DynamicLink(() => {
    if (link === null) throw new HostGone();
    return link;
  });

  onChange({ state: 'connecting' });
  open();
  return {
    client: createORPCClient(links),
    retry() {
      if (socket !== null || closed) return;
      clearTimeout(timer);
      open();
    },
    close() {
      closed = true;
      clearTimeout(timer);
      socket?.close();
    },
  };
}
