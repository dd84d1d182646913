/**
 * Answers the calls of one client, over a WebSocket or a message port alike. A client that sends anything else, or too
 * much at once, is disconnected; errors of ours are logged and never sent.
 */
import { ORPCError } from '@orpc/server';
import { RPCHandler } from '@orpc/server/websocket';
import type { Context } from '../handlers/base.ts';
import { withoutInput } from '../refusal.ts';
import { router } from '../router.ts';
import type { Complaints } from './complaints.ts';
import { isMessage } from './messages.ts';

/** Maximum number of concurrent calls of one client; a window has one for itself and one for each console. */
const callLimit = 256;

/** The reasons for closing a client's connection, with status codes of RFC 6455, section 7.4.1. */
const cuts = {
  bytes: { code: 1003, reason: 'only text messages are accepted' },
  malformed: { code: 1007, reason: 'that is not a call' },
  crowded: { code: 1008, reason: 'too many calls at once' },
} as const;

/** The connection of one client, over any transport. */
export interface Wire {
  readonly open: boolean;
  /**
   * Resolves when the amount of unread data is small enough. A stream waits for this before it makes its next event, so
   * that no backlog grows for a page that does not read.
   */
  send(data: string): Promise<void>;
  /** @param code the status code of RFC 6455 */
  close(code: number, reason: string): void;
  /** `data` is a string if the client sent text, otherwise any other value. */
  onMessage(listener: (data: unknown) => void): void;
  onClose(listener: () => void): void;
}

/** Answers the calls that every transport can reach. Internal errors are logged, not sent to the client. */
export function makeHandler(complaints: Complaints): RPCHandler<Context> {
  return new RPCHandler<Context>(router, {
    interceptors: [
      async ({ next }) => {
        try {
          return await next();
        } catch (error) {
          // Any other error than an `ORPCError` is internal; the client receives no details of it.
          if (!(error instanceof ORPCError)) complaints.make('A call failed:', error);
          else if (error.code === 'INTERNAL_SERVER_ERROR') complaints.make('A call failed:', error.cause);
          throw withoutInput(error);
        }
      },
    ],
  });
}

/**
 * Answers the calls of one client until its connection closes. If the client sends anything but calls, or exceeds the
 * limits, its connection is closed; other clients are not affected.
 */
export function answerCalls(
  wire: Wire,
  handler: RPCHandler<Context>,
  context: Context,
  complaints: Complaints,
): void {
  // The only part of a socket that the handler uses; it sends text alone.
  const peer = { send: (data: string) => wire.send(data) } as unknown as Parameters<
    typeof handler.message
  >[0];
  let underWay = 0;

  function cut(why: keyof typeof cuts): void {
    const { code, reason } = cuts[why];
    complaints.make(`A client was cut off: ${reason}.`);
    wire.close(code, reason);
  }

  const leave = context.core.clients.enter();
  wire.onClose(() => {
    leave();
    handler.close(peer);
  });
  wire.onMessage((data) => {
    // Messages that were in transit when the connection was closed.
    if (!wire.open) return;
    if (typeof data !== 'string') return cut('bytes');
    if (!isMessage(data)) return cut('malformed');
    if (underWay >= callLimit) return cut('crowded');
    underWay++;
    handler
      .message(peer, data, { context })
      .catch((error: unknown) => {
        if (wire.open) complaints.make('A call broke off:', error);
      })
      .finally(() => underWay--);
  });
}
