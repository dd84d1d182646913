/**
 * Masks what is personal, in texts and in streams of bytes. A text is looked through as bytes (each a character, as in
 * Latin-1), so that what is not masked stays as it was, byte for byte; line feeds always do.
 */
import { bytes, longestLead, longestMatch, type MaskKind, type Pattern } from './patterns.ts';

export type MaskCounts = Readonly<Partial<Record<MaskKind, number>>>;

/** In bytes: how much of a line that has not ended is kept back in order to be looked through whole. */
export const heldLine = 64 * 1024;

export class Masker {
  readonly #expression: RegExp | null;
  readonly #patterns: readonly Pattern[];
  /** One of these stands in whatever is masked; null where that is not so. */
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

  /** Places that were masked so far. */
  get places(): number {
    return this.#places;
  }

  get counts(): MaskCounts {
    return Object.fromEntries(this.#counts);
  }

  text(text: string): string {
    return Buffer.from(this.latin(bytes(text)), 'latin1').toString('utf8');
  }

  /** Every text in a JSON value, names of fields aside. */
  value(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((each) => this.value(each));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, this.value(each)]));
  }

  /** Lines, a byte a character, the last of which is whole: what stands for them from the place `from` on. */
  latin(text: string, from = 0): string {
    const expression = this.#expression;
    if (expression === null || !this.#mayHold(text)) return text.slice(from);
    return this.#masked(expression, text, from, text.length).certain;
  }

  /** As `latin`, for the beginning of a line: gives what is certain, and up to where in the text that goes. */
  begun(text: string, from: number): { readonly certain: string; readonly end: number } {
    const expression = this.#expression;
    if (expression === null) return { certain: text.slice(from), end: text.length };
    const end = text.length - longestMatch;
    return end <= from ? { certain: '', end: from } : this.#masked(expression, text, from, end);
  }

  /** Masks what begins between two places; what is masked last may end behind the second. */
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

  /** @param found the match and its groups, one of which is not undefined */
  #maskOf(found: readonly unknown[]): string {
    const at = found.findIndex((group, index) => index > 0 && group !== undefined);
    const { kind, replacement, wide } = this.#patterns[at - 1]!;
    this.#places++;
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    return wide ? Buffer.from(replacement, 'utf16le').toString('latin1').slice(0, -1) : replacement;
  }
}

/** One stream of an engine, whose chunks end anywhere: a line is looked through when it is whole. */
export class MaskedStream {
  readonly #masker: Masker;
  #held: string[] = [];
  #length = 0;
  /** How much of what is held was told: what follows is known by what stands before it. */
  #told = 0;

  constructor(masker: Masker) {
    this.#masker = masker;
  }

  /** What is certain now, a byte a character. */
  push(chunk: Buffer): string {
    const end = chunk.lastIndexOf(10) + 1;
    if (end === 0) return this.#hold(chunk.toString('latin1'));
    const lines = this.#release(chunk.toString('latin1', 0, end));
    return lines + (end < chunk.length ? this.#hold(chunk.toString('latin1', end)) : '');
  }

  /** The last line, where it has no end. */
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

  /** What is held and goes on as `text`, up to a line's end. */
  #release(text: string): string {
    const lines = this.#masker.latin(this.#held.join('') + text, this.#told);
    this.#held = [];
    this.#length = this.#told = 0;
    return lines;
  }
}
