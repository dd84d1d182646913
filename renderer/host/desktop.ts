/** The part of the desktop app that this page sees: what it offers, and the port to the core that it hands over. */
import { createORPCClient, DynamicLink } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import { bridgeName, portMessage, type DesktopBridge } from '../../app/api/desktop-bridge.ts';
import { HostGone, type Connection, type HostLink } from './client.ts';

/** Null in a browser. */
export function desktopBridge(): DesktopBridge | null {
  return (window as { [bridgeName]?: DesktopBridge })[bridgeName] ?? null;
}

/**
 * Characters that are acknowledged together, since a message for each message would double the cost; far fewer than may
 * be unacknowledged.
 */
const ACKNOWLEDGED = 64 * 1024;

/**
 * The connection of a page in the desktop's window. The port is created once: if the core ends, so does the app with
 * its window.
 */
export function connectPort(bridge: DesktopBridge, onChange: (connection: Connection) => void): HostLink {
  let link: RPCLink<Record<never, never>> | null = null;
  let port: MessagePort | null = null;

  function take(event: MessageEvent): void {
    const [offered] = event.ports;
    // Any script in this window may post messages; only the preload script knows when a port is due.
    if (event.source !== window || event.data !== portMessage || offered === undefined || port !== null)
      return;
    window.removeEventListener('message', take);
    port = offered;
    link = new RPCLink({ port: offered });
    // The number of characters taken: the core sends no more until it has received it.
    let owed = 0;
    offered.addEventListener('message', ({ data }) => {
      owed += String(data).length;
      if (owed < ACKNOWLEDGED) return;
      offered.postMessage(owed);
      owed = 0;
    });
    offered.addEventListener('close', () => {
      link = null;
      onChange({ state: 'gone', refused: false });
    });
    offered.start();
    onChange({ state: 'open' });
  }

  const links = new DynamicLink(() => {
    if (link === null) throw new HostGone();
    return link;
  });

  onChange({ state: 'connecting' });
  window.addEventListener('message', take);
  bridge.connect();
  return {
    client: createORPCClient(links),
    retry: () => undefined,
    close: () => port?.close(),
  };
}
