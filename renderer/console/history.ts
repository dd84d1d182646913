/** Lines that were typed, for the arrow keys; the line in the making is kept while older ones are shown. */
export class History {
  readonly #most: number;
  #lines: string[] = [];
  /** Index of the line shown; the length means the line in the making. */
  #at = 0;
  #draft = '';

  /** @param most lines that are kept */
  constructor(most = 200) {
    this.#most = most;
  }

  add(line: string): void {
    if (line !== '' && line !== this.#lines.at(-1)) {
      this.#lines.push(line);
      if (this.#lines.length > this.#most) this.#lines.shift();
    }
    this.#at = this.#lines.length;
    this.#draft = '';
  }

  /** The line before the one shown; null where there is none. */
  older(shown: string): string | null {
    if (this.#at === 0) return null;
    if (this.#at === this.#lines.length) this.#draft = shown;
    this.#at--;
    return this.#lines[this.#at] ?? null;
  }

  /** The line after the one shown, at last the one in the making; null where there is none. */
  newer(): string | null {
    if (this.#at === this.#lines.length) return null;
    this.#at++;
    return this.#lines[this.#at] ?? this.#draft;
  }
}
