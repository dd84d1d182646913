/** The line of proof: the best play of both sides after a move, as far as it is proven. */
import { otherSeat, type Seat } from '../games/game.ts';
import { extendLine, type Line } from '../games/line.ts';
import type { BestLineEvent } from '../shapes/analysis.ts';
import type { Forecast } from '../shapes/games.ts';
import { best, type Verdict } from '../truth/verdict.ts';
import type { AskTruth } from './truth-asker.ts';

/** Seconds for each position of the line. */
const seconds = 5;
/** Plies of a line: as far as people read one. */
const mostPlies = 60;

/**
 * Yields the line after the move `first`, which is the first event. If it is aborted, there is no end event.
 * @param before the line without that move
 * @throws IllegalMove
 */
export async function* proofLine(
  ask: AskTruth,
  before: Line,
  first: unknown,
  signal?: AbortSignal,
): AsyncGenerator<BestLineEvent> {
  const { game } = before;
  let line = before;
  let move = first;
  let forecast: Forecast | null = null;
  for (let ply = 1; ; ply++) {
    const seat = game.seatToMove(line.position);
    yield { kind: 'move', ply, seat, move: game.moveText(line.position, move), forecast };
    line = extendLine(line, move);
    const result = game.result(line.position);
    if (result) {
      const winner = result.kind === 'win' ? result.winner : null;
      return yield { kind: 'end', over: true, winner, reason: result.reason, proven: true };
    }
    const stop = (reason: string, proven: boolean): BestLineEvent => ({
      ...{ kind: 'end', over: false, winner: null, reason, proven },
    });
    if (ply >= mostPlies) return yield stop(`the game continues after ${ply} plies`, true);
    const truth = await ask(line, seconds, signal);
    if (signal?.aborted) return;
    const next = best(truth.moves);
    if (next === null || truth.verdict.value === 'unknown') {
      return yield stop(`not proven from here in ${seconds} s`, false);
    }
    forecast = forecastOf(truth.verdict, game.seatToMove(line.position), ply);
    move = game.parseMove(line.position, next);
  }
}

/** What a verdict says of the end of the game; null if the distance is not known. @param played plies before it */
function forecastOf({ value, plies, to }: Verdict, mover: Seat, played: number): Forecast | null {
  if (value === 'draw') return { winner: null };
  if (plies === null || to !== 'end') return null;
  return { winner: value === 'win' ? mover : otherSeat(mover), ply: played + plies };
}
