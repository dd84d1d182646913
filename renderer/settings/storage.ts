/** What is kept, in words. Pure. */
import type { StoredPlace } from '../../app/api/contract.ts';
import { bytes, counted } from '../ui/words.ts';

type Kept = StoredPlace['place'];

export interface PlaceWords {
  readonly title: string;
  readonly hint: string;
  /** Shown although there is nothing yet. */
  readonly always: boolean;
}

export const placeWords: Readonly<Record<Kept, PlaceWords>> = {
  settings: { title: 'Settings', hint: 'settings.json', always: true },
  engines: { title: 'Engines', hint: 'engines.json: yours, and changed options', always: true },
  games: { title: 'Games', hint: 'game.json: the game on the board', always: true },
  journals: { title: 'Journals', hint: 'journals: every line of every session', always: true },
  aside: { title: 'Put aside', hint: 'Files that could not be understood', always: false },
  running: { title: 'Running', hint: 'running: which Plywires run, and their engines', always: false },
  window: { title: 'Window', hint: 'window.json: where the window stands', always: false },
  electron: { title: 'Electron', hint: 'electron: what the desktop window keeps', always: false },
  trash: { title: 'Deleted', hint: 'trash: gone in a minute', always: false },
  replays: { title: 'Replays', hint: 'replays: what is open, while it is', always: false },
  scratch: { title: 'Scratch folders', hint: 'scratch: what engines keep in the sandbox', always: false },
};

/** `3 files, 3.1 MB`; the number where there may be several. */
export function sizeWords({ place, files, bytes: size }: StoredPlace): string {
  if (files === 0) return 'nothing';
  const several = place === 'journals' || place === 'aside' || place === 'games' || place === 'trash';
  return several && files !== 1 ? `${counted(files, 'file')}, ${bytes(size)}` : bytes(size);
}

/** How old the journals are that go; in days since the last line. */
export const ages: readonly { readonly value: string; readonly title: string }[] = [
  { value: '0', title: 'All' },
  { value: '7', title: 'Without a new line for 7 days' },
  { value: '30', title: 'Without a new line for 30 days' },
  { value: '365', title: 'Without a new line for a year' },
];
