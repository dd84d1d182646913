/** What is left of a process at its end, and the last words that are quoted from it. */
import { beginningOf, quotes } from '../../protocols/text.ts';
import type { Rung } from '../../shapes/sessions.ts';
import { harmless } from '../harmless.ts';
import { lineLimit } from '../wire/lines.ts';
import { tellingLine } from './telling-line.ts';

/** The facts about an end besides its cause. */
export interface Remains {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly lastHeard: string | null;
  /** How many bytes of that line were beyond the most that is read of one. */
  readonly cut: number;
  /** What it had printed of a line when the driver gave it up; empty if nothing. */
  readonly unfinished: string;
  /** The first line that it printed after that, where it had printed nothing before; empty if none. */
  readonly late: string;
  readonly stderrTail: readonly string[];
  readonly rung: Rung;
}

/** For a process that never started. */
export const noRemains: Remains = {
  exitCode: null,
  signal: null,
  lastHeard: null,
  cut: 0,
  unfinished: '',
  late: '',
  stderrTail: [],
  rung: 'by itself',
};

/** Characters of a quoted line: enough to recognise it. The console shows all of it. */
const quoteLimit = 200;

/** Quotes an engine's text in one of our sentences: shortened and safe to print. */
export function quoted(text: string): string {
  return `\`${harmless(beginningOf(text, quoteLimit))}\``;
}

/** Introduces and quotes a line of stderr. @param all the lines that it is one of */
export const complaintWords = (complaint: string, all: readonly string[]): string => {
  const last = all.findLast((line) => line.trim() !== '')?.trim();
  return `${complaint === last ? 'last line on stderr' : 'on stderr'}: ${quoted(complaint)}`;
};

/** Ends a sentence by what was printed of a line that has not ended. */
export const unendedWords = (begun: string): string => `; it printed ${quoted(begun)} without a line end`;

/** Whether a driver's reason quotes this line as one that was heard, in its way or in ours. */
function isQuotedIn(reason: string, line: string): boolean {
  // What a driver waited for is quoted first, as the question itself may be, and is not a line that was heard.
  const told = reason.replace(/^no .*? within /, '');
  return [line, line.trim()].some((text) => told.includes(quoted(text)) || quotes(told, text));
}

/**
 * Says which word a driver waited for, where a line has it in another spelling: `best move`, `bestmove=`. Other letter case is
 * understood and therefore not the cause.
 */
function awaitedIn(reason: string, line: string): string {
  const word = /^no "?([a-z]+)"? within /.exec(reason)?.[1];
  if (word === undefined || /^\S+/.exec(line.trim())?.[0]?.toLowerCase() === word) return '';
  const isAlike = line
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '')
    .startsWith(word);
  return isAlike ? `, which does not begin with the word ${quoted(word)}` : '';
}

/**
 * Quotes the most informative last words: a line without an end or one that was not flushed, which is why nothing more was
 * heard, and stderr, since errors are printed there; else the last line.
 * @param reason what is already said of the lines that were heard
 */
export function lastWords(remains: Remains, reason: string): string {
  const { lastHeard, cut, stderrTail, unfinished, late } = remains;
  const unended = unfinished === '' ? '' : unendedWords(unfinished);
  const begun = late === '' ? unended : `; told to leave, it printed ${quoted(late)}`;
  const complaint = tellingLine(stderrTail);
  if (complaint !== null) return `${begun}; ${complaintWords(complaint, stderrTail)}`;
  if (begun !== '') return begun;
  // The reason may already say that nothing was heard.
  if (lastHeard === null) return reason.includes('no line was heard') ? '' : '; it printed nothing';
  const awaited = awaitedIn(reason, lastHeard);
  const long = cut === 0 ? '' : `; that line has ${lineLimit + cut} bytes, of which ${lineLimit} are read`;
  return (isQuotedIn(reason, lastHeard) ? '' : `; last line heard: ${quoted(lastHeard)}`) + awaited + long;
}
