/**
 * How enums are written: the text has integers, the real referee sends strings, and some bots read only one of them.
 * Which one cannot be asked for: it shows by a bot's replies, or by its death.
 */

export type EnumForm = 'string' | 'number';

/** What the real referee sends first. */
const FIRST: EnumForm = 'string';

/** As `createDriver` takes them: `after` is what has failed before, and is nobody's choice. */
export interface EnumSettings {
  readonly enums?: string;
  readonly after?: string;
}

export class Enums {
  readonly form: EnumForm;
  /** The other one was tried, and failed. */
  readonly isSecond: boolean;
  /** It is to be found out. */
  readonly #open: boolean;
  #proven = false;
  /** Nothing speaks for the other form any more. */
  #settled = false;

  constructor({ enums, after }: EnumSettings) {
    this.isSecond = after === FIRST && enums === 'number';
    this.#open = enums !== 'string' && enums !== 'number';
    this.form = enums === 'number' ? 'number' : FIRST;
  }

  /** Neither form has made a bot answer by a move that makes sense. */
  get hopeless(): boolean {
    return this.isSecond && !this.#proven;
  }

  /**
   * A reply that makes sense has come; true where that is news to be kept. It settles the matter only behind a
   * processed move, of whose enums some bots die.
   */
  prove(afterProcessed: boolean): boolean {
    const isNews = !this.#proven && (this.#open || this.isSecond);
    this.#proven = true;
    if (afterProcessed) this.#settled = true;
    return isNews;
  }

  /** A later reply has come: whatever it is, what went before has been read. */
  confirm(): void {
    if (this.#proven) this.#settled = true;
  }

  /** A reply could be read, and shows no more than that. */
  settle(): void {
    this.#settled = true;
  }

  /** Settings with which a new process may do better; null where nothing is left to try. */
  get next(): Required<EnumSettings> | null {
    return this.#open && !this.#settled ? { enums: 'number', after: FIRST } : null;
  }
}
