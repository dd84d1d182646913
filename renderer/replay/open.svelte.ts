/** Which recording the window shows in the place of the game; null while it shows the game. */

/** A recording by what this page may know of it. */
export type ReplaySource =
  /** The journal of a session, by its id. */
  | { readonly kind: 'journal'; readonly journal: string }
  /** A file that the host's picker showed or a person dropped. */
  | { readonly kind: 'file'; readonly file: string; readonly name?: string }
  | { readonly kind: 'text'; readonly name: string; readonly text: string };

/** Where to begin: at a line of the recording, or at a time since it began. */
export interface ReplayPlace {
  readonly line?: number;
  readonly seconds?: number;
}

export interface Opened {
  readonly source: ReplaySource;
  readonly at: ReplayPlace | null;
}

class Replays {
  opened = $state.raw<Opened | null>(null);
}

export const replays = new Replays();

/** Shows a recording in the place of the board, in that of another one too. */
export function openReplay(source: ReplaySource, at: ReplayPlace | null = null): void {
  replays.opened = { source, at };
}

/** Back to the board. */
export function closeReplay(): void {
  replays.opened = null;
}
