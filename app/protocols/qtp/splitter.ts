/**
 * The stream of lines that come in, split into the answers. By the text answers come in the order of the commands,
 * begin with `=` or `?` and end with a blank line. In life any of that may fail, so the oldest command that is
 * unanswered is in one of these states:
 *
 * | oldest command | `=`, `?`, fitting | `=`, unfit      | other text         | blank line         | the fence's answer  |
 * |----------------|-------------------|-----------------|--------------------|--------------------|---------------------|
 * | waiting        | answered, or open | a candidate     | a candidate, noise |                    | settled             |
 * | open           | (next) answered   | (next) answered | more of the answer | answered           | answered            |
 *
 * - An answer that is known to be whole by its first line is taken at once, blank line or not. Any other is open
 *   until its end is seen.
 * - A *fence* is a `name` whose answer is known. Whatever came before its answer belongs to the commands before
 *   it. It ends an answer without its blank line and shows that one is missing; `settle` then takes the best
 *   candidate, or says that there was no answer.
 * - Where the commands are somebody else's (typed, or recorded), no fence can be raised: then the next command
 *   or the next answer shows that an answer is over.
 */
import { completes, fitOf, isErrorText, isLikelyAnswer } from './commands.ts';
import { LINE, type Asked, type Heard, type Ledger } from './states.ts';
import { quoted } from './messages.ts';
import { copyOf } from '../text.ts';

/** Takes a line that came in. */
export function receive(ledger: Ledger, raw: string, now: number): Heard {
  return ledger.gather(() => {
    ledger.arrive(now);
    const line = cleaned(ledger, raw);
    const mark = /^( *)([=?])/.exec(line);
    if (line.trim() === '') blank(ledger, line, now);
    else if (mark === null || (mark[1] !== '' && ledger.oldest?.shape === 'drawing'))
      other(ledger, line, now);
    else {
      if (mark[1] !== '') ledger.fault('indented-mark');
      marked(ledger, mark[2] === '=', line.slice(mark[0].length), now);
    }
  });
}

/** What the text has a controller do before it parses a line: control characters, tabs. */
function cleaned(ledger: Ledger, raw: string): string {
  const plain = raw.replace(/[\0-\x08\n-\x1f\x7f]+/g, (found) => {
    if (/[^\r\n]/.test(found)) ledger.fault('control-character');
    return '';
  });
  if (!plain.includes('\t')) return plain;
  ledger.fault('tab');
  return plain.replaceAll('\t', ' ');
}

function blank(ledger: Ledger, line: string, now: number): void {
  const { oldest } = ledger;
  ledger.part('a blank line');
  if (oldest && oldest.answer !== null) {
    // Blanks alone do not end a drawing, and a list may begin below a blank line of its own.
    if (oldest.shape === 'drawing' && line !== '') ledger.keep(oldest, line);
    else if (mayEnd(ledger, oldest)) {
      ledger.finish(oldest, true, now);
      ledger.unended = false;
    } else oldest.closed = true;
    return;
  }
  ledger.unended = false;
}

/** Whether a blank line ends an open answer. */
function mayEnd(ledger: Ledger, { shape, answer, marked }: Asked): boolean {
  if (shape !== 'names' && shape !== 'drawing') return true;
  if (!marked || answer!.every((line) => line.trim() === '')) return false;
  // Only its fence ends a list of ours: there is nothing that may not stand between two of its lines.
  return shape === 'drawing' || !ledger.fenced;
}

function marked(ledger: Ledger, success: boolean, rest: string, now: number): void {
  const text = rest.trim();
  if (ledger.unended) ledger.fault('missing-blank-line');
  ledger.unended = false;
  const fence = success ? fenceAnswered(ledger, text) : -1;
  ledger.decide(fence < 0, now);
  if (fence > 0) {
    while (ledger.oldest && !ledger.oldest.isFence) ledger.settle(ledger.oldest, now);
  }
  let oldest = ledger.oldest;
  if (oldest && oldest.answer !== null) {
    if (belongs(ledger, oldest)) {
      // Lines that follow its `=` or come before it, or anything at all while only the fence can end it.
      take(ledger, oldest, success, rest, now);
      return;
    }
    ledger.fault('missing-blank-line');
    ledger.finish(oldest, true, now, oldest.heardAt);
    oldest = ledger.oldest;
  }
  if (!oldest) {
    ledger.unasked(text);
    return;
  }
  const meant = meantFor(ledger, oldest, success, text);
  if (meant !== oldest && !isSure(meant, success, text)) {
    ledger.hold(meant, success, text);
    return;
  }
  for (; oldest !== undefined && oldest !== meant; oldest = ledger.oldest) ledger.settle(oldest, now);
  answer(ledger, meant, success, rest, now);
}

/**
 * The command that an answer is meant for. By the text it is the oldest. Where the answer can be none to that, a later
 * one is taken to which it is one without doubt: then those before have lost theirs. Where the sender has given up the
 * oldest, it may be one to that or to what was sent since, and the next line tells.
 */
function meantFor(ledger: Ledger, oldest: Asked, success: boolean, text: string): Asked {
  const { asked } = ledger;
  if (asked.length === 1 || isSure(oldest, success, text)) return oldest;
  const fits = ({ isFence, shape }: Asked): boolean =>
    isFence ? success && text === ledger.fence : !success || fitOf(shape, text) !== 'unfit';
  if (fits(oldest) && !oldest.passed && !(asked.some((one) => isSure(one, success, text)) && !success)) {
    return oldest;
  }
  // What was said before already may be said once more.
  if (!oldest.passed && ledger.repeats(text)) return oldest;
  return (
    asked.find((one) => isSure(one, success, text)) ??
    (oldest.passed ? asked.find((one) => !one.passed && fits(one)) : undefined) ??
    oldest
  );
}

/** Whether an answer can hardly be one to a command of any other kind. */
const isSure = ({ shape }: Asked, success: boolean, text: string): boolean =>
  success
    ? (shape === 'move' || shape === 'boolean' || shape === 'winner') && isLikelyAnswer(shape, text)
    : shape === 'boolean' && isLikelyAnswer(shape, text) && !isErrorText(text);

/** Whether a line with a mark is no answer to anything else while `oldest` is open. */
function belongs(ledger: Ledger, oldest: Asked): boolean {
  if (!oldest.marked) return true;
  return ledger.fenced || (oldest.shape === 'drawing' && ledger.asked.length === 1);
}

function take(ledger: Ledger, oldest: Asked, success: boolean, rest: string, now: number): void {
  if (!oldest.marked) {
    oldest.marked = true;
    if (!success) {
      oldest.answer = [];
      ledger.keep(oldest, rest.trim());
      ledger.finish(oldest, false, now);
      ledger.unended = true;
      return;
    }
    if (rest.trim() !== '') ledger.keep(oldest, rest.slice(rest.startsWith(' ') ? 1 : 0));
    ledger.part(`an answer to ${oldest.line}`);
  } else if (oldest.shape === 'drawing') {
    ledger.keep(oldest, `${success ? '=' : '?'}${rest}`);
    ledger.part(`an answer to ${oldest.line}`);
  } else {
    ledger.unasked(rest.trim());
  }
}

/** The place of the fence that this text answers, in the ledger; -1 where it is none. */
function fenceAnswered(ledger: Ledger, text: string): number {
  const { oldest } = ledger;
  if (ledger.fence === null || text !== ledger.fence || !oldest || oldest.command.name === 'name') return -1;
  return ledger.asked.findIndex(({ isFence }) => isFence);
}

function answer(ledger: Ledger, oldest: Asked, success: boolean, rest: string, now: number): void {
  const { shape } = oldest;
  const text = rest.trim();
  const prose = shape === 'drawing' || shape === 'anything';
  if (
    !prose &&
    success &&
    text.length < LINE &&
    rest !== '' &&
    rest.replace(/^ /, '') !== text.replace(/ {2,}/g, ' ')
  ) {
    ledger.fault('extra-blanks');
  }
  const known = oldest.isFence;
  // A fence is answered by what it is known to be answered by, and by nothing else.
  const fit = known
    ? success && text === ledger.fence
      ? 'whole'
      : 'unfit'
    : success
      ? fitOf(shape, text)
      : 'whole';
  const echo = success && ledger.echoes(text, oldest);
  if (fit === 'unfit' || (echo && (shape === 'names' || shape === 'drawing'))) {
    misfit(ledger, oldest, success, text);
    return;
  }
  oldest.marked = true;
  if (fit === 'whole') {
    oldest.answer = [copyOf(text, LINE)];
    ledger.finish(oldest, success, now);
    ledger.unended = true;
    return;
  }
  oldest.answer = [];
  oldest.since = now;
  oldest.heardAt = now;
  if (text !== '') ledger.keep(oldest, rest.slice(rest.startsWith(' ') ? 1 : 0));
  ledger.part(`an answer to ${oldest.line}`);
}

/** An answer that cannot be one to the oldest command, as far as the text goes. */
function misfit(ledger: Ledger, oldest: Asked, success: boolean, text: string): void {
  const again = ledger.repeats(text);
  if (again) ledger.fault('doubled-answer', quoted(text));
  if (!again) ledger.fault('misplaced-answer', quoted(text));
  ledger.stale(text);
  if (success && text !== ledger.fence) ledger.candidate(oldest, text, true);
  ledger.unended = true;
}

function other(ledger: Ledger, line: string, now: number): void {
  if (ledger.heldForLines) ledger.decide(false, now);
  const { oldest } = ledger;
  const text = line.trim();
  if (oldest && oldest.answer !== null) {
    if (oldest.shape === 'move' || oldest.shape === 'winner') {
      const more = [...oldest.answer, copyOf(text, LINE)];
      if (completes(oldest.shape, more)) {
        oldest.answer = more;
        ledger.finish(oldest, true, now);
        ledger.unended = true;
      } else {
        ledger.fault('stray-line', quoted(text));
        ledger.aside(text);
      }
      return;
    }
    if (oldest.closed && oldest.marked) ledger.fault('blank-line-in-answer');
    oldest.closed = false;
    ledger.keep(oldest, line);
    ledger.part(`an answer to ${oldest.line}`);
    return;
  }
  if (oldest && (oldest.shape === 'names' || oldest.shape === 'drawing') && !isErrorText(text)) {
    ledger.fault('text-before-mark', quoted(text));
    oldest.answer = [];
    oldest.since = now;
    ledger.keep(oldest, line);
    ledger.part(`an answer to ${oldest.line}`);
    return;
  }
  const likely = oldest !== undefined && isLikelyAnswer(oldest.shape, text);
  ledger.fault(likely ? 'unmarked-answer' : 'stray-line', quoted(text));
  if (!likely) {
    ledger.aside(text);
    return;
  }
  ledger.part('what may be an answer');
  ledger.candidate(oldest, text, false);
}
