/**
 * Splits the engine's lines into answers. By the text, answers arrive in the order of the commands, begin with `=` or
 * `?` and end with a blank line. Real engines break each of these rules, so the oldest unanswered command is in one of
 * these states:
 *
 * | oldest command | `=`, `?`, fitting | `=`, unfit      | other text         | blank line | the fence's answer |
 * |----------------|-------------------|-----------------|--------------------|------------|--------------------|
 * | waiting        | answered, or open | a candidate     | a candidate, noise |            | settled            |
 * | open           | (next) answered   | (next) answered | more of the answer | answered   | answered           |
 *
 * - An answer whose first line shows that it is complete is accepted at once, with or without its blank line. Any other
 *   answer is open until its end is recognised.
 * - A *fence* is a `name` whose answer is known. All lines before its answer belong to the commands before it. It ends
 *   an answer that has no blank line and shows that an answer is missing; `settle` then takes the best candidate, or
 *   reports that there was no answer.
 * - A name that no fence has confirmed may be text that the engine printed before it read `name`. If another name comes
 *   in the fence's place and then a silence, all questions are asked again.
 * - No fence can be sent among commands that are not ours (typed or recorded). There, the next command or the next
 *   answer shows that an answer is over.
 */
import { copyOf } from '../text.ts';
import { completes, fitOf, isErrorText, isLikelyAnswer } from './commands.ts';
import { BLANK_LINE, type Ledger, LINE, partOf, type Effects, type PendingCommand } from './ledger.ts';
import { quoted, readCommand } from './messages.ts';
import type { Purpose } from './states.ts';

/**
 * The quiet period, in ms: without a fence, a silence of this length ends an answer. This is the last resort, for
 * engines whose answer to `name` is not recognisable, and for commands that the user types.
 */
export const QUIET = 500;

/**
 * In ms: a sender that goes on after a silence of this length has given up the command before. Answers to anything but
 * `genmove` take a few milliseconds; referees wait for two or three seconds.
 */
const GIVEN_UP = 1000;

/** An answer either to the oldest command, which was given up, or to a later one. The next line decides. */
interface Held {
  readonly later: PendingCommand;
  readonly success: boolean;
  readonly text: string;
}

export class Splitter {
  readonly #ledger: Ledger;
  #held: Held | null = null;
  /** Whether the blank line of the last answer is missing so far. */
  #isUnended = false;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /** When the quiet period is over, in ms; null if none is under way. */
  get quietAt(): number | null {
    const { oldest, isFenced, isMisnamed, isNameless, heardAt } = this.#ledger;
    if (isMisnamed) return heardAt + QUIET;
    if (!oldest || isFenced) return null;
    if (this.#held) return heardAt + QUIET;
    if (!oldest.isOpen && !oldest.isDoubtful) return null;
    // An engine may print moves while it is thinking.
    if (!oldest.isOpen && oldest.shape === 'move' && !isNameless) return null;
    return heardAt + QUIET;
  }

  /** Whether the last answer lacks its blank line so far. */
  get isUnended(): boolean {
    return this.#isUnended;
  }

  /** The blank line of the last answer came, or a whole answer that has yet to get one. */
  setUnended(isUnended: boolean): void {
    this.#isUnended = isUnended;
  }

  /** Whether no earlier line can change what the next one means. */
  isSettled(now: number): boolean {
    const { quietAt } = this;
    return this.#held === null && !this.#ledger.isDoubtful && (quietAt === null || now < quietAt);
  }

  /**
   * Records a line that was sent. `asked` is its command; null if it has none, or too many are unanswered. The effect on
   * earlier commands depends only on lines and times, so that a recording is understood as its session was.
   */
  sent(
    line: string,
    purpose: Purpose | null,
    now: number,
  ): { readonly effects: Effects; readonly asked: PendingCommand | null } {
    const ledger = this.#ledger;
    const command = readCommand(line);
    const isFence = command?.name === 'name' && ledger.fence !== null;
    const effects = ledger.gather(now, () => {
      this.#lapse(now);
      if (command === null || isFence) return;
      this.#decide(false, now);
      const { oldest } = ledger;
      // A sender that goes on without a complete answer has accepted the received lines as the answer.
      if (oldest && !oldest.isOpen && oldest.isDoubtful) ledger.settle(oldest);
      this.#giveUp(now);
    });
    return { effects, asked: command && ledger.add(command, line, purpose, isFence) };
  }

  /** A line arrived. */
  receive(raw: string, now: number): Effects {
    const ledger = this.#ledger;
    return ledger.gather(now, () => {
      this.#lapse(now);
      ledger.hear();
      const line = this.#cleaned(raw);
      const mark = /^( *)([=?])/.exec(line);
      if (line.trim() !== '') ledger.noteName(mark?.[2] === '=' ? line.slice(mark[0].length).trim() : null);
      if (line.trim() === '') this.#blank(line);
      else if (mark === null || (mark[1] !== '' && ledger.oldest?.shape === 'drawing'))
        this.#other(line, now);
      else {
        if (mark[1] !== '') ledger.fault('indented-mark');
        this.#marked(mark[2] === '=', line.slice(mark[0].length), now);
      }
    });
  }

  /** The time of `quietAt` has come. */
  quiet(now: number): Effects {
    return this.#ledger.gather(now, () => this.#lapse(now));
  }

  /** No more lines will arrive. */
  outputEnded(now: number): Effects {
    return this.#ledger.gather(now, () => this.#end(now));
  }

  /** After the quiet period an open answer is complete, and a doubtful one is settled. */
  #lapse(now: number): void {
    const { quietAt } = this;
    if (quietAt !== null && now >= quietAt) this.#end(now);
  }

  #end(now: number): void {
    if (this.#ledger.isMisnamed) {
      this.#held = null;
      this.#ledger.drop();
      return;
    }
    this.#decide(false, now);
    const { oldest } = this.#ledger;
    if (oldest && (oldest.isOpen || oldest.isDoubtful)) this.#ledger.settle(oldest);
  }

  /** Gives up the commands that have been silent for long, since the next command is sent. */
  #giveUp(now: number): void {
    const { pending, heardAt } = this.#ledger;
    for (const asked of pending) {
      if (asked.isOpen || now - Math.max(asked.since, heardAt) < GIVEN_UP) return;
      asked.giveUp();
    }
  }

  #hold(later: PendingCommand, success: boolean, text: string): void {
    const ledger = this.#ledger;
    this.#held = { later, success, text: copyOf(text, LINE) };
    ledger.oldest!.hear(ledger.heardAt);
    ledger.part('an answer to an abandoned command, or to a later one');
    this.#isUnended = true;
  }

  /** Gives the held answer, if there is one, to the oldest command or to the later one. */
  #decide(isOldest: boolean, now: number): void {
    const held = this.#held;
    if (held === null) return;
    this.#held = null;
    const ledger = this.#ledger;
    const at = ledger.oldest?.heardAt ?? now;
    if (!isOldest) ledger.settleBefore(held.later);
    const { oldest } = ledger;
    if (!oldest) return;
    const { success, text } = held;
    const { shape } = oldest;
    const mayGoOn = success && (shape === 'names' || shape === 'drawing' || shape === 'anything');
    oldest.mark();
    oldest.hear(at);
    oldest.begin(mayGoOn && text === '' ? [] : [text]);
    if (!mayGoOn) ledger.finish(oldest, success, at);
  }

  /** By the text, a controller discards control characters and reads tabs as blanks. */
  #cleaned(raw: string): string {
    if (!/[\0-\x1f\x7f\ufeff]/.test(raw)) return raw;
    const isMarked = raw.startsWith('\ufeff');
    if (isMarked) this.#ledger.fault('byte-order-mark');
    const plain = raw.slice(isMarked ? 1 : 0).replace(/[\0-\x08\n-\x1f\x7f]+/g, (found) => {
      if (/[^\r\n]/.test(found)) this.#ledger.fault('control-character');
      return '';
    });
    if (!plain.includes('\t')) return plain;
    this.#ledger.fault('tab');
    return plain.replaceAll('\t', ' ');
  }

  #blank(line: string): void {
    const ledger = this.#ledger;
    const { oldest } = ledger;
    ledger.part(BLANK_LINE);
    if (!oldest?.isOpen) this.#isUnended = false;
    // A line of blanks does not end a drawing.
    else if (oldest.shape === 'drawing' && line !== '') ledger.keep(oldest, line);
    else if (this.#mayEnd(oldest)) {
      ledger.finish(oldest, true);
      this.#isUnended = false;
    } else oldest.setBlankSeen(true);
  }

  /** Whether a blank line ends an open answer. */
  #mayEnd({ shape, lines, isMarked }: PendingCommand): boolean {
    if (shape !== 'names' && shape !== 'drawing') return true;
    // A list may begin below a blank line.
    if (!isMarked || lines!.every((line) => line.trim() === '')) return false;
    // Two lines of a list may have anything between them, so only its fence ends a list of ours.
    return shape === 'drawing' || !this.#ledger.isFenced;
  }

  #marked(success: boolean, rest: string, now: number): void {
    const ledger = this.#ledger;
    const text = rest.trim();
    if (this.#isUnended) ledger.fault('missing-blank-line');
    this.#isUnended = false;
    const answersFence = success && this.#answersFence(text);
    this.#decide(!answersFence, now);
    if (answersFence) ledger.settleBefore(ledger.pending.find(({ isFence }) => isFence));
    let { oldest } = ledger;
    if (oldest?.isOpen) {
      if (this.#belongsTo(oldest)) {
        this.#goOn(oldest, success, rest);
        return;
      }
      ledger.fault('missing-blank-line');
      ledger.finish(oldest, true, oldest.heardAt);
      oldest = ledger.oldest;
    }
    if (!oldest) {
      ledger.unasked(text);
      this.#isUnended = true;
      return;
    }
    const meant = this.#meantFor(oldest, success, text);
    if (meant !== oldest && !isSure(meant, success, text)) {
      this.#hold(meant, success, text);
      return;
    }
    ledger.settleBefore(meant);
    this.#answer(meant, success, rest, now);
  }

  /** Whether this text answers a fence after another command. */
  #answersFence(text: string): boolean {
    const { oldest, fence, isFenced } = this.#ledger;
    return fence !== null && text === fence && oldest?.command.name !== 'name' && isFenced;
  }

  /** Whether a line with a mark can only belong to the open answer of `oldest`. */
  #belongsTo(oldest: PendingCommand): boolean {
    if (!oldest.isMarked) return true;
    const { isFenced, pending } = this.#ledger;
    return isFenced || (oldest.shape === 'drawing' && pending.length === 1);
  }

  /**
   * The command to which an answer belongs: by the text, the oldest. If the answer cannot belong to that one, it
   * belongs to a later command that it certainly answers, and the answers to the commands before are lost. If the
   * sender has given up the oldest, the answer belongs to that or to a command sent since, and the next line decides.
   */
  #meantFor(oldest: PendingCommand, success: boolean, text: string): PendingCommand {
    const ledger = this.#ledger;
    const { pending } = ledger;
    if (pending.length === 1 || isSure(oldest, success, text)) return oldest;
    const fits = ({ isFence, shape }: PendingCommand): boolean =>
      isFence ? success && text === ledger.fence : !success || fitOf(shape, text) !== 'unfit';
    const sure = pending.find((one) => isSure(one, success, text));
    if (fits(oldest) && !oldest.isGivenUp && (success || !sure)) return oldest;
    // The last answer may be repeated.
    if (!oldest.isGivenUp && ledger.repeats(text)) return oldest;
    const later = oldest.isGivenUp ? pending.find((one) => !one.isGivenUp && fits(one)) : undefined;
    return sure ?? later ?? oldest;
  }

  /** A line with a mark within an open answer. */
  #goOn(oldest: PendingCommand, success: boolean, rest: string): void {
    const ledger = this.#ledger;
    if (!oldest.isMarked) {
      oldest.mark();
      if (!success) {
        oldest.begin([]);
        ledger.keep(oldest, rest.trim());
        ledger.finish(oldest, false);
        this.#isUnended = true;
        return;
      }
      if (rest.trim() !== '') ledger.keep(oldest, withoutBlank(rest));
    } else if (oldest.shape === 'drawing') ledger.keep(oldest, `${success ? '=' : '?'}${rest}`);
    else {
      ledger.unasked(rest.trim());
      this.#isUnended = true;
      return;
    }
    ledger.part(partOf(oldest));
  }

  #answer(oldest: PendingCommand, success: boolean, rest: string, now: number): void {
    const ledger = this.#ledger;
    const { shape } = oldest;
    const text = rest.trim();
    const isProse = shape === 'drawing' || shape === 'anything';
    const hasBlanks = rest !== '' && (withoutBlank(rest) !== text || text.includes('  '));
    if (!isProse && success && text.length < LINE && hasBlanks) ledger.fault('extra-blanks');
    const isEcho = success && ledger.echoes(text, oldest) && (shape === 'names' || shape === 'drawing');
    const fit = this.#fitOf(oldest, success, text);
    if (fit === 'unfit' || isEcho) {
      ledger.misplaced(oldest, success, text);
      this.#isUnended = true;
      return;
    }
    oldest.mark();
    if (fit === 'whole') {
      oldest.begin([copyOf(text, LINE)]);
      ledger.finish(oldest, success);
      this.#isUnended = true;
      return;
    }
    oldest.open(now);
    oldest.hear(now);
    if (text !== '') ledger.keep(oldest, withoutBlank(rest));
    ledger.part(partOf(oldest));
  }

  #fitOf({ isFence, shape }: PendingCommand, success: boolean, text: string): ReturnType<typeof fitOf> {
    if (isFence) return success && text === this.#ledger.fence ? 'whole' : 'unfit';
    return success ? fitOf(shape, text) : 'whole';
  }

  /** A line without a mark. */
  #other(line: string, now: number): void {
    const ledger = this.#ledger;
    const held = this.#held;
    const text = line.trim();
    // The line can only belong to the answer to the later command.
    if (held?.success && isOfLines(held.later)) this.#decide(false, now);
    const { oldest } = ledger;
    if (oldest?.isOpen) this.#more(oldest, line);
    else if (oldest && isOfLines(oldest) && !isErrorText(text)) {
      ledger.fault('text-before-mark', quoted(text));
      oldest.open(now);
      ledger.keep(oldest, line);
      ledger.part(partOf(oldest));
    } else if (oldest && isLikelyAnswer(oldest.shape, text)) {
      ledger.fault('unmarked-answer', quoted(text));
      ledger.part('what may be an answer');
      ledger.suggest(oldest, text, false);
    } else {
      ledger.fault('stray-line', quoted(text));
      ledger.aside(text);
    }
  }

  /** A line without a mark within an open answer. */
  #more(oldest: PendingCommand, line: string): void {
    const ledger = this.#ledger;
    const { shape, lines, isBlankSeen, isMarked } = oldest;
    if (shape !== 'move' && shape !== 'winner') {
      if (isBlankSeen && isMarked) ledger.fault('blank-line-in-answer');
      oldest.setBlankSeen(false);
      ledger.keep(oldest, line);
      ledger.part(partOf(oldest));
      return;
    }
    const text = line.trim();
    const more = [...lines!, copyOf(text, LINE)];
    if (completes(shape, more)) {
      oldest.begin(more);
      ledger.finish(oldest, true);
      this.#isUnended = true;
    } else {
      ledger.fault('stray-line', quoted(text));
      ledger.aside(text);
    }
  }
}

const isOfLines = ({ shape }: PendingCommand): boolean => shape === 'names' || shape === 'drawing';

/** The text after a mark, without the blank between them. */
const withoutBlank = (rest: string): string => (rest.startsWith(' ') ? rest.slice(1) : rest);

/** Whether an answer hardly fits a command of any other kind. */
const isSure = ({ shape }: PendingCommand, success: boolean, text: string): boolean =>
  success
    ? (shape === 'move' || shape === 'boolean' || shape === 'winner') && isLikelyAnswer(shape, text)
    : shape === 'boolean' && isLikelyAnswer(shape, text) && !isErrorText(text);
