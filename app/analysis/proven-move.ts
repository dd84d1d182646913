/**
 * Finds a move that keeps the proven end of a game. That takes far less than the value of each move: moves are asked
 * about one by one, the most promising first (in most games those nearest to the middle), until one is proven to lead
 * to the known end.
 */
import type { Line } from '../games/line.ts';
import type { Decision } from '../play/ask.ts';
import type { EngineHandle } from '../play/engine-handle.ts';
import { judge } from '../play/judge.ts';
import { toTheEnd } from './forecast.ts';
import { forecastOf, sameEnd } from './forecast.ts';
import type { Limit } from '../shapes/engines.ts';
import type { Forecast } from '../shapes/games.ts';

/** In plies: any engine finishes these quickly, and their scores show which moves need not be tried first. */
const glance = 4;

/**
 * @param ply the length of the line that leads to the end
 * @param known how the game ends with best play from there
 * @param seconds the limit for all questions together
 * @returns the answer that proves that a move keeps it; null if none did, or if the protocol has no such question
 */
export async function askForProvenMove(
  handle: EngineHandle,
  line: Line,
  ply: number,
  known: Forecast,
  seconds: number,
  signal?: AbortSignal,
): Promise<Decision | null> {
  const { depth, scoresPerMove } = handle.session.capabilities;
  if (!depth || !scoresPerMove) return null;
  const { game, position } = line;
  const mover = game.seatToMove(position);
  const time = new AbortController();
  const timer = setTimeout(() => time.abort(), seconds * 1000);
  const until = signal ? AbortSignal.any([signal, time.signal]) : time.signal;
  /** The answer, and whether it proves that a move keeps the known result. */
  const ask = async (limit: Limit, only?: unknown) => {
    const decision = await handle.ask(line, limit, { signal: until, only });
    if (decision.kind !== 'report') return { decision, keeps: false };
    const { answer, score, exhaustive } = decision.report;
    const forecast = forecastOf(score, exhaustive, mover, ply);
    const legal = judge(line, answer).kind !== 'fault';
    return { decision, keeps: legal && forecast !== null && sameEnd(forecast, known) };
  };
  try {
    const left = known.winner === null ? Infinity : known.ply - ply;
    const first = await ask({ kind: 'depth', plies: Math.min(left, glance) });
    if (first.keeps) return first.decision;
    if (first.decision.kind !== 'report') return null;
    const { scores } = first.decision.report;
    const all = game.moves(position);
    const promise = (move: unknown, index: number): number => {
      const score = scores?.get(game.moveText(position, move));
      const sure = score?.type !== 'decisive' ? 0 : score.winner === 'mover' ? 1 : -1;
      return sure * all.length - Math.abs(index - (all.length - 1) / 2);
    };
    const deep: Limit = left === Infinity ? toTheEnd : { kind: 'depth', plies: left };
    const moves = all
      .map((move, index) => ({ move, promise: promise(move, index) }))
      .toSorted((one, other) => other.promise - one.promise);
    for (const { move } of moves) {
      const { decision, keeps } = await ask(deep, move);
      if (keeps) return decision;
      if (decision.kind !== 'report') return null;
    }
    return null;
  } finally {
    clearTimeout(timer);
  }
}
