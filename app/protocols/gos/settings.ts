/**
 * The form of enums, and the limits of time.
 *
 * Enums: the text has integers, the real referee sends strings, and some bots read only one form, as their replies or a
 * crash show. A legal reply after a processed move proves the form; before that, White's bot may still crash at its
 * first processed move.
 *
 * Time: the limits are rules of the match, of which the bot is not told.
 */
import { AUTO, readSetting } from '../settings.ts';

export type EnumForm = 'string' | 'number';

/** Only the driver sets `after`, the form that failed before. */
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
  /** Only the driver sets it. `whole`: the bot is led through whole games from the start position. */
  readonly walk?: string;
}

const isForm = (value: string | undefined): value is EnumForm => value === 'string' || value === 'number';

/** Settings that may work better in a new process, and why. */
export interface OtherForm {
  readonly settings: Required<EnumSettings>;
  /** Ends a sentence. */
  readonly reason: string;
  /** Whether the doubted form was shown by an earlier process. */
  readonly doubtsKnown: boolean;
}

export class Enums {
  readonly form: EnumForm;
  /** Whether the other form has failed. */
  readonly #isSecond: boolean;
  /** Whether the user left the form open. */
  readonly #isOpen: boolean;
  /** Whether the form is known from an earlier process. */
  readonly #isSupposed: boolean;
  /** Whether a legal reply has arrived. */
  #replied = false;
  /** Whether a legal reply has followed a processed move. */
  #proven = false;
  /** Whether the other form need not be tried. */
  #settled = false;

  constructor({ enums = AUTO, after }: EnumSettings) {
    const { value, supposed } = readSetting(enums);
    // The real referee's form comes first.
    this.form = isForm(value) ? value : 'string';
    this.#isSupposed = supposed && isForm(value);
    this.#isOpen = supposed || !isForm(value);
    this.#isSecond = !this.#isOpen && isForm(after) && after !== value;
  }

  /** Whether both forms failed to bring a legal reply. */
  get hopeless(): boolean {
    return this.#isSecond && !this.#replied;
  }

  get other(): EnumForm {
    return this.form === 'string' ? 'number' : 'string';
  }

  /** Records a legal reply. @returns whether it proves a form that was not known before */
  prove(afterProcessed: boolean): boolean {
    this.#replied = true;
    if (!afterProcessed) return false;
    const isNews = !this.#proven && ((this.#isOpen && !this.#isSupposed) || this.#isSecond);
    this.#proven = true;
    this.#settled = true;
    return isNews;
  }

  /** Records a later reply, legal or not: it shows that the lines before it were read. */
  confirm(): void {
    if (this.#replied) this.#settled = true;
  }

  /** Records a readable reply that proves no form. */
  settle(): void {
    this.#settled = true;
  }

  /** The other form for a new process; null if it need not be tried. */
  get next(): OtherForm | null {
    if (!this.#isOpen || this.#settled) return null;
    const shown = this.#isSupposed ? 'once read' : this.#replied ? 'has read a first request with' : null;
    const reason =
      shown === null
        ? `nothing has shown that it reads enums as ${this.form}s; this is its try with ${this.other}s`
        : `it ${shown} enums as ${this.form}s, and may need ${this.other}s; this is its try with those`;
    return { settings: { enums: this.other, after: this.form }, reason, doubtsKnown: this.#isSupposed };
  }
}

export const FIRST_MOVE = '5';
export const MOVE = '3';

/** The choices, in seconds. */
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
