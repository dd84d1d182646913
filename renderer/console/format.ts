/**
 * How a line of traffic looks: `seconds  mark  text`, with its oddities indented below. A line is made of pieces with a
 * tone each, which give both the plain text to copy and what the terminal paints.
 */
import { visible } from '../ui/visible.ts';
import { clock, grouped, timeOfDay } from '../ui/words.ts';
import { noPlaces, partsAt, type Places } from './filter.ts';
import { isError, marks, tagColumns, type ConsoleLine, type Tag } from './lines.ts';
import { oddityWords } from './words.ts';
import { clipped, type Grid, type Piece, type Tone } from './terminal.ts';

/**
 * Columns: seconds with three decimals up to 27 hours, a space, the mark, and the signs of a typed line and of a line
 * with oddities.
 */
const timeColumns = 9;
const textColumn = timeColumns + 1 + 2 + 2;
const indent = ' '.repeat(textColumn - 2);
/** In a view of several sessions: the time of day, a space, the session's label, a space. */
const mergedColumns = 13 + tagColumns + 1;

/** The most characters of one line that are painted; the journal has the whole line. */
export const paintedCharacters = 8192;

/** The oddities already written in full; when one recurs, only its name is written. */
export class SeenOddities {
  readonly #seen = new Set<string>();

  /** Returns whether an oddity occurs for the first time. */
  first(key: string): boolean {
    if (this.#seen.has(key)) return false;
    // An engine can cause any number of different oddities; forgetting them costs only a repeated sentence.
    if (this.#seen.size >= 1000) this.#seen.clear();
    this.#seen.add(key);
    return true;
  }
}

/** Decimals with more digits than a reader can use. Digits without a point may be anything, such as CFP's board. */
const longNumber = /(?<![\w.])-?\d+\.\d{10,}(?![\w.])/g;

/** Splits a text at its long numbers, which are rounded to four digits and marked with `≈`. */
function splitNumbers(text: string, tone: Tone, byHand: boolean): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { 0: exact, index } of text.matchAll(longNumber)) {
    const short = `≈${Number(Number(exact).toPrecision(4))}`;
    if (short.length >= exact.length) continue;
    if (index > from) pieces.push({ tone, text: visible(text.slice(from, index)), byHand });
    pieces.push({ tone, text: short, exact, byHand });
    from = index + exact.length;
  }
  if (from < text.length || pieces.length === 0) {
    pieces.push({ tone, text: visible(text.slice(from)), byHand });
  }
  return pieces;
}

function split(whole: string, tone: Tone, byHand: boolean, places: Places): Piece[] {
  return partsAt(whole, places).map(({ text, found }) => ({
    ...{ tone, text: visible(text), byHand },
    ...(found && { found }),
  }));
}

/** The command or answer that a line begins with: `bestmove`, or the `=` of a GTP answer with its number. */
const openingWord = /^(?:[A-Za-z]\w*|[=?]\d*)/;

/** Tints the word that a line begins with, unless the search has marked it. */
function tinted(pieces: Piece[]): Piece[] {
  const [first, ...others] = pieces;
  const word = first?.found === true ? undefined : openingWord.exec(first?.text ?? '')?.[0];
  if (first === undefined || word === undefined) return pieces;
  const rest = first.text.slice(word.length);
  return [
    { ...first, tone: 'word', text: word },
    ...(rest === '' ? [] : [{ ...first, text: rest }]),
    ...others,
  ];
}

/** Time, session and mark, which stand before the text of a line. */
function leadOf(line: ConsoleLine, tone: Tone): Piece[] {
  return [
    ...(line.origin === undefined
      ? [timePiece(clock(line.at).padStart(timeColumns))]
      : [timePiece(momentOf(line.at)), tagPiece(line.origin.tag)]),
    {
      tone,
      text: `${marks[line.direction]}${line.byHand ? '✎' : ' '}`,
      byHand: line.byHand,
    },
    // The sign of the line's oddities, so that the line stands out when the eye scans down the column.
    line.oddities.length > 0 ? { tone: 'oddity', text: '~' } : { tone, text: ' ' },
  ];
}

/**
 * Returns the row of a line without its oddities.
 * @param places matches of the search to highlight
 * @param brief shortens long numbers, unless the line has a match
 */
export function lineRow(line: ConsoleLine, places: Places = noPlaces, brief = false): Piece[] {
  const painted = line.text.slice(0, paintedCharacters);
  const tone = isError(line) ? 'fault' : line.direction;
  const text =
    brief && places.length === 0
      ? splitNumbers(painted, tone, line.byHand)
      : split(painted, tone, line.byHand, places);
  const row: Piece[] = [
    ...leadOf(line, tone),
    ...(tone === 'sent' || tone === 'heard' ? tinted(text) : text),
  ];
  const unpainted = line.text.length - painted.length;
  if (unpainted > 0) row.push({ tone: 'cut', text: ` […${grouped(unpainted)} more characters]` });
  if (line.cut > 0)
    row.push({ tone: 'cut', text: ` […cut: ${grouped(line.cut)} more bytes in the journal]` });
  return row;
}

/** Returns the row of a line and one for each of its oddities; the parameters are those of `lineRow`. */
export function layOut(
  line: ConsoleLine,
  seen: SeenOddities,
  places: Places = noPlaces,
  brief = false,
): Piece[][] {
  const rows = [lineRow(line, places, brief)];
  for (const oddity of line.oddities) {
    const { name, clause, text } = oddity;
    const words = seen.first(`${name}\n${clause}\n${text}`)
      ? oddityWords(oddity)
      : `${name}, as above (${clause})`;
    const before =
      line.origin === undefined ? indent : indent.slice(timeColumns + 1).padStart(mergedColumns + 2);
    rows.push([{ tone: 'oddity', text: `${before}~ ${visible(words)}` }]);
  }
  return rows;
}

const timePiece = (text: string): Piece => ({ tone: 'time', text: `${text} ` });

const tagPiece = ({ name, hue }: Tag): Piece => ({
  tone: `session${hue}`,
  text: `${name.padEnd(tagColumns)} `,
});

/** Returns the local time of day: `12:00:03.250`. @param at in seconds since 1970 */
function momentOf(at: number): string {
  const date = new Date(Math.floor(at * 1000));
  return `${timeOfDay(date)}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** The column where the text of a line and the text of its oddities begin. */
export const hangOf = (line: ConsoleLine | null): number =>
  line?.origin === undefined ? textColumn : mergedColumns + 4;

/** Returns the row for `count` folded lines of a run, with as much of the newest one as fits. */
export function foldRow(count: number, newest: ConsoleLine, grid: Grid): Piece[] {
  const more = `⋯ ${grouped(count)} more, newest: `;
  const text = splitNumbers(newest.text.slice(0, grid.columns * 4), newest.direction, false);
  return clipped([...leadOf(newest, newest.direction), { tone: 'cut', text: more }, ...text], grid);
}

/** A row in place of lines that are missing. */
export function gapRow(count: number): Piece[] {
  const lines = count === 1 ? '1 line' : `${grouped(count)} lines`;
  return [{ tone: 'cut', text: `${indent}… ${lines} left out; the journal has them` }];
}

export const plainText = (rows: readonly (readonly Piece[])[]): string =>
  rows.map((row) => row.map(({ text }) => text).join('')).join('\n');
