/** The dialogs of the window: which are open, and what each was opened with. `shell/Dialogs.svelte` draws them. */
import { SvelteMap } from 'svelte/reactivity';
import type { Folder, Opening, SaveConsent, Saving } from '../../app/api/contract.ts';
import type { ChosenFile } from '../../app/api/desktop-bridge.ts';

export interface EngineFile extends ChosenFile {
  /** The picker's id of its folder; null if it did not come from the picker. */
  readonly picked?: string | null;
}

/** What each dialog is opened with. */
export interface DialogInputs {
  /** A file that was chosen or dropped already; without one the dialog starts with a picker. */
  'add-engine': EngineFile | undefined;
  /** The folder whose engines are added together. */
  'add-folder': Pick<Folder, 'id' | 'path'>;
  /** The journal of a session, by its id. */
  bundle: { readonly journal: string };
  /** Without an engine the dialog shows the last one, or one for the game on the board; without a protocol, the engine's usual one. */
  check: { readonly engine?: string; readonly protocol?: string } | undefined;
  /** Which of several forms a text is of. */
  'ask-form': Extract<Opening, { kind: 'ask' }>;
  /** The places of a game that could not be read. */
  faults: { readonly name: string; readonly faults: readonly string[] };
  /** The games of a file. */
  'file-games': Extract<Opening, { kind: 'games' }>;
  games: undefined;
  keys: undefined;
  /** `here`: the games that pass through the position shown. */
  library: { readonly here: true } | undefined;
  'new-game': undefined;
  'open-file': undefined;
  palette: undefined;
  picture: undefined;
  report: undefined;
  /** `reason` says why the game cannot be saved where it is from; empty if there is none. */
  'save-as': { readonly game: string; readonly reason: string } & Saved;
  'save-question': {
    readonly game: string;
    readonly way: SaveWay;
    readonly consents: readonly SaveConsent[];
    readonly asks: Extract<Saving, { kind: 'asks' }>;
  } & Saved;
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
  /** A game that is closed has changes that are not in its file. */
  unsaved: { readonly name: string; readonly done: (decision: 'save' | 'drop' | 'cancel') => void };
}

/** Where and how a game is saved: null in the file that it is from. */
export type SaveWay = {
  readonly to:
    | { readonly kind: 'new'; readonly folder: string; readonly name: string }
    | { readonly kind: 'chosen'; readonly file: string };
  readonly form?: string;
} | null;

interface Saved {
  /** To be called once, when the dialog is done with. */
  readonly done: (isSaved: boolean) => void;
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
  /** Called when a dialog is closed. */
  readonly #waiting: (() => void)[] = [];

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
    for (const look of this.#waiting.splice(0)) look();
  }

  /** Resolves when none of these dialogs is open: one may lead to the next. */
  async whenClosed(...names: readonly DialogName[]): Promise<void> {
    while (names.some((name) => this.isOpen(name)))
      await new Promise<void>((look) => void this.#waiting.push(look));
  }

  /** Closes all dialogs and forgets their state. */
  forget(): void {
    for (const name of this.names) this.close(name);
    this.#entries.clear();
  }
}

export const dialogs = new Dialogs();
