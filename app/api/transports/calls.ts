import { ORPCError } from '@orpc/server';
import { RPCHandler } from '@orpc/server/websocket';
import type { Context } from '../handlers/base.ts';
import { withoutInput } from '../refusal.ts';
import { router } from '../router.ts';
import type { Complaints } from './complaints.ts';
import { isMessage } from './messages.ts';

/** Calls of one client that may be under way at once; a window has one for itself and one for each console. */
const callLimit = 256;

/** Why a client is cut off; the numbers are those of RFC 6455. */
const cuts = {
  bytes: { code: 1003, reason: 'only text messages are accepted' },
  malformed: { code: 1007, reason: 'that is not a call' },
  crowded: { code: 1008, reason: 'too many calls at once' },
} as const;

/** The connection of one client, over any transport. */
export interface Wire {
  readonly open: boolean;
  /**
   * Resolves once little enough is under way: a stream waits for it before it makes its next event, so that
   * nothing piles up here for a page that does not read.
   */
  send(data: string): Promise<void>;
  /** @param code why, as RFC 6455 numbers it */
  close(code: number, reason: string): void;
  /** `data` is a text, or anything else where the client sent no text. */
  onMessage(listener: (data: unknown) => void): void;
  onClose(listener: () => void): void;
}

/** Answers what every transport may reach; our own faults are complained of and not told. */
export function makeHandler(complaints: Complaints): RPCHandler<Context> {
  return new RPCHandler<Context>(router, {
    interceptors: [
      async ({ next }) => {
        try {
          return await next();
        } catch (error) {
          // What is not a refusal is a fault of ours; the client is told only that there was one.
          if (!(error instanceof ORPCError)) complaints.make('A call failed:', error);
          else if (error.code === 'INTERNAL_SERVER_ERROR') complaints.make('A call failed:', error.cause);
          throw withoutInput(error);
        }
      },
    ],
  });
}

/**
 * Answers the calls of one client for as long as its connection lives. A client that sends what is not a call, or
 * more than the limits allow, is cut off; no other client notices.
 */
export function answerCalls(
  wire: Wire,
  handler: RPCHandler<Context>,
  context: Context,
  complaints: Complaints,
): void {
  // Of a socket the handler asks nothing but this; text is all that it is ever sent.
  const peer = { send: (data: string) => wire.send(data) } as unknown as Parameters<
    typeof handler.message
  >[0];
  let underWay = 0;

  function cut(why: keyof typeof cuts): void {
    const { code, reason } = cuts[why];
    complaints.make(`A client was cut off: ${reason}.`);
    wire.close(code, reason);
  }

  wire.onClose(() => handler.close(peer));
  wire.onMessage((data) => {
    // What was on its way when it was cut off.
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
