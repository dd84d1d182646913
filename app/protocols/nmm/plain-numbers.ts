/**
 * Reads the numbers of lines one after the other, by hand: regular expressions and `Number` take several times as long,
 * and a search prints thousands of lines.
 */

/** With so many digits, a number without its point is exact, and so is one divided by a power of ten. */
const MOST_DIGITS = 15;

const powersOfTen = Array.from({ length: MOST_DIGITS + 1 }, (_, power) => 10 ** power);

const [ZERO, NINE, POINT, PLUS, MINUS, LINE_FEED] = [48, 57, 46, 43, 45, 10];

export class PlainNumbers {
  readonly #text: string;
  #at: number;
  #isSound = true;

  /** @param text lines, with LF between them */
  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
  }

  /** Where the last number ended. */
  get at(): number {
    return this.#at;
  }

  /** Whether the whole line has been read, and each number was one that this reads. */
  get isWhole(): boolean {
    if (!this.#isSound) return false;
    return this.#at === this.#text.length || this.#text.charCodeAt(this.#at) === LINE_FEED;
  }

  /** Goes on behind these words. @returns false if they are not what follows */
  skip(words: string): boolean {
    if (!this.#text.startsWith(words, this.#at)) return false;
    this.#at += words.length;
    return true;
  }

  /** Goes on at the next line. */
  nextLine(): void {
    this.#at++;
  }

  /** `12` or `0.5`, of at most `MOST_DIGITS` digits. @param isSigned whether it may have a sign */
  next(isSigned: boolean): number {
    const sign = isSigned ? this.#text.charCodeAt(this.#at) : ZERO;
    if (sign === PLUS || sign === MINUS) this.#at++;
    const from = this.#at;
    let value = this.#digits(0);
    let digits = this.#at - from;
    if (digits > 0 && this.#text.charCodeAt(this.#at) === POINT) {
      const point = this.#at++;
      value = this.#digits(value);
      const places = this.#at - point - 1;
      if (places === 0) this.#isSound = false;
      digits += places;
      if (digits <= MOST_DIGITS) value /= powersOfTen[places]!;
    }
    if (digits === 0 || digits > MOST_DIGITS) this.#isSound = false;
    return sign === MINUS ? -value : value;
  }

  nextWhole(): number {
    const from = this.#at;
    const value = this.#digits(0);
    const digits = this.#at - from;
    if (digits === 0 || digits > MOST_DIGITS) this.#isSound = false;
    return value;
  }

  /** @param value of the digits before */
  #digits(value: number): number {
    let read = value;
    for (; this.#at < this.#text.length; this.#at++) {
      const code = this.#text.charCodeAt(this.#at);
      if (code < ZERO || code > NINE) break;
      read = 10 * read + code - ZERO;
    }
    return read;
  }
}
