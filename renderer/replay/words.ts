/** The wording of a replay. Pure. */
import type { ReplayNotable } from '../../app/api/contract.ts';
import { partsAt, type Places } from '../console/filter.ts';
import type { ConsoleLine, ReplayedLine } from '../console/lines.ts';
import { visible } from '../ui/visible.ts';
import { clock, grouped } from '../ui/words.ts';

export const kindWords: Readonly<Record<ConsoleLine['direction'], string>> = {
  sent: 'sent',
  heard: 'heard',
  stderr: 'error stream',
  note: 'note',
  unreadable: 'unreadable',
};

/** Singular and plural of each kind, with faults before what can be tolerated. */
export const notableWords: Readonly<
  Record<Exclude<ReplayNotable, 'oddity'>, readonly [one: string, several: string]>
> = {
  illegal: ['illegal move', 'illegal moves'],
  fault: ['fault', 'faults'],
  silence: ['silence', 'silences'],
  unanswered: ['unanswered', 'unanswered'],
  misuse: ['misuse', 'misuses'],
};

/** The exact text of a line: with the CR of a line that ends in CR LF, unless its end is cut off. */
const exactText = ({ text, end, shortened }: ReplayedLine): string =>
  end === 'CR LF' && shortened === 0 ? `${text}\r` : text;

/** The text of a line as shown, with symbols for what is invisible. */
const shownText = (line: ReplayedLine): string => visible(exactText(line));

/** The same in parts: what the search has found, and what is between. */
export const shownParts = (line: ReplayedLine, places: Places): ReturnType<typeof partsAt> =>
  partsAt(exactText(line), places).map(({ text, found }) => ({ text: visible(text), found }));

/** Shown after a line of the engine's output that ended without a line end. */
export const unended = ' (no line end)';

/** Returns a line as a sentence or two, for screen readers. */
export function spokenLine(line: ReplayedLine): string {
  const parts = [
    `Line ${line.seq}, ${kindWords[line.direction]}: ${shownText(line)}${line.end === 'none' ? unended : ''}`,
  ];
  if (line.meaning !== '') parts.push(visible(line.meaning));
  parts.push(...line.remarks.map(({ text }) => visible(text)));
  return parts.join('. ');
}

const transcriptMarks: Readonly<Record<ConsoleLine['direction'], string>> = {
  sent: '-->',
  heard: '<--',
  stderr: '<!!',
  note: '###',
  unreadable: '###',
};

/** In bytes: recordings are cut beyond that. */
const lineBytes = 65_536;

/**
 * Returns a line for the clipboard, in the form of a transcript, which a replay can open: with its CR, and with the notes
 * below it that the text of a session has where a line was cut or has no line end.
 */
export function copiedLine(line: ReplayedLine): string {
  const [at, mark] = [clock(line.at).padStart(8), transcriptMarks[line.direction]];
  const copied = [`${at} ${mark} ${exactText(line)}`];
  if (line.cut > 0) {
    copied.push(`${at} ### [text] ${line.cut} bytes were cut off the line above, which exceeds ${lineBytes}`);
  }
  if (line.end === 'none') copied.push(`${at} ### [text] the last line of ${mark} has no line end`);
  return copied.join('\n');
}

export const linesWords = (lines: readonly number[]): string =>
  lines.length === 1
    ? `line ${grouped(lines[0]!)}`
    : `lines ${lines.slice(0, 6).map(grouped).join(', ')}${lines.length > 6 ? ' …' : ''}`;
