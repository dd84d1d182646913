/** What a bot's line means: a move for the request that is unanswered, or something beside it. */
import { stones as game } from '../../games/stones/index.ts';
import type { DriverEvent } from '../protocol.ts';
import { answerOf, judgeReply } from './judging.ts';
import { briefly, quoted, type Fault } from './oddities.ts';
import { isReply, readReply, type Reply } from './replies.ts';
import type { Piece } from './stream.ts';
import type { Talk } from './talk.ts';
import type { Request } from './wire.ts';

export function hear(talk: Talk, piece: Piece, now: number, faults: Fault[], out: DriverEvent[]): void {
  switch (piece.kind) {
    case 'mark':
      faults.push({ name: 'byte-order-mark' });
      break;
    case 'blank':
      out.push({ kind: 'understood', what: 'a blank line' });
      break;
    case 'part':
      out.push({ kind: 'understood', what: 'a part of an object, whose end is to follow' });
      break;
    case 'text':
      hearStray(talk, piece.text, piece.reason, 'stray-text', faults);
      break;
    case 'object':
      if (isReply(piece.object)) hearMove(talk, readReply(piece.object), piece.text, now, faults, out);
      else hearStray(talk, piece.text, 'it has no Type', 'stray-object', faults);
      break;
  }
}

function hearStray(
  { wire }: Talk,
  text: string,
  reason: string,
  name: 'stray-text' | 'stray-object',
  faults: Fault[],
): void {
  const [request] = wire.requests;
  if (request) request.stray = { text, reason };
  faults.push({ name: request ? name : 'unasked-text', detail: quoted(text) });
}

function hearMove(
  talk: Talk,
  reply: Reply,
  text: string,
  now: number,
  faults: Fault[],
  out: DriverEvent[],
): void {
  const told = talk.wire.script?.length ?? 0;
  const request = talk.wire.answered();
  if (request === null) {
    faults.push({ name: 'unasked-move', detail: quoted(text) });
    out.push({ kind: 'stale', text: quoted(text) });
    return;
  }
  faults.push(...reply.faults);
  const judged = judgeReply(request.position, reply);
  const answer = answerOf(judged, briefly(text));
  const seconds = Math.max(0, now - request.at) / 1000;
  talk.wire.exchange.about(() => request.position, answer);
  talk.answered = { request, answer, why: judged.why, seconds, told };
  learn(talk, request, judged.why === null, out);
  const move = judged.move === null ? quoted(text) : game.moveText(request.position, judged.move);
  const what = judged.why === null ? `answered ${move}` : `answered ${move}, which is illegal: ${judged.why}`;
  out.push({ kind: 'understood', what });
}

/** A legal move shows that the bot has read what it was sent. */
function learn(
  { enums, wire, task }: Talk,
  { isFirst }: Request,
  isLegal: boolean,
  out: DriverEvent[],
): void {
  if (wire.form === null) return;
  if (isLegal) {
    const isNews = enums.prove(wire.processed > 0);
    if (isNews) out.push({ kind: 'learned', setting: 'enums', value: wire.form });
  } else if (task?.route.plan.isEdited) {
    // What is illegal there says more of the board than of how it was written.
    enums.settle();
  } else if (!isFirst) enums.confirm();
}
