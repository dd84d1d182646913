/** Requests to the engine other than searches, and their lines. */
import { formatGui, type GuiMessage } from './messages.ts';
import { checkValue, optionKey, quote } from './options.ts';
import type { StopCause, Wire } from './states.ts';

/** Our `go` for a search. */
export interface Go {
  /** The id of the search. */
  readonly owner: number;
  /** How long the engine may think; null if only a request ends the search. */
  readonly milliseconds: number | null;
}

/** A line to send, with its purpose. */
export interface Step {
  readonly line: string;
  /** For `isready`: the caller asked for a sign of life. */
  readonly ping?: true;
  /** For `cfpnewgame`: the new game. */
  readonly gameKey?: string;
  /** For `setoption`: the option's key and its new value. */
  readonly option?: { readonly key: string; readonly value: string };
  /** For `setoption`: the button. */
  readonly press?: string;
  /** For `stop`. */
  readonly cause?: StopCause;
  readonly go?: Go;
}

export const stepOf = (message: GuiMessage, meaning: Omit<Step, 'line'> = {}): Step => ({
  line: formatGui(message),
  ...meaning,
});

export function missingOption(name: string, wire: Wire): string {
  const names = [...wire.options.values()].map(({ option }) => quote(option.name));
  return `the engine offers no option ${quote(name)}; it offers ${names.length > 0 ? names.join(', ') : 'none'}`;
}

export class Wishes {
  readonly #wire: Wire;
  #start = false;
  #ping = false;
  #halt = false;
  #debug: boolean | null = null;
  #settle = false;
  /** By option key; checked once the engine's options are known. */
  readonly #values = new Map<string, { readonly name: string; readonly value: string }>();
  readonly #presses = new Set<string>();

  constructor(wire: Wire) {
    this.#wire = wire;
  }

  /** Whether the engine may be thinking about a search that was given up: `stop` is sent before the next position. */
  get halt(): boolean {
    return this.#halt;
  }

  /** Whether options of ours were sent, so that the engine must confirm that it is ready, even without a search. */
  get settle(): boolean {
    return this.#settle;
  }

  wantStart(): void {
    this.#start = true;
  }

  wantPing(): void {
    this.#ping = !this.#wire.pending.some(({ ping }) => ping);
  }

  wantHalt(): void {
    this.#halt = true;
  }

  wantDebug(on: boolean): void {
    this.#debug = on;
  }

  wantValues(values: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(values)) this.#values.set(optionKey(name), { name, value });
  }

  wantPress(option: string): void {
    this.#presses.add(option);
  }

  /**
   * Call this once the options are known: drops values that the engine does not accept.
   * @returns the reason for each
   */
  check(): readonly string[] {
    const { options, isIntroduced } = this.#wire;
    if (!isIntroduced) return [];
    const faults: string[] = [];
    for (const [key, { name, value }] of this.#values) {
      const held = options.get(key);
      const checked = held ? checkValue(held.option, value) : { fault: missingOption(name, this.#wire) };
      if ('value' in checked) this.#values.set(key, { name, value: checked.value });
      else {
        this.#values.delete(key);
        faults.push(checked.fault);
      }
    }
    for (const name of this.#presses) {
      const held = options.get(optionKey(name));
      if (held?.option.type === 'button') continue;
      this.#presses.delete(name);
      faults.push(held ? `${quote(held.option.name)} is not a button` : missingOption(name, this.#wire));
    }
    return faults;
  }

  /** A line of ours was sent. */
  sent({ kind }: GuiMessage, step: Step): void {
    if (kind === 'setoption') {
      this.#settle = true;
      if (step.press !== undefined) this.#presses.delete(step.press);
    } else if (kind === 'stop') this.#halt = false;
    else if (step.ping) this.#ping = false;
  }

  /** The user typed a line, which replaces our request. */
  overrule(message: GuiMessage): void {
    if (message.kind === 'debug') this.#debug = null;
    if (message.kind === 'setoption') this.#values.delete(optionKey(message.name));
  }

  /** `readyok` arrived. */
  answered(): void {
    if (this.#wire.settled) this.#settle = false;
  }

  /** The line that opens the conversation. */
  opening(): Step | null {
    return this.#start ? stepOf({ kind: 'cfp' }) : null;
  }

  /** The next line that may be sent at any time. */
  anyTime(): Step | null {
    if (this.#debug !== null && this.#debug !== this.#wire.debug) {
      return stepOf({ kind: 'debug', on: this.#debug });
    }
    return this.#ping ? stepOf({ kind: 'isready' }, { ping: true }) : null;
  }

  /** The next `setoption`, for an engine that is not thinking. */
  option(): Step | null {
    const { options } = this.#wire;
    for (const [key, { value }] of this.#values) {
      const held = options.get(key);
      if (!held || held.value === value) continue;
      return stepOf({ kind: 'setoption', name: held.option.name, value }, { option: { key, value } });
    }
    for (const press of this.#presses) {
      const name = options.get(optionKey(press))?.option.name ?? press;
      return stepOf({ kind: 'setoption', name, value: null }, { press });
    }
    return null;
  }
}
