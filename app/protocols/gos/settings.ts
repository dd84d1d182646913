/**
 * How a bot is written to, and how long it may take.
 *
 * Enums: the text has integers, the real referee sends strings, and some bots read only one of them. Which one cannot
 * be asked for: it shows by a bot's replies, or by its death. A legal reply behind a processed move shows that the bot
 * reads all that there is; before that, a bot of White may yet die of its first processed move.
 *
 * Time: the limits are rules of the match, which the bot is not told.
 */
import { AUTO, readSetting } from '../settings.ts';

export type EnumForm = 'string' | 'number';

/** `after` is set by the driver alone: the form that has failed before. */
export interface EnumSettings {
  readonly enums?: string;
  readonly after?: string;
}

/** By the settings' ids, in seconds. */
export interface LimitSettings {
  readonly 'first-move'?: string;
  readonly move?: string;
}

/** As `createDriver` takes them. */
export interface GosSettings extends EnumSettings, LimitSettings {
  /** Set by the driver alone. `whole`: a bot is led through the whole of a game from the start, however long it is. */
  readonly walk?: string;
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
  /** No user chose it. */
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

  /** A later reply has come, legal or not: it shows that what went before was read. */
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

export const FIRST_MOVE = '5';
export const MOVE = '3';

/** What can be chosen, in seconds. */
export const SECONDS = ['1', '2', '3', '5', '10', '20', '30', '60'] as const;

export class Limits {
  /** In ms. */
  readonly #first: number;
  readonly #later: number;

  constructor(settings: LimitSettings) {
    this.#first = milliseconds(settings['first-move'], FIRST_MOVE);
    this.#later = milliseconds(settings.move, MOVE);
  }

  of({ isFirst }: { readonly isFirst: boolean }): number {
    return isFirst ? this.#first : this.#later;
  }
}

function milliseconds(chosen: string | undefined, otherwise: string): number {
  const seconds = SECONDS.find((each) => each === chosen) ?? otherwise;
  return Number(seconds) * 1000;
}
