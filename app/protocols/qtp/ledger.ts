/**
 * The commands that were sent and not answered yet, in order. A command leaves the list when it is answered, or known
 * to have no answer. `splitter.ts` decides which line belongs to which command.
 */
import { Exchanges } from '../conversation.ts';
import type { DriverEvent } from '../protocol.ts';
import { copyOf } from '../text.ts';
import { fitOf, isErrorText, shapeOf, type Answered, type Shape } from './commands.ts';
import { briefly, quoted, readCommand, readVertex, type Command, type Fault } from './messages.ts';
import type { Purpose } from './states.ts';

/** The most characters kept of one line of an answer: three times the width of the widest board. */
export const LINE = 400;
/** The most unanswered commands that are kept; a script that a user pastes is far shorter. */
const MAX_UNANSWERED = 4096;
/** The most lines kept of one answer: five times the drawing of the largest board. */
const MOST_LINES = 300;
/** The most candidates kept; the newest ones remain. */
const MOST_CANDIDATES = 8;

/** The effect of a line, or the fate of a command. */
export type Effect =
  | { readonly kind: 'answered'; readonly asked: PendingCommand; readonly answered: Answered }
  /** A later command was answered and this one was not. */
  | { readonly kind: 'missing'; readonly asked: PendingCommand }
  /** The known name is not the engine's: every answer so far may belong to another command. */
  | { readonly kind: 'misnamed' }
  /**
   * `stale`: an answer to nothing. `understood`: a part of an answer, or a blank line. `info`: a line outside any
   * answer.
   */
  | Extract<DriverEvent, { readonly kind: 'stale' | 'understood' | 'info' }>;

/** The effects of one line, in order, and its deviations from the text. */
export interface Effects {
  readonly effects: readonly Effect[];
  readonly faults: readonly Fault[];
}

/** A command in flight, with the part of its answer received so far. */
export class PendingCommand {
  readonly command: Command;
  readonly shape: Shape;
  /** The line, quoted. */
  readonly line: string;
  /** Null if the line is not ours. */
  readonly purpose: Purpose | null;
  /** Its number among the lines sent. */
  readonly sent: number;
  /** When it was sent, in ms. */
  readonly at: number;
  /** Whether it is a `name` whose answer is known: see `splitter.ts`. */
  readonly isFence: boolean;
  #since: number;
  #lines: string[] | null = null;
  #marked = false;
  /** Possible answers that have no mark or do not fit; those with `marked` began with `=`. */
  readonly #candidates: { readonly text: string; readonly marked: boolean }[] = [];
  #heardAt: number | null = null;
  #blankSeen = false;
  #givenUp = false;

  constructor(
    command: Command,
    line: string,
    { purpose, sent, at, isFence }: Pick<PendingCommand, 'purpose' | 'sent' | 'at' | 'isFence'>,
  ) {
    this.command = command;
    this.shape = shapeOf(command.name);
    // A line of ours is short, and a string of its own.
    this.line = purpose === null ? quoted(line) : `"${line}"`;
    this.purpose = purpose;
    this.sent = sent;
    this.at = at;
    this.isFence = isFence;
    this.#since = at;
  }

  /** Since when it has been the oldest one, in ms. */
  get since(): number {
    return this.#since;
  }

  /** The lines of its answer; null before that begins. */
  get lines(): readonly string[] | null {
    return this.#lines;
  }

  get isOpen(): boolean {
    return this.#lines !== null;
  }

  /** Whether its `=` was received. */
  get isMarked(): boolean {
    return this.#marked;
  }

  /** Whether it has candidates: only a fence can show which of them is the answer. */
  get isDoubtful(): boolean {
    return this.#candidates.length > 0;
  }

  /** When a line about it last arrived, in ms; null before the first. */
  get heardAt(): number | null {
    return this.#heardAt;
  }

  /** Whether a blank line arrived that did not end its answer. */
  get isBlankSeen(): boolean {
    return this.#blankSeen;
  }

  /** Whether the sender went on without its answer after a long silence. */
  get isGivenUp(): boolean {
    return this.#givenUp;
  }

  /** Restarts its time. */
  restart(now: number): void {
    this.#since = now;
  }

  /** A command before it was answered, so its own silence begins only now. */
  advance(now: number): void {
    this.#since = now;
    this.#givenUp = false;
  }

  giveUp(): void {
    this.#givenUp = true;
  }

  hear(now: number): void {
    this.#heardAt = now;
  }

  mark(): void {
    this.#marked = true;
  }

  /** Its answer begins or is replaced. */
  begin(lines: readonly string[]): void {
    this.#lines = [...lines];
  }

  /** Its answer begins now, with more to come. */
  open(now: number): void {
    this.#lines = [];
    this.#since = now;
  }

  /** @returns whether the whole line was kept */
  keep(line: string): boolean {
    const room = this.#lines!.length < MOST_LINES;
    if (room) this.#lines!.push(copyOf(line, LINE));
    return room && line.length <= LINE;
  }

  setBlankSeen(seen: boolean): void {
    this.#blankSeen = seen;
  }

  suggest(text: string, marked: boolean): void {
    this.#candidates.push({ text: copyOf(text, LINE), marked });
    if (this.#candidates.length > MOST_CANDIDATES) this.#candidates.shift();
  }

  /** The candidate that is most likely the answer: a fitting form takes precedence over a mere mark. */
  get bestCandidate(): { readonly text: string; readonly marked: boolean } | undefined {
    return this.#candidates.findLast(({ marked }) => !marked) ?? this.#candidates.at(-1);
  }
}

/** What lines are understood as. */
export const BLANK_LINE = 'a blank line';
export const partOf = ({ line }: PendingCommand): string => `an answer to ${line}`;

/** Whether the answer to `name` cannot be mistaken for one to another command. */
function isRecognisable(name: string): boolean {
  if (name === '' || name.length >= LINE) return false;
  return (
    (['boolean', 'winner', 'move'] as const).every((shape) => fitOf(shape, name) === 'unfit') &&
    readVertex(name) === null
  );
}

export class Ledger {
  readonly exchange = new Exchanges();
  readonly #pending: PendingCommand[] = [];
  /** The time of the call under way, in ms. */
  #now = 0;
  #fence: string | null = null;
  /** Whether a fence was answered, so that the known name is the engine's. */
  #isConfirmed = false;
  #nameless = false;
  /** Whether no answer to `name` shows anything any more. */
  #isUnsteady = false;
  /** Whether the last line that is not blank may answer a fence by another name. */
  #isOtherName = false;
  #heardAt = 0;
  /** The text and the command of the last answer. */
  #last: string | null = null;
  #lastName = '';
  #effects: Effect[] = [];
  #faults: Fault[] = [];

  /** The unanswered commands, the oldest first. */
  get pending(): readonly PendingCommand[] {
    return this.#pending;
  }

  get oldest(): PendingCommand | undefined {
    return this.#pending[0];
  }

  /** The known answer to `name`, by which a fence is recognised; null if none. */
  get fence(): string | null {
    return this.#fence;
  }

  /** Whether `name` was answered, but not recognisably. */
  get isNameless(): boolean {
    return this.#nameless;
  }

  /** Whether a fence is in flight. */
  get isFenced(): boolean {
    return this.#pending.some(({ isFence }) => isFence);
  }

  /** Whether only a fence can show which of the received lines answer the oldest command. */
  get isDoubtful(): boolean {
    return this.oldest?.isDoubtful ?? false;
  }

  /** Whether an answer has begun and not ended. */
  get isOpen(): boolean {
    return this.oldest?.isOpen ?? false;
  }

  /** When a line last arrived, in ms. */
  get heardAt(): number {
    return this.#heardAt;
  }

  /**
   * Whether a fence in the opening seems to be answered by another name than the known one, which an engine may have
   * printed before it was asked. An engine that thinks is never interrupted for that.
   */
  get isMisnamed(): boolean {
    if (!this.#isOtherName || this.#isConfirmed || !this.isFenced) return false;
    return this.#pending.every(({ command: { name } }) => name === 'name' || name === 'list_commands');
  }

  /** Records an answer that may be the engine's name; null for any other line that is not blank. */
  noteName(text: string | null): void {
    this.#isOtherName = text !== null && this.isFenced && text !== this.#fence && isRecognisable(text);
  }

  /** A fence was answered. */
  confirmName(): void {
    this.#isConfirmed = true;
  }

  /** The engine's name is unknown. @param forGood whether its next answer to `name` shows nothing either */
  forgetName(forGood: boolean): void {
    this.#fence = null;
    this.#isUnsteady = forGood;
    this.#nameless ||= forGood;
  }

  /** `name` was answered. @param name null for a failure */
  learnName(name: string | null): void {
    if (name === null) this.#nameless = this.#fence === null;
    else if (this.#fence !== null || this.#isUnsteady) return;
    else if (isRecognisable(name)) this.#fence = name;
    else this.#nameless = true;
  }

  /** Collects the effects of `work`, for a line or a time. */
  gather(now: number, work: () => void): Effects {
    this.#now = now;
    this.#effects = [];
    this.#faults = [];
    work();
    return { effects: this.#effects, faults: this.#faults };
  }

  /** Adds a command that was sent. @returns null if too many commands are in flight */
  add(command: Command, line: string, purpose: Purpose | null, isFence: boolean): PendingCommand | null {
    if (this.#pending.length >= MAX_UNANSWERED) return null;
    const { sent } = this.exchange;
    const asked = new PendingCommand(command, line, { purpose, sent, at: this.#now, isFence });
    this.exchange.ask(command.name === 'genmove' ? 'move' : 'ready');
    this.#pending.push(asked);
    return asked;
  }

  /** As `gather`, for a line of ours that is sent in the short way: it has no effects. */
  send(line: string, purpose: Purpose, now: number): void {
    this.#now = now;
    this.exchange.goesOut();
    this.add(readCommand(line)!, line, purpose, false);
  }

  /** As `gather`, for a line that arrives in the short way. */
  hearAt(now: number): void {
    this.#now = now;
    this.exchange.comesIn();
    this.hear();
  }

  /** Records that a line arrived. */
  hear(): void {
    this.#heardAt = this.#now;
  }

  /** Settles every command before this one, or all of them. */
  settleBefore(later: PendingCommand | undefined): void {
    for (let { oldest } = this; oldest && oldest !== later; { oldest } = this) this.settle(oldest);
  }

  /** Settles a command with the lines received so far, on the assumption that no more will follow. */
  settle(oldest: PendingCommand): void {
    if (oldest.isOpen) {
      if (!oldest.isBlankSeen || !oldest.isMarked) this.fault('missing-blank-line');
      this.finish(oldest, true, oldest.heardAt);
      return;
    }
    const best = oldest.bestCandidate;
    if (best) {
      oldest.begin([best.text]);
      this.finish(oldest, best.marked || !isErrorText(best.text), oldest.heardAt);
      return;
    }
    this.#remove(oldest);
    this.fault('missing-answer', oldest.line);
    this.exchange.lose(oldest.sent);
    this.#effects.push({ kind: 'missing', asked: oldest });
  }

  /** Drops every command, since none of the lines so far can be given to one of them for certain. */
  drop(): void {
    this.#isOtherName = false;
    for (let { oldest } = this; oldest; { oldest } = this) {
      this.#remove(oldest);
      this.exchange.lose(oldest.sent);
    }
    this.#effects.push({ kind: 'misnamed' });
  }

  /** @param at when the answer arrived, in ms, if that was before the line that shows it */
  finish(asked: PendingCommand, success: boolean, at: number | null = null): void {
    const answered = this.conclude(asked, success, at);
    this.#effects.push({ kind: 'answered', asked, answered });
  }

  /** As `finish`, without an effect. */
  conclude(asked: PendingCommand, success: boolean, at: number | null = null): Answered {
    this.#remove(asked);
    this.exchange.answer(asked.sent, at);
    const lines = asked.lines ?? [];
    this.#last = lines[0]?.trim() ?? '';
    this.#lastName = asked.command.name;
    return { success, lines };
  }

  /** Records an answer that no command asked for. */
  unasked(text: string): void {
    this.fault(this.repeats(text) ? 'doubled-answer' : 'unasked-answer', quoted(text));
    this.stale(text);
  }

  /** Records an answer that cannot belong to the oldest command. */
  misplaced(oldest: PendingCommand, success: boolean, text: string): void {
    this.fault(this.repeats(text) ? 'doubled-answer' : 'misplaced-answer', quoted(text));
    this.stale(text);
    if (success && text !== this.#fence) this.suggest(oldest, text, true);
  }

  suggest(oldest: PendingCommand, text: string, marked: boolean): void {
    oldest.hear(this.#heardAt);
    oldest.suggest(text, marked);
  }

  /** Keeps a line of an answer. */
  keep(asked: PendingCommand, line: string): void {
    asked.hear(this.#heardAt);
    if (!asked.keep(line)) this.fault('too-long-answer');
  }

  /** Whether this is the last answer's text. */
  repeats(text: string): boolean {
    return text === this.#last;
  }

  /** Whether this is the last answer's text, and that answer belonged to another command. */
  echoes(text: string, { command }: PendingCommand): boolean {
    return text !== '' && this.repeats(text) && command.name !== this.#lastName;
  }

  stale(text: string): void {
    this.#effects.push({ kind: 'stale', text: briefly(text) });
  }

  part(what: string): void {
    this.#effects.push({ kind: 'understood', what });
  }

  aside(text: string): void {
    this.#effects.push({ kind: 'info', text: briefly(text) });
  }

  fault(name: Fault['name'], detail?: string): void {
    this.#faults.push(detail === undefined ? { name } : { name, detail });
  }

  #remove(asked: PendingCommand): void {
    const at = this.#pending.indexOf(asked);
    if (at === 0) this.#pending.shift();
    else if (at > 0) this.#pending.splice(at, 1);
    for (const other of this.#pending) other.advance(this.#now);
  }
}
