/** Files that were dropped on the window: what each is taken for, and what the user is asked before any is taken. */
import { stat } from 'node:fs/promises';
import { basename, isAbsolute } from 'node:path';
import type { MessageBoxOptions } from 'electron';
import { kindOfFile } from '../api/file-kind.ts';
import { isStartable, runsByItself } from '../api/way-to-run.ts';
import { proposeInterpreter } from '../sessions/launch/propose.ts';
import { mostFiles } from './opened.ts';

/** The most of a drop that are looked at, such as of all that is in a folder. */
const mostLookedAt = 10_000;

/** The most paths that a message lists. */
const mostListed = 10;

/** The paths that the page is given. */
export interface Taken {
  /** With games, or a recorded session. */
  readonly files: readonly string[];
  readonly engines: readonly string[];
  /** How many files were dropped beyond the most. */
  readonly omitted: number;
}

/** Shows a message of the system; resolves with the number of the button that was pressed. */
type Show = (options: MessageBoxOptions) => Promise<number>;

/** Texts with games are opened, everything else is asked about. @returns null if nothing is to be taken */
export async function takeDropped(dropped: readonly string[], show: Show): Promise<Taken | null> {
  const looked = dropped.slice(0, mostLookedAt);
  const all = await onlyFiles(looked);
  if (all.length === 0) {
    await show(noFile);
    return null;
  }
  const files = all.slice(0, mostFiles);
  const kinds = await Promise.all(files.map((path) => kindOf(path)));
  const ofKind = (kind: Kind): string[] => files.filter((_, at) => kinds[at] === kind);
  const [recordings, engines, others] = [ofKind('recording'), ofKind('engine'), ofKind('other')];
  const found = new Set(all);
  others.push(...looked.filter((path) => !found.has(path)));
  if (others.length > 0) await show(toldOfOthers(others));
  const agrees = async (question: MessageBoxOptions): Promise<boolean> =>
    (await show({ ...question, type: 'question', defaultId: 1, cancelId: 1, noLink: true })) === 0;
  // The window shows one at a time.
  const shown = recordings.slice(0, 1);
  const taken = [
    ...ofKind('games'),
    ...(shown.length > 0 && (await agrees(askedOfRecordings(recordings))) ? shown : []),
  ];
  const added = engines.length > 0 && (await agrees(askedOfEngines(engines))) ? engines : [];
  if (taken.length + added.length === 0) return null;
  return {
    files: taken,
    engines: added,
    omitted: all.length - files.length + dropped.length - looked.length,
  };
}

type Kind = 'games' | 'recording' | 'engine' | 'other';

async function kindOf(path: string, platform: NodeJS.Platform = process.platform): Promise<Kind> {
  // Before its bytes: a `.jar` begins like a bundle, and a `.bat` is a text.
  if (proposeInterpreter(path, platform) !== null) return 'engine';
  if (platform === 'win32' && (await runsByItself(path, platform))) return 'engine';
  const kind = await kindOfFile(path).catch(() => 'unread');
  switch (kind) {
    case 'recording':
      return 'recording';
    case 'script':
      return 'engine';
    case 'text':
      return 'games';
    default:
      // On many drives every file has the executable flag.
      if ((await runsByItself(path, platform)) && (await isStartable(path))) return 'engine';
      // Where it is opened, the host says why it cannot be read.
      return kind === 'unread' ? 'games' : 'other';
  }
}

const noFile: MessageBoxOptions = {
  type: 'info',
  message: 'There is no file in what was dropped.',
  detail:
    'Drop a file with games, a recorded session, or the executable of an engine. A folder is not taken.',
};

const toldOfOthers = (paths: readonly string[]): MessageBoxOptions => ({
  type: 'info',
  message:
    paths.length === 1
      ? `${basename(paths[0]!)} is neither a game nor a program.`
      : `${paths.length} of what was dropped are neither games nor programs.`,
  detail: `${listed(paths)}\n\nA folder is not taken. A program of yours has to be executable. What an interpreter runs can be added with the + beside Engines.`,
});

function listed(paths: readonly string[]): string {
  const more = paths.length > mostListed ? [`and ${paths.length - mostListed} more`] : [];
  return [...paths.slice(0, mostListed), ...more].join('\n');
}

const askedOfRecordings = (paths: readonly string[]): MessageBoxOptions => ({
  message: `Open ${basename(paths[0]!)} as a recording?`,
  detail:
    `${paths[0]!}\n\nIt is read and shown; nothing of it is run.` +
    (paths.length === 1 ? '' : ` Of the ${paths.length} recordings, only this one is opened.`),
  buttons: ['Open', 'Cancel'],
});

const askedOfEngines = (paths: readonly string[]): MessageBoxOptions => ({
  message:
    paths.length === 1
      ? `Add ${basename(paths[0]!)} as an engine?`
      : `Add ${paths.length} engines, one after another?`,
  detail: `${paths.join('\n')}\n\nAn engine is a program: it runs on this computer. Add only what you trust.`,
  buttons: ['Add', 'Cancel'],
});

/** Those that are files, or links to files. */
async function onlyFiles(paths: readonly string[]): Promise<string[]> {
  const isFile = async (path: string): Promise<boolean> =>
    isAbsolute(path) &&
    (await stat(path).then(
      (found) => found.isFile(),
      () => false,
    ));
  const kinds = await Promise.all(paths.map(isFile));
  return paths.filter((_, index) => kinds[index]);
}
