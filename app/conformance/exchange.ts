import { copyOf } from '../protocols/text.ts';
import type { CheckEntry } from '../shapes/checks.ts';

/** Lines that are kept from the beginning and from the end of an exchange: more than any check has with an engine that answers. */
const keptAtEnds = 60;

/** Characters of a line that are kept: enough for every line that a protocol's text has. */
const keptOfLine = 400;

/** The note that an answer was awaited in vain; how long is told by the times, so that two runs read alike. */
export const silence = 'silence';

/** Both directions of one conversation as they are shown where a check fails; what is left out is counted. */
export class Exchange {
  readonly #head: CheckEntry[] = [];
  readonly #tail: CheckEntry[] = [];
  #leftOut = 0;

  /** @param at in milliseconds since the process was started */
  add(direction: CheckEntry['direction'], text: string, at: number): void {
    const shown = text.length > keptOfLine ? `${copyOf(text, keptOfLine)}…` : text;
    const entry = { seconds: Math.round(at) / 1000, direction, text: shown };
    if (this.#head.length < keptAtEnds) this.#head.push(entry);
    else if (this.#tail.push(entry) > keptAtEnds) {
      this.#tail.shift();
      this.#leftOut++;
    }
  }

  /** In order; a note stands for what is left out. */
  get entries(): readonly CheckEntry[] {
    if (this.#leftOut === 0) return [...this.#head, ...this.#tail];
    const seconds = this.#head.at(-1)!.seconds;
    const text = `${this.#leftOut} lines left out here`;
    return [...this.#head, { seconds, direction: 'note', text }, ...this.#tail];
  }
}
