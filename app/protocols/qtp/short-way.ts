/**
 * The short way of a search in play, for an engine that has followed the game up to its last move: that move and
 * `genmove`, which the engine answers by `=` and by its own move.
 */
import type { DriverEvent, Search, ShortWay } from '../protocol.ts';
import type { DriverContext } from './context.ts';
import { BLANK_LINE, partOf, type PendingCommand } from './ledger.ts';
import { genmoveLine, type Searches } from './searches.ts';
import type { TellPurpose } from './states.ts';

/** An answer that is a move as the text has it. */
const PLAIN_MOVE = /^= [A-Ya-y](?:1\d?|2[0-5]?|[3-9])(?: (?:horizontal|vertical))?$/;

const MARK = '= ';

const blankLine: DriverEvent = { kind: 'understood', what: BLANK_LINE };

export class QtpShortWay implements ShortWay {
  readonly asksEach = true;
  readonly #context: DriverContext;
  readonly #searches: Searches;
  readonly #isAtRest: () => boolean;

  /** @param isAtRest whether the conversation is open, no line is proposed and at most a search is wanted */
  constructor(context: DriverContext, searches: Searches, isAtRest: () => boolean) {
    this.#context = context;
    this.#searches = searches;
    this.#isAtRest = isAtRest;
  }

  ask(search: Search, now: number): readonly string[] | null {
    const context = this.#context;
    const { ledger } = context;
    if (ledger.oldest !== undefined || !this.#isAtRest()) return null;
    const begun = this.#searches.beginAhead(search);
    if (begun === null) return null;
    const { line, purpose, request } = begun;
    const genmove = genmoveLine(purpose.task);
    ledger.send(line, purpose, now);
    ledger.send(genmove, request, now);
    purpose.task.askAt(now);
    context.pass('genmove');
    // The caller tells the state.
    context.takeEvents();
    return [line, genmove];
  }

  answer(line: string, now: number): readonly DriverEvent[] | null {
    const { ledger, splitter, state } = this.#context;
    const { oldest } = ledger;
    if (!this.#isAtRest() || !this.#searches.takesAhead || !splitter.isSettled(now)) return null;
    if (oldest === undefined) {
      return line === '' && state === 'idle' && this.#searches.isEmpty ? this.#pass(now) : null;
    }
    const { purpose, isOpen } = oldest;
    if (state !== 'thinking' || oldest.isGivenUp) return null;
    if (purpose?.kind === 'tell') return this.#takeObedience(oldest, purpose, line, now);
    if (purpose?.kind !== 'genmove' || !this.#searches.isServedBy(purpose)) return null;
    if (line === '') {
      const passed = this.#pass(now);
      return isOpen ? [...passed, ...this.#takeMove(oldest, now)] : passed;
    }
    return !isOpen && !splitter.isUnended && PLAIN_MOVE.test(line) ? this.#hearMove(oldest, line, now) : null;
  }

  /** A blank line, which ends an answer that is open. */
  #pass(now: number): readonly DriverEvent[] {
    const { ledger, splitter } = this.#context;
    ledger.hearAt(now);
    splitter.setUnended(false);
    return [blankLine];
  }

  #takeObedience(
    oldest: PendingCommand,
    purpose: TellPurpose,
    line: string,
    now: number,
  ): readonly DriverEvent[] | null {
    const { dialect, ledger, splitter, tracker } = this.#context;
    const [, next, more] = ledger.pending;
    // With other commands behind it, more of the position may have to be told now.
    if (line !== '=' || splitter.isUnended || next?.purpose?.kind !== 'genmove' || more !== undefined) {
      return null;
    }
    ledger.hearAt(now);
    oldest.mark();
    oldest.begin(['']);
    const answered = ledger.conclude(oldest, true);
    splitter.setUnended(true);
    tracker.follow(oldest.command, answered, dialect.form, ledger.exchange);
    this.#searches.takeStep(oldest, purpose, answered);
    return this.#context.takeEvents();
  }

  /** Only the next line shows whether a vertex is all of the move. */
  #hearMove(oldest: PendingCommand, line: string, now: number): readonly DriverEvent[] {
    const { ledger, splitter } = this.#context;
    const text = line.slice(MARK.length);
    ledger.hearAt(now);
    oldest.mark();
    if (text.includes(' ')) {
      oldest.begin([text]);
      splitter.setUnended(true);
      return this.#takeMove(oldest, now);
    }
    oldest.open(now);
    ledger.keep(oldest, text);
    return [{ kind: 'understood', what: partOf(oldest) }];
  }

  #takeMove(oldest: PendingCommand, now: number): readonly DriverEvent[] {
    const { dialect, ledger, tracker } = this.#context;
    const answered = ledger.conclude(oldest, true);
    tracker.follow(oldest.command, answered, dialect.form, ledger.exchange);
    this.#searches.takeMove(oldest, answered, [], now);
    return this.#context.takeEvents();
  }
}
