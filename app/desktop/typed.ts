/** What was typed in the page and is not stored, such as a comment: the page stores it before the app ends. */

/** In milliseconds: how long the page may take. One that hangs is not waited for. */
const patience = 1000;

export class Typed {
  readonly #ask: (id: number) => void;
  readonly #waiting = new Map<number, (isStuck: boolean) => void>();
  #last = 0;

  /** @param ask has the page store what was typed; its answer has this id */
  constructor(ask: (id: number) => void) {
    this.#ask = ask;
  }

  /** Resolves once the page has stored what was typed, or does not answer: whether something cannot be stored. */
  store(): Promise<boolean> {
    const id = ++this.#last;
    return new Promise((resolve) => {
      const over = (isStuck: boolean): void => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve(isStuck);
      };
      const timer = setTimeout(over, patience, false);
      this.#waiting.set(id, over);
      try {
        this.#ask(id);
      } catch {
        // The page is gone, and what was typed with it.
        over(false);
      }
    });
  }

  /** Takes an answer of the page, which is untrusted input. */
  answered(id: unknown, isStuck: unknown): void {
    this.#waiting.get(id as number)?.(isStuck === true);
  }
}
