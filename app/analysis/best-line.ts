/**
 * Finds the line of play that follows a move: asks an engine for its move at the end of the line so far, again and
 * again, and follows that move. Proven results are kept apart from estimates. Once the end is proven, the engine is
 * only asked which move keeps it: see `proven-move.ts`.
 */
import { extendLine, type Line } from '../games/line.ts';
import type { EngineHandle } from '../play/engine-handle.ts';
import { faultInWords, judge } from '../play/judge.ts';
import { forecastOf, sameEnd, toTheEnd } from './forecast.ts';
import { askForProvenMove } from './proven-move.ts';
import type { BestLineEvent } from '../shapes/analysis.ts';
import type { Capabilities, Limit } from '../shapes/engines.ts';
import type { Forecast } from '../shapes/games.ts';

export interface LineLimits {
  /** Seconds per move if the protocol has scores: enough for a proof. */
  readonly proof: number;
  /** Seconds per move if it has none. */
  readonly guess: number;
  /** Seconds for the whole line; after that no more moves are asked for. */
  readonly total: number;
  /** Plies of the whole line, including the first move. */
  readonly plies: number;
}

/** As far as people read a line off a board, and as long as they hold a pointer still. */
export const lineLimits: LineLimits = { proof: 5, guess: 0.5, total: 60, plies: 60 };

/** For engines without scores: each further move is only a guess, so a few are enough. */
export const guessLimits: LineLimits = { ...lineLimits, total: 30, plies: 6 };

/**
 * Yields best play after the move `first`, which is the first event. If it is aborted, there is no end event.
 * @param before the line without that move
 * @param foretold how the game ends after `first`, as far as that is proven already; it only saves time
 * @throws IllegalMove
 */
export async function* bestLine(
  handle: EngineHandle,
  before: Line,
  first: unknown,
  limits: LineLimits,
  signal?: AbortSignal,
  foretold: Forecast | null = null,
): AsyncGenerator<BestLineEvent> {
  const { game } = before;
  const limit = limitFor(handle.session.capabilities, limits);
  const until = performance.now() + limits.total * 1000;
  const forecasts: (Forecast | null)[] = [];
  let line = before;
  let move = first;
  for (let ply = 1; ; ply++) {
    const seat = game.seatToMove(line.position);
    const forecast = forecasts.at(-1) ?? null;
    yield { kind: 'move', ply, seat, move: game.moveText(line.position, move), forecast };
    line = extendLine(line, move);
    const result = game.result(line.position);
    if (result) {
      const winner = result.kind === 'win' ? result.winner : null;
      const end: Forecast = winner === null ? { winner } : { winner, ply };
      return yield {
        kind: 'end',
        over: true,
        winner,
        reason: result.reason,
        proven: agree([...forecasts, end]),
      };
    }
    const stop = (reason: string): BestLineEvent => {
      return {
        kind: 'end',
        over: false,
        winner: null,
        reason,
        proven: forecasts.length > 0 && agree(forecasts),
      };
    };
    // A process that serves one match plays one side: for the other one it would have to be started anew each time.
    if (handle.session.protocol.singleMatch && game.seatToMove(line.position) !== seat) {
      return yield stop(ownTurnOnly);
    }
    if (ply >= limits.plies) return yield stop(`the game continues after ${ply} plies`);
    if (performance.now() >= until) return yield stop(`the search ended after ${limits.total} s`);
    const known = forecasts.findLast((one) => one !== null) ?? foretold;
    const decision =
      (known && (await askForProvenMove(handle, line, ply, known, limits.proof, signal))) ??
      (await handle.ask(line, limit, { signal }));
    switch (decision.kind) {
      case 'cancelled':
        return;
      case 'failed':
        return yield stop(decision.reason);
      case 'ended':
        return yield stop(decision.ending.reason);
      case 'report': {
        const { answer, score, exhaustive } = decision.report;
        const verdict = judge(line, answer);
        if (verdict.kind === 'fault') return yield stop(faultInWords(verdict) ?? answer.text);
        forecasts.push(forecastOf(score, exhaustive, game.seatToMove(line.position), ply));
        ({ move } = verdict);
      }
    }
  }
}

const ownTurnOnly = 'its protocol asks an engine about its own turn only';

/** The line of an answer for a whole turn, whose moves are legal at the end of `before` one after the other. */
export async function* turnLine(before: Line, texts: readonly string[]): AsyncGenerator<BestLineEvent> {
  const { game } = before;
  let line = before;
  for (const [index, move] of texts.entries()) {
    const seat = game.seatToMove(line.position);
    yield { kind: 'move', ply: index + 1, seat, move, forecast: null };
    line = extendLine(line, game.parseMove(line.position, move));
  }
  const result = game.result(line.position);
  const winner = result?.kind === 'win' ? result.winner : null;
  yield { kind: 'end', over: result !== null, winner, reason: result?.reason ?? ownTurnOnly, proven: false };
}

/**
 * With a time limit an engine reports as much as it can. If the protocol has none, the engine is asked to search to the
 * end, if possible.
 */
function limitFor({ time, depth, score }: Capabilities, { proof, guess }: LineLimits): Limit {
  if (time) return { kind: 'time', seconds: score ? proof : guess };
  return depth ? toTheEnd : { kind: 'none' };
}

/** Whether all of them are present and predict the same end. */
const agree = ([first, ...others]: readonly (Forecast | null)[]): boolean =>
  !!first && others.every((other) => other !== null && sameEnd(first, other));
