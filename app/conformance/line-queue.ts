/** Lines that wait for whoever asks for the next one. */

/** Lines that wait at most; beyond them the engine waits, as it would for a slow partner. */
const waitingLines = 1000;

export class LineQueue {
  readonly #lines: string[] = [];
  readonly #onPressure: (pressed: boolean) => void;
  #pressed = false;

  /** @param onPressure whether the engine is to wait until some have been asked for */
  constructor(onPressure: (pressed: boolean) => void) {
    this.#onPressure = onPressure;
  }

  push(line: string): void {
    if (this.#lines.push(line) >= waitingLines) this.#press(true);
  }

  shift(): string | undefined {
    const line = this.#lines.shift();
    if (this.#lines.length <= waitingLines / 2) this.#press(false);
    return line;
  }

  clear(): void {
    this.#lines.length = 0;
    this.#press(false);
  }

  #press(pressed: boolean): void {
    if (pressed === this.#pressed) return;
    this.#pressed = pressed;
    this.#onPressure(pressed);
  }
}
