/** The values of a bestmove's parameters: numbers, and lists of columns, cells and scored columns. */
import { quoted, type Fault } from './oddities.ts';
import { canonicalNumber, hasExponent } from './scores.ts';
import { wholeNumber } from './words.ts';

export interface Cell {
  /** From the left, 0 first. */
  readonly column: number;
  /** From the bottom, 0 first. */
  readonly row: number;
}

export interface ColumnScore {
  readonly column: number;
  /** In canonical decimal form, see `canonicalNumber`. */
  readonly score: string;
}

/** Entries of one list that are read: more than the 144 cells of the largest board. */
const MAX_ENTRIES = 256;

export const readNumber = canonicalNumber;

export const readColumn = (text: string): number | null => wholeNumber(text, true);

export function readCell(text: string): Cell | null {
  const [first = '', second = '', extra] = text.split(';', 3);
  const column = readColumn(first);
  const row = readColumn(second);
  return column === null || row === null || extra !== undefined ? null : { column, row };
}

export function readScored(text: string, faults: Fault[]): ColumnScore | null {
  const [first = '', second = '', extra] = text.split(';', 3);
  const column = readColumn(first);
  const score = readNumber(second);
  if (column === null || score === null || extra !== undefined) return null;
  oddityOfNumber(second, faults);
  return { column, score };
}

/** Names an exponent once a line, however many numbers have one. */
export function oddityOfNumber(text: string, faults: Fault[]): void {
  if (hasExponent(text) && !faults.some((fault) => fault.name === 'exponent')) {
    faults.push({ name: 'exponent', detail: quoted(text) });
  }
}

/** The readable entries of a list; null where the parameter is absent or none of it could be read. */
export function readList<Entry>(
  values: ReadonlyMap<string, string>,
  flag: string,
  read: (text: string) => Entry | null,
  faults: Fault[],
): readonly Entry[] | null {
  const text = values.get(flag);
  if (text === undefined) return null;
  const parts = text.split('/', MAX_ENTRIES + 1);
  if (parts.length > MAX_ENTRIES) {
    parts.length = MAX_ENTRIES;
    faults.push({ name: 'too-many-entries', detail: flag });
  }
  const entries: Entry[] = [];
  let bad: string | null = null;
  for (const part of parts) {
    const entry = read(part);
    if (entry === null) bad ??= part;
    else entries.push(entry);
  }
  if (bad !== null) faults.push({ name: 'unreadable-value', detail: `${flag} ${quoted(bad)}` });
  return entries.length > 0 ? entries : null;
}
