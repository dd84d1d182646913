/** The wording of a replay. Pure. */
import type { ReplayNotable } from '../../app/api/contract.ts';
import type { ConsoleLine, ReplayedLine } from '../console/lines.ts';
import { visible } from '../ui/visible.ts';
import { grouped } from '../ui/words.ts';

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

/** Formats a time with three decimals: `12.345`, `1:02.345`, `1:01:02.345`. */
export function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const rest = (seconds - hours * 3600 - minutes * 60).toFixed(3);
  if (hours > 0) return `${hours}:${String(minutes).padStart(2, '0')}:${rest.padStart(6, '0')}`;
  return minutes > 0 ? `${minutes}:${rest.padStart(6, '0')}` : rest;
}

/** Returns a line as a sentence or two, for screen readers. */
export function spokenLine(line: ReplayedLine): string {
  const parts = [`Line ${line.seq}, ${kindWords[line.direction]}: ${visible(line.text)}`];
  if (line.meaning !== '') parts.push(visible(line.meaning));
  parts.push(...line.remarks.map(({ text }) => visible(text)));
  return parts.join('. ');
}

/** Returns a line for the clipboard, in the form of a transcript, which a replay can open. */
export const copiedLine = ({ at, direction, text }: ConsoleLine): string =>
  `${at.toFixed(3).padStart(8)} ${{ sent: '-->', heard: '<--', stderr: '<!!', note: '###', unreadable: '###' }[direction]} ${text}`;

export const linesWords = (lines: readonly number[]): string =>
  lines.length === 1
    ? `line ${grouped(lines[0]!)}`
    : `lines ${lines.slice(0, 6).map(grouped).join(', ')}${lines.length > 6 ? ' …' : ''}`;
