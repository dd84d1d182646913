/**
 * How enums are written: the text has integers, the real referee sends strings, and some bots read only one of them.
 * Which one cannot be asked for: it shows by a bot's replies, or by its death. A legal reply behind a processed move
 * shows that the bot reads all that there is; before that, a bot of White may yet die of its first processed move.
 */
import { AUTO, readSetting } from '../settings.ts';

export type EnumForm = 'string' | 'number';

/** As `createDriver` takes them: `after` is the form that has failed before, and is nobody's choice. */
export interface EnumSettings {
  readonly enums?: string;
  readonly after?: string;
}

const isForm = (value: string | undefined): value is EnumForm => value === 'string' || value === 'number';

/** Settings with which a new process may do better, and why. */
export interface OtherForm {
  readonly settings: Required<EnumSettings>;
  /** The end of a sentence. */
  readonly reason: string;
  /** An earlier process has shown that the bot reads this one. */
  readonly doubtsKnown: boolean;
}

export class Enums {
  readonly form: EnumForm;
  /** The other one was tried, and failed. */
  readonly #isSecond: boolean;
  /** Nobody chose it. */
  readonly #isOpen: boolean;
  /** It has been remembered from an earlier process. */
  readonly #isSupposed: boolean;
  /** A legal reply has come. */
  #replied = false;
  /** A legal reply has come behind a processed move. */
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
    return this.#isSecond && !this.#replied;
  }

  /** The form that is not this one. */
  get other(): EnumForm {
    return this.form === 'string' ? 'number' : 'string';
  }

  /** A legal reply has come. @returns whether it shows what is news, to be kept */
  prove(afterProcessed: boolean): boolean {
    this.#replied = true;
    if (!afterProcessed) return false;
    const isNews = !this.#proven && ((this.#isOpen && !this.#isSupposed) || this.#isSecond);
    this.#proven = true;
    this.#settled = true;
    return isNews;
  }

  /** A later reply has come: whatever it is, what went before has been read. */
  confirm(): void {
    if (this.#replied) this.#settled = true;
  }

  /** A reply could be read, and shows no more than that. */
  settle(): void {
    this.#settled = true;
  }

  /** The other form, for a new process; null where nothing is left to try. */
  get next(): OtherForm | null {
    if (!this.#isOpen || this.#settled) return null;
    const shown = this.#isSupposed ? 'once read' : this.#replied ? 'has read a first request with' : null;
    const reason =
      shown === null
        ? `nothing has shown that it reads enums as ${this.form}s; this is its try with ${this.other}s`
        : `it ${shown} enums as ${this.form}s, and may need ${this.other}s; this is its try with those`;
    return {
      settings: { enums: this.other, after: this.form },
      reason,
      doubtsKnown: this.#isSupposed,
    };
  }
}
