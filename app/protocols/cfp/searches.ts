/**
 * Accepts, replaces and ends searches, and chooses the next line towards their answers. At most one search is served
 * and one waits.
 */
import { failed, reported } from '../conversation.ts';
import { connect4, formatCells43, type Connect4Position } from '../../games/connect4/index.ts';
import type { Line } from '../../games/line.ts';
import { type DriverEvent, type Search, bareReport, type Answer, type Report } from '../protocol.ts';
import type { GuiMessage } from './messages.ts';
import type { StopCause, Thinking, Wire } from './states.ts';
import { stepOf, type Go, type Step, type Wishes } from './wishes.ts';

/** Seconds that each round of an analysis lasts; the last entry repeats. */
export const ROUND_SECONDS = [0.2, 0.5, 1, 2, 5, 10, 20, 30, 60] as const;

/**
 * How long an engine may think, in milliseconds, before `isready` asks for a sign of life: long enough not to disturb
 * it, short enough that the user soon sees that it hangs.
 */
export const LIVENESS_INTERVAL = 10_000;

/** The minimum of `go movetime`, in seconds, since an interrupted search may have no time left. */
const LEAST_SECONDS = 0.001;

interface Task {
  readonly search: Search;
  /** 43 digits. */
  readonly position: string;
  /** Whether the position was sent for this search. */
  told: boolean;
  /** The number of finished rounds. */
  round: number;
  /** The earliest time of the next `go`, in ms: an early answer does not shorten a round. */
  notBefore: number | null;
  /** Seconds of thinking time so far. */
  used: number;
  /** The latest report, which becomes the final one if the search ends before another. */
  held: Report | null;
}

/** Why CFP cannot carry a line of play; null if it can. */
export function objection(line: Line): string | null {
  if (line.game.id !== connect4.id) return `CFP carries Connect Four only, not ${line.game.name}`;
  const { width, height } = connect4.setupOf(line.position as Connect4Position);
  if (width === 7 && height === 6) return null;
  return `CFP knows the board of 7 by 6 only, and this one is ${width} by ${height}`;
}

/** Why a search is impossible; null if it is possible. */
function refusalOf({ line, limit, only }: Search): string | null {
  const reason = objection(line);
  if (reason !== null) return reason;
  const result = line.game.result(line.position);
  if (result) return `the game is over: ${result.reason}`;
  if (line.game.moves(line.position).length === 0) return 'there is no legal move';
  if (limit.kind === 'depth') return 'CFP has no depth limit; set a time instead';
  if (limit.kind === 'time' && !(limit.seconds > 0)) return 'the time must be greater than zero';
  if (limit.kind === 'time' && !Number.isFinite(limit.seconds)) return 'the time must be finite';
  if (only !== undefined) return 'CFP cannot ask about one move alone';
  return null;
}

/** How long the next `go` of a task lasts, in seconds; null if only a request ends it. */
function secondsOf({ search: { limit, purpose }, used, round }: Task): number | null {
  if (limit.kind === 'time') return Math.max(limit.seconds - used, LEAST_SECONDS);
  if (purpose === 'play') return null;
  return ROUND_SECONDS[Math.min(round, ROUND_SECONDS.length - 1)]!;
}

export class Searches {
  readonly #wire: Wire;
  readonly #wishes: Wishes;
  #current: Task | null = null;
  /** The search that waits for the current one to end; a newer one replaces it. */
  #waiting: Task | null = null;
  /** The step that was proposed and not yet reported as sent. */
  #proposed: Step | null = null;
  /** Whether the proposed `go` is for a search that has since ended. */
  #isGoOver = false;

  constructor(wire: Wire, wishes: Wishes) {
    this.#wire = wire;
    this.#wishes = wishes;
  }

  get hasProposal(): boolean {
    return this.#proposed !== null;
  }

  /** When the next round may begin, in ms; null if none is delayed. */
  get notBefore(): number | null {
    return this.#current?.notBefore ?? null;
  }

  isCurrent(search: number | null): boolean {
    return this.#current !== null && this.#current.search.id === search;
  }

  /** Ends the current search and queues this one. */
  take(search: Search, out: DriverEvent[]): void {
    this.end('superseded by a newer search', out);
    const refusal = this.#wire.state === 'quitting' ? 'the engine was told to quit' : refusalOf(search);
    if (refusal !== null) {
      out.push(failed(search, refusal));
      return;
    }
    const position = formatCells43(search.line.position as Connect4Position);
    this.#waiting = { search, position, told: false, round: 0, notBefore: null, used: 0, held: null };
  }

  /** Ends all searches. @param reason for the failure of those without an answer */
  end(reason: string, out: DriverEvent[]): void {
    if (this.#waiting) out.push(failed(this.#waiting.search, reason));
    this.#waiting = null;
    const { thinking } = this.#wire;
    thinking?.end();
    const id = this.#current?.search.id;
    if (id === undefined || thinking?.owner === id) return;
    if (this.#proposed?.go?.owner === id) this.#isGoOver = true;
    else this.#drop(reason, out);
  }

  /** `quit` was sent. */
  quit(out: DriverEvent[]): void {
    for (const task of [this.#current, this.#waiting]) {
      if (task) out.push(failed(task.search, 'the engine was told to quit'));
    }
    this.forget();
  }

  /** Drops all searches without an event, since a fault that ends the session covers them. */
  forget(): void {
    this.#current = null;
    this.#waiting = null;
  }

  /** Serves the waiting search once the previous one has ended. */
  serve(out: DriverEvent[]): void {
    if (!this.#wire.isIntroduced || this.#wire.state === 'quitting') return;
    if (!this.#current) {
      this.#current = this.#waiting;
      this.#waiting = null;
    }
    if (this.#current && !this.#wire.thinking) this.#wire.pass('taken', out);
  }

  /** Our `position` was sent. */
  placed(): void {
    if (this.#current) this.#current.told = true;
  }

  /** Our `go` was sent. */
  begin({ owner, milliseconds }: Go, now: number, out: DriverEvent[]): void {
    const ending = this.#isGoOver;
    if (this.#wire.thinking) {
      // A typed go came first, so the engine ignores ours.
      if (ending) this.#drop('stopped before it began', out);
      return;
    }
    if (this.#current) this.#current.notBefore = null;
    const until = milliseconds === null ? null : now + milliseconds;
    this.#wire.think({ owner, since: now, until, ending }, out);
  }

  /** Reports the answer to the current search: as final, unless another round follows or it was only interrupted. */
  conclude(
    { since, until, cause, isEnding }: Thinking,
    answer: Answer,
    now: number,
    out: DriverEvent[],
  ): void {
    const task = this.#current;
    if (!task) return;
    const { limit, purpose } = task.search;
    const seconds = (now - since) / 1000;
    task.used += seconds;
    const isInTime = until !== null && now < until && cause !== null;
    const isCut = cause === 'options' || cause === 'doubt';
    const report: Report = { ...bareReport(answer, seconds), truncated: isInTime || isCut };
    const isInterrupted = isCut && !(limit.kind === 'time' && task.used >= limit.seconds);
    const hasRounds = purpose === 'analyse' && limit.kind === 'none';
    const final = isEnding || !(isInterrupted || hasRounds);
    out.push(reported(task.search, report, final));
    if (final) {
      this.#current = null;
      return;
    }
    task.held = report;
    if (isInterrupted) return;
    task.round++;
    task.notBefore = until;
  }

  /** The next line, unless a proposed one is not sent yet. */
  propose(now: number): Step | null {
    if (this.#proposed) return null;
    this.#proposed = this.#next(now);
    this.#isGoOver = false;
    return this.#proposed;
  }

  /** The proposal for this line; null if the line is not ours. */
  takeProposal(line: string): Step | null {
    const step = this.#proposed;
    if (step?.line !== line) return null;
    this.#proposed = null;
    return step;
  }

  #next(now: number): Step | null {
    const { state, thinking } = this.#wire;
    if (state === 'new') return this.#wishes.opening();
    if (state === 'handshake' || state === 'quitting') return null;
    return (
      this.#wishes.anyTime() ?? (thinking ? this.#whileThinking(thinking, now) : this.#whileWaiting(now))
    );
  }

  #whileThinking(thinking: Thinking, now: number): Step | null {
    const { settled, pending } = this.#wire;
    if (thinking.stoppedAt !== null) {
      const isUnsure = thinking.suspect !== null && !settled && pending.length === 0;
      return isUnsure ? stepOf({ kind: 'isready' }) : null;
    }
    const cause = this.#stopCause(thinking, now);
    if (cause !== null) return stepOf({ kind: 'stop' }, { cause });
    const isSilent = pending.length === 0 && now >= thinking.lastSign + LIVENESS_INTERVAL;
    return isSilent ? stepOf({ kind: 'isready' }, { ping: true }) : null;
  }

  #stopCause({ suspect, isEnding, until, owner }: Thinking, now: number): StopCause | null {
    if (suspect) return 'doubt';
    if (isEnding) return 'wish';
    if (until !== null && now >= until) return 'time';
    if (this.#wishes.option()) return 'options';
    return owner === null && (this.#current || this.#waiting) ? 'wish' : null;
  }

  #whileWaiting(now: number): Step | null {
    const { pending, settled, gameKey, newGameSettled, position } = this.#wire;
    if (pending.length > 0) return null;
    const option = this.#wishes.option();
    if (option) return option;
    const task = this.#current;
    if (!task) return this.#wishes.settle && !settled ? stepOf({ kind: 'isready' }) : null;
    const { id, line, limit } = task.search;
    if (this.#wishes.halt) return stepOf({ kind: 'stop' });
    if (gameKey !== line.gameKey) return stepOf({ kind: 'cfpnewgame' }, { gameKey: line.gameKey });
    if (!newGameSettled) return stepOf({ kind: 'isready' });
    if (!task.told || position !== task.position)
      return stepOf({ kind: 'position', position: task.position });
    if (!settled) return stepOf({ kind: 'isready' });
    if (task.notBefore !== null && now < task.notBefore) return null;
    const seconds = secondsOf(task);
    const milliseconds = seconds === null ? null : seconds * 1000;
    const go: GuiMessage = { kind: 'go', seconds: limit.kind === 'time' ? seconds : null };
    return stepOf(go, { go: { owner: id, milliseconds } });
  }

  /** Ends the current search while the engine is not thinking about it. */
  #drop(reason: string, out: DriverEvent[]): void {
    const task = this.#current;
    if (!task) return;
    this.#current = null;
    const { search, held } = task;
    out.push(held ? reported(search, held, true) : failed(search, reason));
    this.#wire.pass('dropped', out);
  }
}
