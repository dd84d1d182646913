/**
 * JSON objects out of lines. An object may go on over several lines, several may stand on one, and what stands
 * beside them is kept apart: a bot prints more than its moves.
 */
import { copyOf } from '../text.ts';
import { readJson, type JsonObject, type Outcome } from './json.ts';

export type Piece =
  | { readonly kind: 'object'; readonly object: JsonObject; readonly text: string }
  /** What is no object. */
  | { readonly kind: 'text'; readonly text: string; readonly reason: string }
  /** The line, or its end, begins an object or goes on with one. */
  | { readonly kind: 'part' }
  | { readonly kind: 'mark' }
  | { readonly kind: 'blank' };

/** Objects of one line that are read; what stands behind them is text. */
const MOST_OBJECTS = 8;
/** Places of a line at which an object may seem to begin and none does. */
const MOST_STARTS = 64;

/** What is kept of an object that goes on, in characters and lines: twice a request with each integer on its own. */
export const LONGEST_PENDING = 4096;
export const MOST_LINES = 256;

/** So many lines are read again with each new one, to see what goes wrong; then only where all brackets are closed. */
const LOOKED_AT = 32;

/** In characters: what is kept of a text, enough for any move in any layout. */
const KEPT = 400;

const BYTE_ORDER_MARK = '\ufeff';

export class ObjectStream {
  /** Whether an object is all that is wanted, wherever it begins. */
  readonly #isWhole: (object: JsonObject) => boolean;
  #pending = '';
  #lines = 0;
  #depth = 0;

  /** @param isWhole tells a message from an object within one: a line that is a message begins anew */
  constructor(isWhole: (object: JsonObject) => boolean) {
    this.#isWhole = isWhole;
  }

  /** The beginning of an object whose end has not come; empty where there is none. */
  get pending(): string {
    return copyOf(this.#pending, KEPT);
  }

  /** Nothing goes on with what has begun. */
  drop(): void {
    this.#pending = '';
    this.#lines = 0;
    this.#depth = 0;
  }

  /** The pieces of a line, at least one. */
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

  /** Reads what begins no earlier than with this text. */
  #begin(line: string, pieces: Piece[]): void {
    /** Up to where all is told. */
    let told = 0;
    let reason = 'it is no JSON object';
    let objects = 0;
    let at = line.indexOf('{');
    for (let starts = 0; at >= 0 && starts < MOST_STARTS && objects < MOST_OBJECTS; starts++) {
      const read = readJson(line, at);
      if (read.kind === 'wrong') {
        reason = read.reason;
        at = line.indexOf('{', at + 1);
        continue;
      }
      tellText(line.slice(told, at), reason, pieces);
      if (read.kind === 'more') {
        const rest = line.slice(at);
        return this.#keep(rest, 1, depthOf(rest), pieces);
      }
      pieces.push({ kind: 'object', object: read.value as JsonObject, text: short(line, at, read.end) });
      objects++;
      told = read.end;
      at = line.indexOf('{', told);
    }
    tellText(line.slice(told), reason, pieces);
  }

  #keep(text: string, lines: number, depth: number, pieces: Piece[]): void {
    if (text.length > LONGEST_PENDING || lines > MOST_LINES) {
      tellText(text, 'it has no end', pieces);
      return;
    }
    // Of a line in which it begins, a copy: a part of a string keeps the whole of it in memory.
    this.#pending = lines === 1 ? copyOf(text, LONGEST_PENDING) : text;
    this.#lines = lines;
    this.#depth = depth;
    pieces.push({ kind: 'part' });
  }
}

/** How many more brackets open than close: a quick look, which knows nothing of strings that hold brackets. */
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

/** On one line, however it was laid out. */
const short = (text: string, from: number, end: number): string =>
  copyOf(
    text
      .slice(from, Math.min(end, from + 4 * KEPT))
      .replace(/\s+/g, ' ')
      .trim(),
    KEPT,
  );
