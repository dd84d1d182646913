/**
 * Masks what is personal, in texts and in streams of bytes. A text is looked through as bytes (each a character, as in
 * Latin-1), so that what is not masked stays as it was, byte for byte; line feeds always do.
 */
import { bytes, longestMatch, type MaskKind, type Pattern } from './patterns.ts';

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

  /** Whole lines, a byte a character. */
  latin(text: string): string {
    const expression = this.#expression;
    if (expression === null || !this.#mayHold(text)) return text;
    expression.lastIndex = 0;
    return text.replace(expression, (...found: readonly unknown[]) => this.#maskOf(found));
  }

  /** As `latin`, for the beginning of a line: gives what is certain, and how much of the text that was. */
  begun(text: string): { readonly certain: string; readonly length: number } {
    const expression = this.#expression;
    const end = text.length - longestMatch;
    if (expression === null) return { certain: text, length: text.length };
    if (end <= 0) return { certain: '', length: 0 };
    let certain = '';
    let at = 0;
    expression.lastIndex = 0;
    for (let found = expression.exec(text); found && found.index < end; found = expression.exec(text)) {
      certain += text.slice(at, found.index) + this.#maskOf(found);
      at = found.index + found[0].length;
    }
    const length = Math.max(at, end);
    return { certain: certain + text.slice(at, length), length };
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

  constructor(masker: Masker) {
    this.#masker = masker;
  }

  /** What is certain now, a byte a character. */
  push(chunk: Buffer): string {
    const end = chunk.lastIndexOf(10) + 1;
    if (end === 0) return this.#hold(chunk.toString('latin1'));
    const whole = this.#release() + chunk.toString('latin1', 0, end);
    return this.#masker.latin(whole) + (end < chunk.length ? this.#hold(chunk.toString('latin1', end)) : '');
  }

  /** The last line, where it has no end. */
  end(): string {
    return this.#length === 0 ? '' : this.#masker.latin(this.#release());
  }

  #hold(text: string): string {
    this.#held.push(text);
    this.#length += text.length;
    if (this.#length <= heldLine) return '';
    const all = this.#release();
    const { certain, length } = this.#masker.begun(all);
    this.#held = [all.slice(length)];
    this.#length = all.length - length;
    return certain;
  }

  #release(): string {
    const text = this.#held.length === 1 ? this.#held[0]! : this.#held.join('');
    this.#held = [];
    this.#length = 0;
    return text;
  }
}
