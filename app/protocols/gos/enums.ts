/**
 * How enums are written: the text has integers, the real referee sends strings, and some bots read only one of them.
 * Which one cannot be asked for: it shows by a bot's replies, or by its death.
 */
import { AUTO, readSetting } from '../settings.ts';

export type EnumForm = 'string' | 'number';

/** As `createDriver` takes them: `after` is the form that has failed before, and is nobody's choice. */
export interface EnumSettings {
  readonly enums?: string;
  readonly after?: string;
}

const isForm = (value: string | undefined): value is EnumForm => value === 'string' || value === 'number';

export class Enums {
  readonly form: EnumForm;
  /** The other one was tried, and failed. */
  readonly #isSecond: boolean;
  /** Nobody chose it. */
  readonly #isOpen: boolean;
  /** It has been remembered from an earlier process. */
  readonly #isSupposed: boolean;
  #proven = false;
  /** Nothing speaks for the other form any more. */
  #settled = false;

  constructor({ enums = AUTO, after }: EnumSettings) {
    const { value, supposed } = readSetting(enums);
    // What the real referee sends comes first.
    this.form = isForm(value) ? value : 'string';
    this.#isSupposed = supposed && isForm(value);
    this.#isOpen = supposed || !isForm(value);
    this.#isSecond = !this.#isOpen && isForm(after) && after !== value;
  }

  /** Neither form has made a bot answer by a move that makes sense. */
  get hopeless(): boolean {
    return this.#isSecond && !this.#proven;
  }

  /** The form that is not this one. */
  get other(): EnumForm {
    return this.form === 'string' ? 'number' : 'string';
  }

  /**
   * A reply that makes sense has come; true where that is news to be kept. It settles the matter only behind a
   * processed move, of whose enums some bots die.
   */
  prove(afterProcessed: boolean): boolean {
    const isNews = !this.#proven && ((this.#isOpen && !this.#isSupposed) || this.#isSecond);
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
    return this.#isOpen && !this.#settled ? { enums: this.other, after: this.form } : null;
  }
}
