/** Referees one game of a match, from any position of it, under clocks and with every move journalled. */
import { otherSeat, type Seat } from '../games/game.ts';
import { extendLine, type Line } from '../games/line.ts';
import { whenReady, type Retry } from '../play/ask.ts';
import { endingByFault, endingByRule, type GameFault } from '../play/ending.ts';
import type { EngineHandle } from '../play/engine-handle.ts';
import { Adjudicator } from '../play/judge.ts';
import { settle } from '../play/play-game.ts';
import type { GameLimits } from '../library/settings-table.ts';
import type { Limit } from '../shapes/engines.ts';
import type { GameEnding, Score } from '../shapes/games.ts';
import type { TimeAllowed } from '../shapes/matches.ts';
import { Refused } from '../shapes/refused.ts';
import { endingByProof, type Proven, type ScoreJudge } from './adjudication.ts';
import { budgetOf, leftAfter } from './time.ts';
import { timedAsk, type LagMeter, type Timed } from './timed-ask.ts';

export interface SeatedEngine {
  readonly handle: EngineHandle;
  readonly time: TimeAllowed | null;
  /** The depth to search to; null without such a limit. */
  readonly depth: number | null;
}

/** How far a game is. */
export interface GameState {
  readonly line: Line;
  /** All moves from the start position, canonical. */
  readonly texts: readonly string[];
  /** Seconds that both sides have left; null without such a clock. */
  readonly left: readonly [number | null, number | null];
  /** How many requests each side has answered. */
  readonly asked: readonly [number, number];
}

export interface PlyMade {
  /** From 1. */
  readonly ply: number;
  readonly seat: Seat;
  readonly move: string;
  readonly left: readonly [number | null, number | null];
  readonly seconds: number;
  readonly lag: number;
  readonly score: Score | null;
  /** Whether the last answer of each side came within `quickSeconds`. */
  readonly areQuick: boolean;
}

/**
 * Moves of engines that both answer so soon are journalled while one thinks, since that takes as long as the answers. If
 * Plywire is killed just then, the next run asks again for more than the one move that was under way: for two, or, where
 * several games are played at once, for those of some milliseconds.
 */
const quickSeconds = 0.001;

export interface GameOver {
  readonly ending: GameEnding;
  readonly adjudicated: 'plies' | 'repetition' | 'scores' | 'proof' | null;
  /** Seconds of the last request where its answer was too late or was not waited for; else null. */
  readonly spent: number | null;
  readonly texts: readonly string[];
}

export interface RefereePorts {
  /** Limits for games that the rules would not end. */
  readonly limits: Partial<GameLimits>;
  readonly scores: ScoreJudge | null;
  /** What is proven about the end of a line; null where nothing is. Absent: no game ends by proof. Not asked before both engines have moved. */
  readonly prove?: (line: Line, signal: AbortSignal) => Promise<Proven | null>;
  readonly signal: AbortSignal;
  readonly lag: LagMeter;
  /** Resolves when the move is in the journal, or will be soon if both are quick: only then is the next one asked for. */
  readonly onPly: (made: PlyMade) => void | Promise<void>;
  readonly onRetry: (seat: Seat, retry: Retry) => void;
}

/** Plays a game to its end. @returns null if `signal` was aborted before */
export async function referee(
  seats: readonly [SeatedEngine, SeatedEngine],
  state: GameState,
  ports: RefereePorts,
): Promise<GameOver | null> {
  const { signal } = ports;
  let { line } = state;
  const { game } = line;
  const texts = [...state.texts];
  const left: [number | null, number | null] = [...state.left];
  const asked: [number, number] = [...state.asked];
  const isQuick: [boolean, boolean] = [false, false];
  const adjudicator = new Adjudicator();
  const over = (ending: GameEnding, adjudicated: GameOver['adjudicated'] = null): GameOver => ({
    ...{ ending, adjudicated, spent: null, texts },
  });
  const lost = (seat: Seat, fault: GameFault): GameOver =>
    over(asLoss(seat, endingByFault(game, seat, fault), fault));

  for (const seat of [0, 1] as const) {
    const ending = await whenReady(seats[seat].handle.session, signal);
    if (signal.aborted) return null;
    if (ending) return lost(seat, { kind: 'session', ending });
  }
  for (;;) {
    for (const seat of [0, 1] as const) seats[seat].handle.follow(line, seat);
    const result = game.result(line.position);
    if (result) return over(endingByRule(result));
    const limited = adjudicator.endingAt(line, texts, ports.limits);
    if (limited) {
      return over(limited, texts.length >= (ports.limits.plies ?? Infinity) ? 'plies' : 'repetition');
    }
    // Not before both have moved: a proof of the opening alone would say nothing of the engines.
    if (ports.prove && asked[0] > 0 && asked[1] > 0) {
      const proven = await ports.prove(line, signal);
      if (signal.aborted) return null;
      if (proven) return over(endingByProof(game.seatToMove(line.position), proven), 'proof');
    }
    const seat = game.seatToMove(line.position);
    const { handle, time } = seats[seat];
    const budget = budgetOf(time, left[seat], asked[seat] === 0);
    const retries: Retry[] = [];
    const limit = limitOf(seats[seat], budget.told);
    const onRetry = (retry: Retry): void => void retries.push(retry);
    let timed: Timed;
    try {
      const asked = timedAsk(handle, line, limit, budget, { signal, lag: ports.lag, onRetry });
      timed = asked instanceof Promise ? await asked : asked;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const reason = `${error.message} ${error.advice}`.trim();
      timed = { decision: { kind: 'failed', reason }, seconds: 0, lag: 0, late: null };
    }
    const { decision, seconds, lag, late } = timed;
    for (const retry of retries) ports.onRetry(seat, retry);
    if (signal.aborted) return null;
    if (late !== null) {
      const ending = endingByTime(game.seats[seat].name, seat, late);
      handle.forfeit(ending);
      return { ...over(ending), spent: seconds };
    }
    // A request is given up by the signal and by the clock alone.
    if (decision.kind === 'cancelled') return null;
    const settled = settle(line, decision);
    if (settled.kind === 'fault') return lost(seat, settled.fault);
    line = extendLine(line, settled.move, settled.reached);
    texts.push(settled.text);
    asked[seat]++;
    left[seat] = leftAfter(time, left[seat], seconds, game.beginsTurn(line.position));
    const { score } = settled.report;
    isQuick[seat] = seconds < quickSeconds;
    const { text: move } = settled;
    const areQuick = isQuick[0] && isQuick[1];
    const made: PlyMade = { ply: texts.length, seat, move, left: [...left], seconds, lag, score, areQuick };
    const written = ports.onPly(made);
    if (written !== undefined) await written;
    const agreed = ports.scores?.after(texts.length, seat, score) ?? null;
    if (agreed !== null && game.result(line.position) === null) return over(agreed, 'scores');
  }
}

function limitOf({ handle, depth }: SeatedEngine, told: number | null): Limit {
  const { capabilities } = handle.session;
  if (depth !== null) return { kind: 'depth', plies: depth };
  return told === null || !capabilities.time ? { kind: 'none' } : { kind: 'time', seconds: told };
}

const endingByTime = (name: string, seat: Seat, words: string): GameEnding => ({
  word: 'time',
  winner: otherSeat(seat),
  fault: seat,
  reason: `The engine of ${name} exceeded its time: ${words}.`,
  advice: 'Raise --time-margin if the machine is busy.',
});

/** In a match, an engine that does not start or leaves by itself has lost; only faults of Plywire have no winner. */
function asLoss(seat: Seat, ending: GameEnding, fault: GameFault): GameEnding {
  if (fault.kind !== 'session') return ending;
  const { word } = fault.ending;
  if (word !== 'unstartable' && word !== 'quit') return ending;
  return { ...ending, word: 'crashed', winner: otherSeat(seat), fault: seat };
}
