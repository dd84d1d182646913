import { connect4, type Connect4Position } from '../../games/connect4/index.ts';
import type { Truth } from '../../shapes/games.ts';

/** The truth by plain counting: every line to its end. */
export function counted(position: Connect4Position, seen = new Map<string, Truth>()): Truth {
  const text = connect4.positionText(position);
  const known = seen.get(text);
  if (known) return known;
  const truth = connect4
    .moves(position)
    .map((move) => countedMove(position, move, seen))
    .reduce((a, b) => (worth(b) > worth(a) ? b : a));
  seen.set(text, truth);
  return truth;
}

export function countedMove(
  position: Connect4Position,
  move: number,
  seen = new Map<string, Truth>(),
): Truth {
  const next = connect4.play(position, move);
  const result = connect4.result(next);
  if (result) return result.kind === 'win' ? { outcome: 'win', plies: 1 } : { outcome: 'draw' };
  const reply = counted(next, seen);
  if (reply.outcome === 'draw') return reply;
  return { outcome: reply.outcome === 'win' ? 'loss' : 'win', plies: reply.plies! + 1 };
}

export const worth = (truth: Truth): number =>
  truth.outcome === 'draw' ? 0 : truth.outcome === 'win' ? 100 - truth.plies! : truth.plies! - 100;
