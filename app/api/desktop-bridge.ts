/**
 * What the desktop's shell gives its page beyond the contract: native things, asked for by name and never
 * with a path. The preload script makes it; a page in a browser has none.
 */
import type { FileEntry } from './contract.ts';

/** Where the page finds the bridge. */
export const bridgeName = 'plywireDesktop';

/** The `data` of the window's message event that carries the port to the core. */
export const portMessage = 'plywire: port';

/** One line of the native menu, drawn from the window's command table. */
export interface MenuLine {
  /** The command's own id: it comes back when the line is chosen. */
  readonly id: string;
  readonly title: string;
  /** The menu it stands in. */
  readonly group: string;
  /** Such as `Ctrl+Shift+Z`, as the command table writes it; null where it has none. */
  readonly keys: string | null;
  readonly enabled: boolean;
}

/** A file that a person chose or dropped. */
export interface ChosenFile {
  readonly entry: FileEntry;
  /** Its folder, for the eye alone. */
  readonly folder: string;
}

/** What a person dropped on the window and confirmed. */
export interface Dropped {
  readonly kind: 'engines' | 'recording';
  /** One at least. */
  readonly files: readonly ChosenFile[];
}

export interface DesktopBridge {
  /** Asks for a port to the core: it comes as a message event of the window, from the window itself. */
  connect(): void;
  /** The system's own dialog for one executable; null when nothing was chosen. */
  chooseEngine(): Promise<ChosenFile | null>;
  /** The same for a recorded session. */
  chooseRecording(): Promise<ChosenFile | null>;
  /** Hears of files that were dropped on the window, once a person has confirmed each drop. */
  onDropped(listener: (dropped: Dropped) => void): void;
  setMenu(lines: readonly MenuLine[]): void;
  /** Hears of the command that was chosen in the menu. */
  onCommand(listener: (id: string) => void): void;
}
