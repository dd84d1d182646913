/**
 * Splits lines into JSON objects and other text: an object may span lines, a line may have several objects, and bots
 * print more than their moves.
 */
import { copyOf } from '../text.ts';
import { readJson, type JsonObject, type Outcome } from './json.ts';

export type Piece =
  | { readonly kind: 'object'; readonly object: JsonObject; readonly text: string }
  | { readonly kind: 'text'; readonly text: string; readonly reason: string }
  /** The line, or the end of it, begins or continues an object. */
  | { readonly kind: 'part' }
  | { readonly kind: 'mark' }
  | { readonly kind: 'blank' };

/** The most objects of one line that are read; the rest of the line is text. */
const MOST_OBJECTS = 8;
/** The most braces of one line at which the reader looks for an object. */
const MOST_STARTS = 64;

/** Limits of an unfinished object, in characters and lines: twice a request with one integer per line. */
export const LONGEST_PENDING = 4096;
export const MOST_LINES = 256;

/**
 * Up to this number of lines, an unfinished object is parsed at each new line; beyond, only once all brackets are
 * closed.
 */
const LOOKED_AT = 32;

/** The most characters of a text that are kept, enough for a move in any layout. */
const KEPT = 400;

const BYTE_ORDER_MARK = '\ufeff';

export class ObjectStream {
  readonly #isWhole: (object: JsonObject) => boolean;
  #pending = '';
  #lines = 0;
  #depth = 0;

  /** @param isWhole whether an object is a whole message: a line with a whole message ends an unfinished object */
  constructor(isWhole: (object: JsonObject) => boolean) {
    this.#isWhole = isWhole;
  }

  /** The beginning of the unfinished object; empty if none. */
  get pending(): string {
    return copyOf(this.#pending, KEPT);
  }

  /** Drops the unfinished object. */
  drop(): void {
    this.#pending = '';
    this.#lines = 0;
    this.#depth = 0;
  }

  /** At least one piece. */
  read(line: string): readonly Piece[] {
    const pieces: Piece[] = [];
    let text = line;
    if (text.startsWith(BYTE_ORDER_MARK)) {
      pieces.push({ kind: 'mark' });
      text = text.slice(1);
    }
    if (this.#pending === '') this.#begin(text, pieces);
    else this.#goOn(text, pieces);
    if (pieces.length === 0) pieces.push({ kind: 'blank' });
    return pieces;
  }

  #goOn(line: string, pieces: Piece[]): void {
    if (line.trim() === '') return;
    const joined = `${this.#pending}\n${line}`;
    const { pending } = this;
    const lines = this.#lines + 1;
    const depth = this.#depth + depthOf(line);
    this.drop();
    const start = line.search(/\S/);
    const alone = line[start] === '{' ? readJson(line, start) : null;
    if (alone?.kind === 'value' && alone.value.kind === 'object' && this.#isWhole(alone.value)) {
      pieces.push({ kind: 'text', text: pending, reason: 'it has no end' });
      this.#begin(line, pieces);
      return;
    }
    const read: Outcome = lines > LOOKED_AT && depth > 0 ? { kind: 'more' } : readJson(joined, 0);
    if (read.kind === 'value') {
      pieces.push({ kind: 'object', object: read.value as JsonObject, text: short(joined, 0, read.end) });
      this.#begin(joined.slice(read.end), pieces);
    } else if (read.kind === 'wrong') {
      pieces.push({ kind: 'text', text: pending, reason: read.reason });
      this.#begin(line, pieces);
    } else {
      this.#keep(joined, lines, depth, pieces);
    }
  }

  #begin(line: string, pieces: Piece[]): void {
    let told = 0;
    /** What is wrong with the first object that cannot be read. */
    let wrong: string | null = null;
    let objects = 0;
    let at = line.indexOf('{');
    const tell = (end: number): void => {
      tellText(line.slice(told, end), wrong ?? 'it is not a JSON object', pieces);
      wrong = null;
      told = end;
    };
    for (let starts = 0; at >= 0 && starts < MOST_STARTS && objects < MOST_OBJECTS; starts++) {
      const read = readJson(line, at);
      if (read.kind === 'wrong') {
        wrong ??= read.reason;
        at = line.indexOf('{', at + 1);
        continue;
      }
      // In a text that is not JSON, an object may be a part of what its author took for one.
      if (read.kind === 'value' && wrong !== null && !this.#isWhole(read.value as JsonObject)) {
        at = line.indexOf('{', read.end);
        continue;
      }
      tell(at);
      if (read.kind === 'more') {
        const rest = line.slice(at);
        return this.#keep(rest, 1, depthOf(rest), pieces);
      }
      pieces.push({ kind: 'object', object: read.value as JsonObject, text: short(line, at, read.end) });
      objects++;
      told = read.end;
      at = line.indexOf('{', told);
    }
    tell(line.length);
  }

  #keep(text: string, lines: number, depth: number, pieces: Piece[]): void {
    if (text.length > LONGEST_PENDING || lines > MOST_LINES) {
      tellText(text, 'it has no end', pieces);
      return;
    }
    // A copy, since a substring keeps the whole string in memory.
    this.#pending = lines === 1 ? copyOf(text, LONGEST_PENDING) : text;
    this.#lines = lines;
    this.#depth = depth;
    pieces.push({ kind: 'part' });
  }
}

/** Whether a message may end with this beginning of a line, so that no more of the line is needed. */
export function mayEndMessage(begun: string, isMessage: (object: JsonObject) => boolean): boolean {
  const text = begun.trimEnd();
  if (!text.endsWith('}')) return false;
  const last = new ObjectStream(isMessage).read(text).at(-1)!;
  // The last line of an object that spans lines closes what the lines before it have opened.
  return last.kind === 'object' ? isMessage(last.object) : depthOf(text) < 0;
}

/** Opening minus closing brackets, including those in strings. */
function depthOf(text: string): number {
  let depth = 0;
  for (const character of text) {
    if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
  }
  return depth;
}

function tellText(text: string, reason: string, pieces: Piece[]): void {
  const words = short(text, 0, text.length);
  if (words !== '') pieces.push({ kind: 'text', text: words, reason });
}

/** The text on one line. */
const short = (text: string, from: number, end: number): string =>
  copyOf(
    text
      .slice(from, Math.min(end, from + 4 * KEPT))
      .replace(/\s+/g, ' ')
      .trim(),
    KEPT,
  );
