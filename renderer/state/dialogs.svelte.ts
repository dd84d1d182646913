/** The dialogs of the window: which are open, and what each was opened with. `shell/Dialogs.svelte` draws them. */
import { SvelteMap } from 'svelte/reactivity';
import type { Folder } from '../../app/api/contract.ts';
import type { ChosenFile } from '../../app/api/desktop-bridge.ts';

/** What each dialog is opened with. */
export interface DialogInputs {
  /** A file that was chosen or dropped already; without one the dialog starts with a picker. */
  'add-engine': ChosenFile | undefined;
  /** The folder whose engines are added together. */
  'add-folder': Pick<Folder, 'id' | 'path'>;
  /** The journal of a session, by its id. */
  bundle: { readonly journal: string };
  /** Without an engine the dialog shows the last one; without a protocol, the engine's usual one. */
  check: { readonly engine?: string; readonly protocol?: string } | undefined;
  games: undefined;
  keys: undefined;
  /** `here`: the games that pass through the position shown. */
  library: { readonly here: true } | undefined;
  'new-game': undefined;
  'open-recording': undefined;
  palette: undefined;
  picture: undefined;
  report: undefined;
  sessions: undefined;
  /**
   * Begins with the position shown; `resumes` goes on with what was set up before it was closed, a `game` begins with its
   * start.
   */
  'set-up':
    | { readonly resumes: true }
    | { readonly game: string; readonly setup: Readonly<Record<string, number>> }
    | undefined;
  settings: undefined;
}

export type DialogName = keyof DialogInputs;

/** An input that may be undefined can be left out. */
type InputOf<Name extends DialogName> = undefined extends DialogInputs[Name]
  ? [input?: DialogInputs[Name]]
  : [input: DialogInputs[Name]];

class Entry {
  open = $state(false);
  input = $state.raw<unknown>();
}

class Dialogs {
  readonly #entries = new SvelteMap<DialogName, Entry>();

  /** The dialogs that were opened so far: a closed dialog keeps its state, such as a list that it has loaded. */
  get names(): readonly DialogName[] {
    return [...this.#entries.keys()];
  }

  isOpen(name: DialogName): boolean {
    return this.#entries.get(name)?.open ?? false;
  }

  /** The input with which the dialog was opened last. */
  inputOf(name: DialogName): unknown {
    return this.#entries.get(name)?.input;
  }

  /** Opens a dialog above those that are open; a dialog that is open already receives the new input. */
  open<Name extends DialogName>(name: Name, ...[input]: InputOf<Name>): void {
    const entry = this.#entries.get(name) ?? new Entry();
    entry.input = input;
    entry.open = true;
    this.#entries.set(name, entry);
  }

  close(name: DialogName): void {
    const entry = this.#entries.get(name);
    if (entry !== undefined) entry.open = false;
  }

  /** Closes all dialogs and forgets their state. */
  forget(): void {
    for (const name of this.names) this.close(name);
    this.#entries.clear();
  }
}

export const dialogs = new Dialogs();
