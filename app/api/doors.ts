/**
 * Who may come in over the network. Every check fails closed: what is missing or unknown is refused.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The WebSocket subprotocol that is agreed on; the token travels as a second one, never in a URL. */
export const subprotocol = 'plywire';

export interface Doors {
  /** New at every start of a host. */
  readonly token: string;
  /** `host:port` values by which the host may be called; anything else is a rebound name. */
  readonly hosts: ReadonlySet<string>;
  /** Origins whose pages may open a socket. */
  readonly origins: ReadonlySet<string>;
}

/** @param extraOrigins further origins, such as a development server's */
export function makeDoors(port: number, extraOrigins: readonly string[] = []): Doors {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  return {
    token: randomBytes(32).toString('base64url'),
    hosts: new Set(hosts),
    origins: new Set([...hosts.map((host) => `http://${host}`), ...extraOrigins]),
  };
}

/** Whether a request calls the host by a name of its own (against DNS rebinding). */
export function mayAsk(doors: Doors, request: IncomingMessage): boolean {
  const names = request.headersDistinct.host ?? [];
  return names.length === 1 && doors.hosts.has(names[0]!);
}

/** Why a socket is refused, as an HTTP status; null when it may open. */
export function refuseSocket(doors: Doors, request: IncomingMessage): 401 | 403 | null {
  if (!mayAsk(doors, request)) return 403;
  if (!doors.origins.has(request.headers.origin ?? '')) return 403;
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  if (!offered.includes(subprotocol)) return 401;
  const tokens = offered.filter((name) => name.startsWith(`${subprotocol}.`));
  const given = tokens.length === 1 ? tokens[0]!.slice(subprotocol.length + 1) : '';
  return sameSecret(given, doors.token) ? null : 401;
}

/** Compares without telling by its time how much was right. */
function sameSecret(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
