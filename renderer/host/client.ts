/**
 * The one door to the host: the contract over a WebSocket to the page's own origin. The client outlives its
 * sockets: when one closes, another is opened with growing pauses, and the listener hears of it.
 */
import { createORPCClient, DynamicLink } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import type { contract } from '../../app/api/contract.ts';

export type HostClient = ContractRouterClient<typeof contract>;

/**
 * `connecting`: never been connected yet, or trying for less than a moment; `open`; `gone`: the host does not
 * answer, or (`refused`) it answers but does not take this page's token. Attempts go on while it is gone.
 */
export type Connection =
  | { readonly state: 'connecting' }
  | { readonly state: 'open' }
  | { readonly state: 'gone'; readonly refused: boolean };

/** A call was made while there is no host to make it to. */
export class HostGone extends Error {
  override readonly name = 'HostGone';
  constructor() {
    super('the host disconnected');
  }
}

/** Milliseconds before attempt 1, 2, 3 …; the last one repeats. */
const PAUSES = [100, 250, 500, 1000, 2000, 4000];

/** Milliseconds between attempts where the host turns us away: only another token could change its mind. */
const REFUSED_PAUSE = 30_000;

export const pauseBefore = (attempt: number): number => PAUSES[Math.min(attempt, PAUSES.length) - 1] ?? 0;

export interface Door {
  readonly client: HostClient;
  /** Tries at once instead of waiting out the pause. */
  retry(): void;
  close(): void;
}

/** The door of the host that served a page. */
export function doorOf(page: string): URL {
  const address = new URL('/rpc', page);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return address;
}

/**
 * A socket as calls see it: a message to a closing socket is lost, as the WebSocket standard says, and is not an error
 * of the caller that cancels just then. Calls that wait are told of the close.
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

/**
 * Opens the door. `onChange` hears of every change of the connection, `open` included each time anew.
 */
export function openDoor(
  options: { readonly address: URL; readonly token: string | null },
  onChange: (connection: Connection) => void,
): Door {
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
    // A blob is read asynchronously, so that messages could overtake one another.
    next.binaryType = 'arraybuffer';
    socket = next;
    // Made before the listeners below: of a close it must hear first, or what they cancel would still be sent.
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
          // An attempt that is under way by now comes back here.
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
