/**
 * Masks personal data in texts and byte streams. Texts are searched as bytes (one character each, as in Latin-1), so
 * that everything else stays byte for byte; line feeds always stay.
 */
import { bytes, longestLead, longestMatch, type MaskKind, type Pattern } from './patterns.ts';

export type MaskCounts = Readonly<Partial<Record<MaskKind, number>>>;

/** In bytes: how much of an unfinished line is held back so that it can be searched whole. */
export const heldLine = 64 * 1024;

export class Masker {
  readonly #expression: RegExp | null;
  readonly #patterns: readonly Pattern[];
  /** One of these occurs in every match; null if there is no such list. */
  readonly #needles: readonly string[] | null;
  readonly #counts = new Map<MaskKind, number>();
  #places = 0;

  constructor(patterns: readonly Pattern[]) {
    this.#patterns = patterns;
    const needles = patterns.flatMap(({ needle }) => needle ?? []);
    this.#needles = needles.length === patterns.length ? [...new Set(needles)] : null;
    this.#expression =
      patterns.length > 0 ? new RegExp(patterns.map(({ source }) => `(${source})`).join('|'), 'gi') : null;
  }

  /** The number of places masked so far. */
  get places(): number {
    return this.#places;
  }

  get counts(): MaskCounts {
    return Object.fromEntries(this.#counts);
  }

  text(text: string): string {
    return Buffer.from(this.latin(bytes(text)), 'latin1').toString('utf8');
  }

  /** Masks every text in a JSON value except field names. */
  value(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((each) => this.value(each));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, this.value(each)]));
  }

  /** Masks lines given as one character per byte, the last of them complete; returns the result from `from` on. */
  latin(text: string, from = 0): string {
    const expression = this.#expression;
    if (expression === null || !this.#mayHold(text)) return text.slice(from);
    return this.#masked(expression, text, from, text.length).certain;
  }

  /** As `latin`, for the beginning of a line: returns what is certain, and how far in the text that reaches. */
  begun(text: string, from: number): { readonly certain: string; readonly end: number } {
    const expression = this.#expression;
    if (expression === null) return { certain: text.slice(from), end: text.length };
    const end = text.length - longestMatch;
    return end <= from ? { certain: '', end: from } : this.#masked(expression, text, from, end);
  }

  /** Masks matches that begin between two places; the last match may end beyond the second. */
  #masked(
    expression: RegExp,
    text: string,
    from: number,
    to: number,
  ): { readonly certain: string; readonly end: number } {
    let certain = '';
    let at = from;
    expression.lastIndex = from;
    for (let found = expression.exec(text); found && found.index < to; found = expression.exec(text)) {
      certain += text.slice(at, found.index) + this.#maskOf(found);
      at = found.index + found[0].length;
    }
    const end = Math.max(at, to);
    return { certain: certain + text.slice(at, end), end };
  }

  #mayHold(text: string): boolean {
    if (this.#needles === null) return true;
    const small = text.toLowerCase();
    return this.#needles.some((needle) => small.includes(needle));
  }

  /** @param found the match and its groups, one of which is defined */
  #maskOf(found: readonly unknown[]): string {
    const at = found.findIndex((group, index) => index > 0 && group !== undefined);
    const { kind, replacement, wide } = this.#patterns[at - 1]!;
    this.#places++;
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    return wide ? Buffer.from(replacement, 'utf16le').toString('latin1').slice(0, -1) : replacement;
  }
}

/** One output stream of an engine, whose chunks may end anywhere: a line is searched once it is complete. */
export class MaskedStream {
  readonly #masker: Masker;
  #held: string[] = [];
  #length = 0;
  /** How much of the held text has been released; it stays as context for what follows. */
  #told = 0;

  constructor(masker: Masker) {
    this.#masker = masker;
  }

  /** What is certain now, one character per byte. */
  push(chunk: Buffer): string {
    const end = chunk.lastIndexOf(10) + 1;
    if (end === 0) return this.#hold(chunk.toString('latin1'));
    const lines = this.#release(chunk.toString('latin1', 0, end));
    return lines + (end < chunk.length ? this.#hold(chunk.toString('latin1', end)) : '');
  }

  /** The last line, if it has no end. */
  end(): string {
    return this.#length === 0 ? '' : this.#release('');
  }

  #hold(text: string): string {
    this.#held.push(text);
    this.#length += text.length;
    if (this.#length <= heldLine) return '';
    const all = this.#held.join('');
    const { certain, end } = this.#masker.begun(all, this.#told);
    const kept = Math.max(0, end - longestLead);
    this.#held = [all.slice(kept)];
    this.#length = all.length - kept;
    this.#told = end - kept;
    return certain;
  }

  /** The held text continued by `text`, up to a line's end. */
  #release(text: string): string {
    const lines = this.#masker.latin(this.#held.join('') + text, this.#told);
    this.#held = [];
    this.#length = this.#told = 0;
    return lines;
  }
}
