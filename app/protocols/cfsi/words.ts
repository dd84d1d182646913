/** Lines into words, and the faults of form that both directions share. */
import { quoted, type Fault } from './oddities.ts';

export interface Words {
  readonly words: readonly string[];
  readonly faults: readonly Fault[];
}

/** Splits at runs of blanks and names the runs that the text does not have. */
export function splitWords(line: string): Words {
  const words = line.split(/[ \t\r\n]+/).filter((word) => word !== '');
  const single = words.length === 0 ? line === '' : line === words.join(' ');
  return { words, faults: single ? [] : [{ name: 'extra-blanks' }] };
}

/** The word of `known` that `word` is; a fault where only the case differs. */
export function recognise<Known extends string>(
  word: string,
  known: readonly Known[],
  faults: Fault[],
): Known | null {
  // Lines may be long and no known word is: leave the case of a long word alone.
  if (word.length > 32) return null;
  const found = known.find((candidate) => candidate.toLowerCase() === word.toLowerCase()) ?? null;
  if (found !== null && found !== word) faults.push({ name: 'letter-case', detail: quoted(word) });
  return found;
}

/** A whole number without an exponent, from 0 on unless `signed`; null where `text` is none. */
export function wholeNumber(text: string, signed = false): number | null {
  if (text.length > 16 || !(signed ? /^[+-]?\d+$/ : /^\d+$/).test(text)) return null;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : null;
}
