/**
 * Accepts, replaces and ends searches, and chooses the next line that leads the engine to a search's position and
 * answer. At most one search is served and one waits; the table is in `driver.ts`.
 */
import { failed, reported } from '../conversation.ts';
import type { DriverEvent, Search, Report } from '../protocol.ts';
import { type Notations, TRIAL } from './notations.ts';
import type { Go, Wire, Board } from './states.ts';
import type { Line } from '../../games/line.ts';
import type { MorrisPosition, PointNotation } from '../../games/morris/index.ts';
import { type CommandRead, goLine, isInitial, moveLine, newgameLine, sameText } from './commands.ts';

/** Seconds that each round of an analysis lasts; the last entry repeats. */
export const ROUND_SECONDS = [0.5, 1, 2, 5, 10, 20, 30, 60] as const;

/** How long an engine may think about a question that only shows its notation, in ms. */
export const PROBE = 200;

export interface Task {
  readonly search: Search;
  readonly position: MorrisPosition;
  /** The number of finished rounds. */
  round: number;
  /** When the first round began, in ms; null before that round ends. */
  since: number | null;
  /** The latest report, which becomes the final one if the search ends before another. */
  held: Report | null;
  /** Whether the next answer is the last one. */
  ending: boolean;
  /** Whether its final event was reported. */
  over: boolean;
  /** Whether the engine refused the position and is told the whole game instead. */
  fromStart: boolean;
}

/** The purpose of a `go`. */
export type Purpose =
  | { readonly kind: 'task'; readonly task: Task }
  /** Its answer will be dropped. */
  | { readonly kind: 'nothing' }
  /** A trial that shows how the engine writes moves. */
  | { readonly kind: 'moves' }
  /** A trial that shows whether the engine reads a position in this notation. */
  | { readonly kind: 'positions'; readonly notation: PointNotation };

/** A line to send. */
export interface Step {
  readonly line: string;
  /** What the line says; absent where that is read from the line. */
  readonly command?: CommandRead;
  /** The line that is due after it; absent where that is not certain. */
  readonly next?: string;
  /** The engine's board when a `go` was proposed for a task. */
  readonly board?: Board;
  readonly purpose?: Purpose;
  readonly gameKey?: string;
}

const makeTask = (search: Search): Task => ({
  search,
  position: search.line.position as MorrisPosition,
  ...{ round: 0, since: null, held: null, ending: false, over: false, fromStart: false },
});

/** When to stop a `go` that was sent at `at`, in ms; null if only a request ends it. */
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
  /** Null if a board of any game will do. */
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
    // `index` only occurs with the initial position, which is written without points.
    const line = newgameLine(start, notations.positions ?? 'index');
    return gameKey === null ? { line } : { line, gameKey };
  }
  const move = moves[board.moves.length];
  // A move is sent only if its notation is known: see above.
  const noplay = task.search.purpose === 'analyse';
  const go = goLine(noplay);
  if (move === undefined) {
    return { line: go, command: { kind: 'go', noplay }, purpose: { kind: 'task', task }, board };
  }
  const command = { kind: 'move', move } as const;
  const line = moveLine(move, notations.moves!);
  return board.moves.length === moves.length - 1 ? { line, command, next: go } : { line, command };
}

/** Whether the board is the target or on the way to it. */
function isOnTheWay(board: Board, { start, moves, gameKey }: Target): boolean {
  return (
    (gameKey === null || board.gameKey === gameKey) &&
    !board.told?.refusal &&
    sameText(board.start, start) &&
    board.moves.length <= moves.length &&
    board.moves.every((move, index) => move === moves[index])
  );
}

/** Why the engine refused the position of a search; null if it did not. */
export function refusalOf(task: Task, board: Board | null, notations: Notations): string | null {
  const refusal = board?.told?.refusal ?? null;
  if (refusal === null || !sameText(board!.start, targetOf(task, notations).start)) return null;
  return `the engine did not take the position: ${refusal}`;
}

/** Switches an analysis to telling the whole game. @returns false if that is impossible or was done already */
function tellWhole(task: Task): boolean {
  const { line, purpose } = task.search;
  if (purpose === 'play' || task.fromStart || !isInitial(line.start as MorrisPosition)) return false;
  task.fromStart = true;
  return true;
}

const isFresh = (board: Board | null): boolean => board !== null && isInitial(board.position);

function probeStep(board: Board | null): Step {
  return isFresh(board) ? { line: goLine(true), purpose: { kind: 'moves' } } : { line: 'newgame' };
}

/**
 * Begins at the initial position: an engine that stays there places a man, which shows that it did not read the
 * position.
 */
function trialStep(notation: PointNotation, board: Board | null): Step {
  const line = newgameLine(TRIAL, notation);
  const told = board?.told;
  if (told?.line === line && told.before !== null && isInitial(told.before) && board?.moves.length === 0) {
    return { line: goLine(true), purpose: { kind: 'positions', notation } };
  }
  return { line: isFresh(board) ? line : 'newgame' };
}

const STOPPED = 'stopped before it began';
const REPLACED = 'superseded by a newer search before it began';

export class Searches {
  readonly #wire: Wire<Purpose>;
  readonly #notations: Notations;
  #current: Task | null = null;
  #waiting: Task | null = null;

  constructor(wire: Wire<Purpose>, notations: Notations) {
    this.#wire = wire;
    this.#notations = notations;
  }

  /** The search that is served. */
  get current(): Task | null {
    return this.#current;
  }

  /** Whether no search is served or waits. */
  get isFree(): boolean {
    return this.#current === null && this.#waiting === null;
  }

  /** Serves a search at once. */
  begin(search: Search): Task {
    return (this.#current = makeTask(search));
  }

  /** Whether the next answer ends this search, and nothing waits for that. */
  isServed(task: Task): boolean {
    return this.#current === task && !task.ending && this.#waiting === null;
  }

  /** @param refusal why the engine cannot serve it; null if it can */
  take(search: Search, refusal: string | null, out: DriverEvent[]): void {
    this.#replace(REPLACED, out);
    if (refusal === null) this.#waiting = makeTask(search);
    else out.push(failed(search, refusal));
  }

  stop(out: DriverEvent[]): void {
    this.#replace(STOPPED, out);
  }

  /** The engine was told to quit. */
  quit(out: DriverEvent[]): void {
    const reason = 'the engine was told to quit';
    this.#dropWaiting(reason, out);
    if (this.#current) this.finish(this.#current, failed(this.#current.search, reason), out);
  }

  /** Drops all searches without an event, since a fault that ends the session covers them. */
  drop(): void {
    this.#current = null;
    this.#waiting = null;
  }

  finish(task: Task, last: DriverEvent, out: DriverEvent[]): void {
    task.over = true;
    task.ending = true;
    if (this.#current === task) this.#current = null;
    out.push(last);
  }

  /** The next line for an idle engine; null if there is nothing to send yet. */
  next(now: number, quietUntil: number, out: DriverEvent[]): Step | null {
    for (;;) {
      this.#current ??= this.#promoted();
      const task = this.#current;
      if (!task || now < quietUntil) return null;
      const refusal = refusalOf(task, this.#wire.board, this.#notations);
      if (refusal !== null && !tellWhole(task)) {
        this.finish(task, failed(task.search, refusal, 'refused'), out);
        continue;
      }
      const step = nextStep(task, this.#wire.board, this.#notations);
      if (typeof step !== 'string') return step;
      this.finish(task, failed(task.search, step, 'unable'), out);
    }
  }

  /** The purpose of a proposed line that was now sent. It may have changed, since a typed line may have come first. */
  purposeOf({ line, purpose, board }: Step): Purpose | null {
    if (!purpose) return null;
    const task = this.#current;
    const isTask = purpose.kind === 'task' && purpose.task === task && !task.over;
    // The common case: nothing has changed since.
    if (isTask && board !== undefined && board === this.#wire.board && !board.told?.refusal) return purpose;
    if (task === null || (purpose.kind === 'task' && purpose.task.over)) return { kind: 'nothing' };
    const due = nextStep(task, this.#wire.board, this.#notations);
    const isSame = typeof due !== 'string' && due.line === line && due.purpose?.kind === purpose.kind;
    return isSame ? purpose : { kind: 'nothing' };
  }

  wantsStop(go: Go<Purpose>, now: number): boolean {
    if (go.stoppedAt !== null) return false;
    const { purpose } = go;
    const until = stopTime(go);
    if (until !== null && now >= until) return true;
    if (go.mistold || go.board?.told?.refusal) return purpose !== null;
    if (purpose === null) return this.#current !== null || this.#waiting !== null;
    return purpose.kind === 'task' && purpose.task.ending;
  }

  #promoted(): Task | null {
    const task = this.#waiting;
    this.#waiting = null;
    return task;
  }

  /** Ends the search that is served: at once if the engine is not thinking about it, otherwise with its next answer. */
  #replace(reason: string, out: DriverEvent[]): void {
    this.#dropWaiting(reason, out);
    const task = this.#current;
    if (!task) return;
    task.ending = true;
    if (this.#wire.gos.some(({ purpose }) => purpose?.kind === 'task' && purpose.task === task)) return;
    const { search, held } = task;
    this.finish(task, held ? reported(search, held, true) : failed(search, reason), out);
  }

  #dropWaiting(reason: string, out: DriverEvent[]): void {
    if (this.#waiting) out.push(failed(this.#waiting.search, reason));
    this.#waiting = null;
  }
}
