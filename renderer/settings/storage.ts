/** Words about what is stored. Pure. */
import type { StoredPlace } from '../../app/api/contract.ts';
import { bytes, countedGrouped } from '../ui/words.ts';

type Kept = StoredPlace['place'];

export interface PlaceWords {
  readonly title: string;
  readonly hint: string;
  /** Whether it is shown even if it is empty. */
  readonly always: boolean;
}

export const placeWords: Readonly<Record<Kept, PlaceWords>> = {
  settings: { title: 'Settings', hint: 'settings.json', always: true },
  engines: { title: 'Engines', hint: 'engines.json: your engines, and changed options', always: true },
  games: { title: 'Games', hint: 'games: every game, open or closed', always: true },
  reports: {
    title: 'Reports',
    hint: 'reports.json, reported.log: reports that are not done yet, and on games of files',
    always: false,
  },
  journals: { title: 'Journals', hint: 'journals: every line of every session', always: true },
  evaluations: { title: 'Evaluations', hint: 'evaluations: what engines said about positions', always: true },
  builds: { title: 'Builds', hint: 'builds: programs of engines that were checked or played', always: false },
  library: { title: 'Library', hint: 'library: indexes of folders with records', always: false },
  aside: { title: 'Unreadable files', hint: 'Files that Plywire could not read', always: false },
  running: { title: 'Running', hint: 'running: running hosts and their engines', always: false },
  window: { title: 'Window', hint: 'window.json: the position of the window', always: false },
  electron: { title: 'Electron', hint: 'electron: data of the desktop window', always: false },
  trash: { title: 'Deleted', hint: 'trash: kept for one minute', always: false },
  replays: { title: 'Replays', hint: 'replays: open recordings', always: false },
  scratch: { title: 'Scratch folders', hint: 'scratch: files of sandboxed engines', always: false },
};

/** `3 files, 3.1 MiB`; the size alone for a single file. */
export function sizeWords({ place, files, bytes: size }: StoredPlace): string {
  if (files === 0) return 'nothing';
  const several = place === 'journals' || place === 'aside' || place === 'games' || place === 'trash';
  return several && files !== 1 ? `${countedGrouped(files, 'file')}, ${bytes(size)}` : bytes(size);
}

/** The choices of the age of journals to delete, in days since their last line. */
export const ages: readonly { readonly value: string; readonly title: string }[] = [
  { value: '0', title: 'All' },
  { value: '7', title: 'Without a new line for 7 days' },
  { value: '30', title: 'Without a new line for 30 days' },
  { value: '365', title: 'Without a new line for a year' },
];
