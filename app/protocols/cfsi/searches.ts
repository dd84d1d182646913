/** Accepts, replaces and ends searches; the table is in `driver.ts`. At most one search is served and one waits. */
import type { Connect4Position } from '../../games/connect4/index.ts';
import type { Line } from '../../games/line.ts';
import { failed, reported } from '../conversation.ts';
import type { DriverEvent, Report, Search } from '../protocol.ts';
import { MAX_UNANSWERED, type Ledger } from './states.ts';
import { Rounds } from './rounds.ts';

/** Why CFSI cannot carry a line of play; null if it can. */
export function lineObjection({ game }: Line): string | null {
  return game.id === 'connect4' ? null : `CFSI carries Connect Four, not ${game.name}`;
}

/** Why a search is impossible; null if it is possible. */
function searchObjection(search: Search): string | null {
  const { game, position } = search.line;
  const objected = lineObjection(search.line);
  if (objected !== null) return objected;
  const result = game.result(position);
  return result ? `the game is over: ${result.reason}` : limitFault(search);
}

function limitFault({ limit, only }: Search): string | null {
  if (limit.kind === 'depth' && !(Number.isSafeInteger(limit.plies) && limit.plies >= 1)) {
    return `the depth must be a whole number greater than zero, not ${limit.plies}`;
  }
  if (limit.kind === 'time' && !(limit.seconds > 0)) return `there is no time to search: ${limit.seconds} s`;
  if (limit.kind === 'time' && !Number.isFinite(limit.seconds)) return 'the time to search has no end';
  return only === undefined || only === null || Number.isSafeInteger(only)
    ? null
    : 'a column is a whole number';
}

export class Searches {
  readonly #ledger: Ledger<Rounds>;
  /** How long a search for play may take, in ms. */
  readonly #longest: number;
  #served: Rounds | null = null;
  #waiting: Search | null = null;
  /** Lines that were proposed and not yet reported as sent, each with the search that it serves. */
  readonly #proposals: { readonly line: string; readonly rounds: Rounds | null }[] = [];
  /** Why the engine is not expected to answer any more. */
  #fault: string | null = null;

  constructor(ledger: Ledger<Rounds>, longest: number) {
    this.#ledger = ledger;
    this.#longest = longest;
  }

  get hasFailed(): boolean {
    return this.#fault !== null;
  }

  /** When to end the search that is served, in ms; null if it has no time limit. */
  get endsAt(): number | null {
    return this.#served?.endsAt(this.#longest) ?? null;
  }

  hasProposed(line: string): boolean {
    return this.#proposals.some((proposal) => proposal.line === line);
  }

  /** Whether no search is served or waits, and no line is proposed. */
  get isFree(): boolean {
    const isIdle = this.#served === null && this.#waiting === null && this.#fault === null;
    return isIdle && this.#proposals.length === 0;
  }

  /** Serves a search at once, unless it is impossible. @returns its rounds, whose first play was sent */
  begin(search: Search, now: number): { readonly rounds: Rounds; readonly line: string } | null {
    if (searchObjection(search) !== null) return null;
    const rounds = new Rounds(search, search.line.position as Connect4Position);
    const line = rounds.ask();
    rounds.begin(now);
    this.#served = rounds;
    return { rounds, line };
  }

  /** Whether the answer to its play ends this search, and nothing waits for that. */
  isServed(rounds: Rounds): boolean {
    const isLast = rounds.search.limit.kind === 'depth' && !rounds.isEnding;
    return isLast && this.#served === rounds && this.#waiting === null && this.#proposals.length === 0;
  }

  /** Ends the search that is served, after the answer to its last play. */
  finish(report: Report): DriverEvent {
    const { search } = this.#served!;
    this.#served = null;
    return reported(search, report, true);
  }

  take(search: Search, out: DriverEvent[]): void {
    const refusal = this.#refusalOf(search);
    this.end(out);
    this.#dropWaiting('superseded by a newer search before it began', out);
    if (refusal === null) this.#waiting = search;
    else out.push(failed(search, refusal));
  }

  stop(out: DriverEvent[]): void {
    this.end(out);
    this.#dropWaiting('stopped before it began', out);
  }

  /** Ends the search that is served; its final report follows when its play is answered. */
  end(out: DriverEvent[]): void {
    if (!this.#served || this.#served.isEnding) return;
    this.#served.end();
    if (this.#served.isAsking && this.#ledger.quitAt === null) this.proposeOnce('quit', out);
  }

  /** The engine is not expected to answer any more: the session is about to end. */
  fail(reason: string): void {
    this.#fault = reason;
  }

  /** A line was sent. @returns the search that it serves; null if it serves none or was typed by the user */
  sent(line: string, now: number): Rounds | null {
    const index = this.#proposals.findIndex((proposal) => proposal.line === line);
    const [proposal] = index < 0 ? [] : this.#proposals.splice(index, 1);
    proposal?.rounds?.begin(now);
    return proposal?.rounds ?? null;
  }

  /** A `quit`, ours or typed, cuts short the search that is served. */
  cut(): void {
    if (this.#ledger.quitAt !== null) this.#served?.end();
  }

  /** `stop` was sent. */
  leave(out: DriverEvent[]): void {
    const reason = 'the server was told to stop';
    // The fault that ends the session covers its searches.
    if (this.#fault !== null) this.#waiting = null;
    else if (this.#served) out.push(failed(this.#served.search, reason));
    this.#served = null;
    this.#dropWaiting(reason, out);
  }

  /**
   * Takes every step that has become possible: ends a finished search, serves the waiting one, asks for a deeper round.
   */
  advance(out: DriverEvent[]): void {
    this.#finish(out);
    const { quitAt, plays, state } = this.#ledger;
    // Its play was sent after a quit that had no play left to cut short.
    const isUncut = quitAt === null && plays.some(({ owner }) => owner !== null && owner === this.#served);
    if (this.#served?.isEnding && isUncut) this.proposeOnce('quit', out);
    const isFree = (state === 'idle' || state === 'thinking') && !this.hasProposed('quit');
    if (!isFree || this.#fault !== null || plays.length === MAX_UNANSWERED) return;
    if (!this.#served && this.#waiting) {
      // `#refusalOf` only accepts lines of Connect Four.
      this.#served = new Rounds(this.#waiting, this.#waiting.line.position as Connect4Position);
      this.#waiting = null;
    }
    const rounds = this.#served;
    if (rounds && !rounds.isAsking) this.#propose(rounds.ask(), rounds, out);
  }

  propose(line: string, out: DriverEvent[]): void {
    this.#propose(line, null, out);
  }

  proposeOnce(line: string, out: DriverEvent[]): void {
    if (!this.hasProposed(line)) this.propose(line, out);
  }

  #propose(line: string, rounds: Rounds | null, out: DriverEvent[]): void {
    if (this.#fault !== null) return;
    this.#proposals.push({ line, rounds });
    out.push({ kind: 'send', line });
  }

  #finish(out: DriverEvent[]): void {
    const rounds = this.#served;
    if (!rounds || rounds.isAsking || !(rounds.isEnding || rounds.isSettled)) return;
    this.#served = null;
    const { search, final, failure } = rounds;
    out.push(final ? reported(search, final, true) : failed(search, failure.reason, failure.by));
  }

  #refusalOf(search: Search): string | null {
    const objected = searchObjection(search);
    if (objected !== null) return objected;
    if (this.#fault !== null) return this.#fault;
    const { state } = this.#ledger;
    if (state === 'quitting') return 'the server was told to stop';
    return state === 'new' && !this.hasProposed('start') ? 'the conversation has not begun' : null;
  }

  #dropWaiting(reason: string, out: DriverEvent[]): void {
    if (this.#waiting) out.push(failed(this.#waiting, reason));
    this.#waiting = null;
  }
}
