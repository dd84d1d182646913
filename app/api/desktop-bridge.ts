/**
 * The native functions that the desktop app gives its page beyond the contract. They are called by name and never take
 * a path. The preload script provides the bridge; a page in a browser has none.
 */
import type { FileEntry } from './contract.ts';

/** The property of the page's `window` that holds the bridge. */
export const bridgeName = 'plywireDesktop';

/** The `data` of the window's message event that carries the port to the core. */
export const portMessage = 'plywire: port';

/** One line of the native menu, from the window's command table. */
export interface MenuLine {
  /** The command's id, passed to `onCommand` when the line is chosen. */
  readonly id: string;
  readonly title: string;
  /** The menu that contains the line. */
  readonly group: string;
  /** Such as `Ctrl+Shift+Z`, as the command table writes it; null if it has none. */
  readonly keys: string | null;
  readonly enabled: boolean;
}

/** A file that the user chose or dropped. */
export interface ChosenFile {
  readonly entry: FileEntry;
  /** Its folder, for display only. */
  readonly folder: string;
}

/** Files that the system asks Plywire to open, or that the user dropped on the window and confirmed. */
export interface GivenFiles {
  /** With games, or recorded sessions, to be opened in this order. */
  readonly files: readonly ChosenFile[];
  /** To be added in this order. */
  readonly engines: readonly ChosenFile[];
  /** How many more there were than are taken at once. */
  readonly omitted: number;
}

export interface DesktopBridge {
  /** Requests a port to the core. It arrives as a message event that the window sends to itself. */
  connect(): void;
  /** Opens the system's dialog for one executable; null if the user chose none. */
  chooseEngine(): Promise<ChosenFile | null>;
  /** The same for a file with games, or a recorded session. */
  chooseGame(): Promise<ChosenFile | null>;
  /** Opens the system's dialog for a file to be written. @returns its id; null if the user chose none */
  chooseTarget(name: string): Promise<string | null>;
  /** Sets the listener for files that the system asks Plywire to open; those of the start come at once. */
  onOpened(listener: (given: GivenFiles) => void): void;
  /** Sets the listener for files that were dropped on the window; called after the user has confirmed a drop. */
  onDropped(listener: (given: GivenFiles) => void): void;
  /** Sets what stores everything that was typed, before the app ends; it resolves with whether something cannot be stored. */
  onStore(store: () => Promise<boolean>): void;
  setMenu(lines: readonly MenuLine[]): void;
  /** Adds a listener for commands that were chosen in the menu. */
  onCommand(listener: (id: string) => void): void;
}
