/** Access control for network clients. Every check fails closed: missing or unknown values are refused. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The WebSocket subprotocol. The token is offered as a second subprotocol, never in the socket's URL. */
export const subprotocol = 'plywire';

export interface AccessPolicy {
  /** New at each start of a host. */
  readonly token: string;
  /** The accepted values of the `Host` header, as `host:port`, or as `host` on port 80; any other name may come from DNS rebinding. */
  readonly hosts: ReadonlySet<string>;
  /** Origins whose pages may open a socket. */
  readonly origins: ReadonlySet<string>;
}

/** @param extraOrigins further accepted origins, such as a development server's */
export function makeAccessPolicy(port: number, extraOrigins: readonly string[] = []): AccessPolicy {
  const hosts = ['127.0.0.1', 'localhost'].flatMap((name) => [
    `${name}:${port}`,
    // Browsers leave the port of http out.
    ...(port === 80 ? [name] : []),
  ]);
  return {
    token: randomBytes(32).toString('base64url'),
    hosts: new Set(hosts),
    origins: new Set([...hosts.map((host) => `http://${host}`), ...extraOrigins]),
  };
}

/** Whether a request has exactly one `Host` header, with an accepted name (against DNS rebinding). */
export function hasValidHost(policy: AccessPolicy, request: IncomingMessage): boolean {
  const names = request.headersDistinct.host ?? [];
  return names.length === 1 && policy.hosts.has(names[0]!);
}

/** The HTTP status with which a socket is refused; null if it may open. */
export function refuseSocket(policy: AccessPolicy, request: IncomingMessage): 401 | 403 | null {
  if (!hasValidHost(policy, request)) return 403;
  if (!policy.origins.has(request.headers.origin ?? '')) return 403;
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  if (!offered.includes(subprotocol)) return 401;
  const tokens = offered.filter((name) => name.startsWith(`${subprotocol}.`));
  const given = tokens.length === 1 ? tokens[0]!.slice(subprotocol.length + 1) : '';
  return sameSecret(given, policy.token) ? null : 401;
}

/** Compares in constant time, so that the duration does not reveal how much was right. */
function sameSecret(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
