/** A search in progress, and the next line that leads the engine to its position and its answer. */
import type { Line } from '../../games/line.ts';
import type { MorrisPosition, PointNotation } from '../../games/morris/index.ts';
import type { Search } from '../protocol.ts';
import type { Report } from '../report.ts';
import { goLine, isInitial, moveLine, newgameLine, sameText } from './commands.ts';
import { TRIAL, type Notations } from './notations.ts';
import type { Board } from './states.ts';

/** Seconds that each round of an analysis lasts; the last entry repeats. */
export const ROUND_SECONDS = [0.5, 1, 2, 5, 10, 20, 30, 60] as const;

/** How long an engine may think about a question that only shows its notation, in ms. */
export const PROBE = 200;

export interface Task {
  readonly search: Search;
  readonly position: MorrisPosition;
  /** Finished rounds. */
  round: number;
  /** When the first round began, in ms; null before that round ends. */
  since: number | null;
  /** The latest report, which becomes the final one if the search ends before another. */
  held: Report | null;
  /** The next answer is the last one. */
  ending: boolean;
  /** Its final event was told. */
  over: boolean;
  /** The engine refused the position and is told the whole game. */
  fromStart: boolean;
}

/** What a `go` is for. */
export type Purpose =
  | { readonly kind: 'task'; readonly task: Task }
  /** Its answer is no longer wanted. */
  | { readonly kind: 'nothing' }
  /** A trial: how the engine writes moves. */
  | { readonly kind: 'moves' }
  /** A trial: whether the engine reads a position in this notation. */
  | { readonly kind: 'positions'; readonly notation: PointNotation };

/** A line to send. */
export interface Step {
  readonly line: string;
  readonly purpose?: Purpose;
  readonly gameKey?: string;
}

export const makeTask = (search: Search): Task => ({
  search,
  position: search.line.position as MorrisPosition,
  ...{ round: 0, since: null, held: null, ending: false, over: false, fromStart: false },
});

/** When to stop a `go` that went out at `at`, in ms; null where only a request ends it. */
export function stopTime({ purpose, at }: { purpose: Purpose | null; at: number }): number | null {
  if (purpose === null) return null;
  if (purpose.kind === 'nothing') return at;
  if (purpose.kind !== 'task') return at + PROBE;
  const { round, since, search } = purpose.task;
  if (search.limit.kind === 'time') return (since ?? at) + search.limit.seconds * 1000;
  if (search.purpose === 'play') return null;
  return at + ROUND_SECONDS[Math.min(round, ROUND_SECONDS.length - 1)]! * 1000;
}

/** The board that the engine needs before `go`. */
interface Target {
  readonly start: MorrisPosition;
  readonly moves: readonly number[];
  /** Null where a board of any game will do. */
  readonly gameKey: string | null;
}

function targetOf({ search, position, fromStart }: Task, notations: Notations): Target {
  const { line, purpose } = search;
  const { start, moves, gameKey } = line as Line & { start: MorrisPosition; moves: readonly number[] };
  const whole = fromStart || (notations.hopeless && isInitial(start));
  if (purpose === 'analyse' && !whole) return { start: position, moves: [], gameKey: null };
  return { start, moves, gameKey: purpose === 'play' ? gameKey : null };
}

/** The next line for an idle engine to serve a search, or the reason why it cannot. */
export function nextStep(task: Task, board: Board | null, notations: Notations): Step | string {
  const target = targetOf(task, notations);
  const { start, moves, gameKey } = target;
  if (!isInitial(start) && notations.positions === null) {
    const { trial } = notations;
    return trial === null
      ? 'the engine takes a position in neither notation; it can be told games from the start only'
      : trialStep(trial, board);
  }
  const fits = board !== null && isOnTheWay(board, target);
  if (moves.length > (fits ? board.moves.length : 0) && notations.moves === null) return probeStep(board);
  if (!fits) {
    // `index` can stand for the initial position alone, which is written without points.
    const line = newgameLine(start, notations.positions ?? 'index');
    return gameKey === null ? { line } : { line, gameKey };
  }
  const move = moves[board.moves.length];
  // A move is sent only where its notation is known: see above.
  if (move !== undefined) return { line: moveLine(move, notations.moves!) };
  return { line: goLine(task.search.purpose === 'analyse'), purpose: { kind: 'task', task } };
}

/** Whether the board is the target, or lies on the way there. */
function isOnTheWay(board: Board, { start, moves, gameKey }: Target): boolean {
  return (
    (gameKey === null || board.gameKey === gameKey) &&
    !board.told?.refusal &&
    sameText(board.start, start) &&
    board.moves.length <= moves.length &&
    board.moves.every((move, index) => move === moves[index])
  );
}

/** Why the engine refused the position of a search; null where it did not. */
export function refusalOf(task: Task, board: Board | null, notations: Notations): string | null {
  const refusal = board?.told?.refusal ?? null;
  if (refusal === null || !sameText(board!.start, targetOf(task, notations).start)) return null;
  return `the engine did not take the position: ${refusal}`;
}

/** Has an analysis told as a whole game. @returns false where that is impossible or was done already */
export function tellWhole(task: Task): boolean {
  const { line, purpose } = task.search;
  if (purpose === 'play' || task.fromStart || !isInitial(line.start as MorrisPosition)) return false;
  task.fromStart = true;
  return true;
}

const isFresh = (board: Board | null): boolean => board !== null && isInitial(board.position);

function probeStep(board: Board | null): Step {
  return isFresh(board) ? { line: goLine(true), purpose: { kind: 'moves' } } : { line: 'newgame' };
}

/** Begins at the initial position: an engine that stays there places a man, which gives it away. */
function trialStep(notation: PointNotation, board: Board | null): Step {
  const line = newgameLine(TRIAL, notation);
  const told = board?.told;
  if (told?.line === line && told.before !== null && isInitial(told.before) && board?.moves.length === 0) {
    return { line: goLine(true), purpose: { kind: 'positions', notation } };
  }
  return { line: isFresh(board) ? line : 'newgame' };
}
