/** Detects programs that are not engines by their reaction to lines of any protocol: echoes and shells. */

export type NonEngine = 'echo' | 'shell';

/** Continues "it". */
export const nonEngineWords: Readonly<Record<NonEngine, string>> = {
  echo: 'repeats its input and prints nothing else',
  shell: 'runs its input as commands, as a shell does',
};

const nonEngineAdvice: Readonly<Record<NonEngine, string>> = {
  echo: 'It may be `cat` or a shell. Choose the engine itself, with the arguments that make it speak the protocol.',
  shell: 'Choose the engine itself, with the arguments that make it speak the protocol.',
};

/** Full sentences. */
export const nonEngineHint = (nonEngine: NonEngine): string =>
  `It ${nonEngineWords[nonEngine]}. ${nonEngineAdvice[nonEngine]}`;

/** The most lines that an echo may lag behind. */
const mostWaiting = 1000;

/** How shells complain about an unknown word, which comes before or after the message. */
const complaints = [/(?:^|[ :])([^ :]+): (?:command )?not found$/, /: command not found: ([^ :]+)$/];

export class NonEngineDetector {
  readonly #waiting: string[] = [];
  readonly #words = new Set<string>();
  #repeated = 0;
  #taken = 0;
  /** Whether the program has printed something of its own. */
  #speaks = false;

  sent(line: string): void {
    const text = line.trim();
    if (this.#speaks || text === '') return;
    if (this.#waiting.push(text) > mostWaiting) this.#speaks = true;
    const [word] = text.split(/\s/);
    this.#words.add(word!);
  }

  heard(line: string): void {
    const text = line.trim();
    if (this.#speaks || text === '') return;
    if (this.#waiting.shift() === text) this.#repeated++;
    else this.#speaks = true;
  }

  complained(line: string): void {
    for (const complaint of complaints) {
      const word = complaint.exec(line.trimEnd())?.[1];
      if (word !== undefined && this.#words.has(word)) this.#taken++;
    }
  }

  get nonEngine(): NonEngine | null {
    if (this.#speaks) return null;
    if (this.#taken > 0) return 'shell';
    return this.#repeated > 0 ? 'echo' : null;
  }
}
