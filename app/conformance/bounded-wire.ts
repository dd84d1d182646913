/** A wire with limits of time, lines and characters. */
import { Breach, type CheckWire, type WireEvent } from '../protocols/conformance.ts';

/** How often to check the allowed time, in milliseconds. */
const look = 100;

/** Far more than any engine prints for a probe. */
const mostLines = 5_000;
const mostCharacters = 1_000_000;

export class BoundedWire implements CheckWire {
  readonly #wire: CheckWire;
  readonly #allowed: () => number;
  readonly #onLine: () => void;
  #lines = 0;
  #characters = 0;

  /**
   * @param allowed milliseconds from the start of the process, after which only silence is reported; it may change
   * @param onLine called for each line that is not blank
   */
  constructor(wire: CheckWire, allowed: () => number, onLine: () => void) {
    this.#wire = wire;
    this.#allowed = allowed;
    this.#onLine = onLine;
  }

  get now(): number {
    return this.#wire.now;
  }

  send(line: string): void {
    this.#wire.send(line);
  }

  end(): void {
    this.#wire.end();
  }

  /** @throws Breach at a flood */
  async next(milliseconds: number): Promise<WireEvent> {
    const until = this.now + milliseconds;
    for (;;) {
      const left = Math.min(until, this.#allowed()) - this.now;
      const heard = await this.#wire.next(Math.max(0, Math.min(left, look)));
      if (heard.kind === 'silence' && left > look) continue;
      if (heard.kind === 'line') this.#count(heard.text);
      return heard;
    }
  }

  /** @throws Breach at a flood */
  async unaskedLines(milliseconds: number): Promise<readonly string[]> {
    const left = Math.min(milliseconds, this.#allowed() - this.now);
    const lines = await this.#wire.unaskedLines(Math.max(0, left));
    for (const line of lines) this.#count(line);
    return lines;
  }

  #count(text: string): void {
    if (text.trim() !== '') this.#onLine();
    this.#lines++;
    this.#characters += text.length;
    if (this.#lines > mostLines || this.#characters > mostCharacters) {
      throw new Breach('an answer', `a flood of ${this.#lines} lines`);
    }
  }
}
