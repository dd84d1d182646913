import type { RPCHandler } from '@orpc/server/websocket';
import type { WebSocket } from 'ws';
import type { Context } from '../handlers/base.ts';
import type { Complaints } from './complaints.ts';
import { isMessage } from './messages.ts';

/** Calls of one client that may be under way at once; a window has one for itself and one for each console. */
export const callLimit = 256;

/** Why a socket is closed on a client; the numbers are those of RFC 6455. */
const cuts = {
  bytes: { code: 1003, reason: 'only text is understood here' },
  malformed: { code: 1007, reason: 'that is no call' },
  crowded: { code: 1008, reason: 'too many calls at once' },
} as const;

/**
 * Answers the calls of one client for as long as its socket lives. Whoever sends what is no call, or more
 * than can be borne, is cut off; nobody else notices.
 */
export function answerCalls(
  client: WebSocket,
  handler: RPCHandler<Context>,
  context: Context,
  complaints: Complaints,
): void {
  const peer = paced(client);
  let underWay = 0;

  function cut(why: keyof typeof cuts): void {
    const { code, reason } = cuts[why];
    complaints.make(`A client was cut off: ${reason}.`);
    client.close(code, reason);
  }

  // `ws` closes the connection itself where a message is too large or is no WebSocket frame.
  client.on('error', () => complaints.make('A client was cut off: its message was too large or broken.'));
  client.on('close', () => handler.close(peer));
  client.on('message', (data, isBinary) => {
    // What was on its way when it was cut off.
    if (client.readyState !== client.OPEN) return;
    if (isBinary) return cut('bytes');
    const text = String(data);
    if (!isMessage(text)) return cut('malformed');
    if (underWay >= callLimit) return cut('crowded');
    underWay++;
    handler
      .message(peer, text, { context })
      .catch((error: unknown) => {
        if (client.readyState === client.OPEN) complaints.make('A call broke off:', error);
      })
      .finally(() => underWay--);
  });
}

/**
 * The socket, whose `send` resolves once the system has taken the message: a stream waits for it before it
 * makes its next event, so that nothing piles up here for a page that does not read.
 */
function paced(client: WebSocket): Parameters<RPCHandler<Context>['message']>[0] {
  return {
    send: (data: Parameters<WebSocket['send']>[0]) =>
      new Promise<void>((resolve) => client.send(data, () => resolve())),
  } as unknown as Parameters<RPCHandler<Context>['message']>[0];
}
