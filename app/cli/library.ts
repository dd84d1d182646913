/** `plywire library`: folders of records, the games in them, and what was played at a position. */
import { resolve } from 'node:path';
import type { Core } from '../api/core.ts';
import type { Explored, LibraryFolder, LibraryGame, LibrarySort } from '../api/contract.ts';
import { mostListed } from '../api/contract/library.ts';
import { lineOf } from '../api/known.ts';
import type { LocalClient } from '../api/transports/in-process.ts';
import { counted } from '../games/sentences.ts';
import { gameById } from '../games/registry.ts';
import { columns } from '../matches/report/columns.ts';
import { Exit, exitCodes, type CommandContext } from './exit.ts';
import { positionOf, type PositionFlags } from './flags.ts';
import type { Output } from './output.ts';
import { drained } from './stdout.ts';

type Asking = CommandContext<LocalClient>;

/** In milliseconds between two words of progress. */
const toldMilliseconds = 200;

export interface ListFlags {
  readonly filter?: string;
  readonly game?: string;
  readonly sort: LibrarySort;
  readonly ascending?: boolean;
  readonly limit?: number;
}

/** Adds a folder and reads the games in it. @throws Exit if none could be read */
export async function addFolder({ output, signal }: Asking, core: Core, path: string): Promise<void> {
  const id = await core.library.add(resolve(path));
  await indexed(output, core, signal);
  const folder = core.library.state.folders.find((each) => each.id === id)!;
  output.line(`added ${folderWords(folder)}`);
  if (output.json) output.object({ kind: 'folder', ...folder });
  await tellFaults(output, core, [folder]);
  const { games, doubles, faulty, state } = folder;
  if (state === 'missing' || (games + doubles === 0 && faulty > 0))
    throw new Exit(exitCodes.usage, `No game in ${folder.path} could be read; the folder is in the library.`);
}

export async function removeFolder({ output }: Asking, core: Core, name: string): Promise<void> {
  await core.library.open();
  const path = resolve(name);
  const folder = core.library.state.folders.find((each) => each.id === name || each.path === path);
  if (folder === undefined) {
    throw new Exit(
      exitCodes.usage,
      `${path} is not in the library; \`plywire library folders\` lists those that are.`,
    );
  }
  await core.library.remove(folder.id);
  output.line(`removed ${folder.path}; its files stay as they are`);
  if (output.json) output.object({ kind: 'removed', id: folder.id, path: folder.path });
}

/** The folders, and the files and folders in them of which something could not be read. */
export async function listFolders({ output, signal }: Asking, core: Core): Promise<void> {
  await indexed(output, core, signal);
  const { folders } = core.library.state;
  output.objects(output.json ? folders.map((folder) => ({ kind: 'folder', ...folder })) : []);
  output.lines(folders.map(folderWords));
  if (folders.length === 0) output.line(emptyWords);
  await tellFaults(output, core, folders);
}

export async function listGames(
  { client, output, signal }: Asking,
  core: Core,
  flags: ListFlags,
): Promise<void> {
  await indexed(output, core, signal);
  if ((await print({ client, output, signal }, flags)) > 0) return;
  const { folders } = core.library.state;
  output.remark(folders.length === 0 ? emptyWords : 'No game of the library matches.');
}

const emptyWords = 'The library is empty: add a folder with plywire library add.';

/** The games that pass through a position or an image of it, and what was played there. */
export async function findPosition(
  { client, output, signal }: Asking,
  core: Core,
  gameId: string,
  flags: ListFlags & PositionFlags,
): Promise<void> {
  const { game, position } = lineOf(positionOf(gameId, flags));
  const text = game.positionText(position);
  await indexed(output, core, signal);
  const explored = await client.library.explore({ game: game.id, position: text }, { signal });
  output.line(text);
  output.lines(exploredLines(game.id, explored));
  if (output.json) output.object({ kind: 'explored', position: text, ...explored });
  await print({ client, output, signal }, { ...flags, game: game.id }, text);
}

/** @returns how many games it printed */
async function print(
  { client, output, signal }: Asking,
  { filter = '', game, sort, ascending, limit = Infinity }: ListFlags,
  position?: string,
): Promise<number> {
  const asked = {
    ...{ filter, sort, isDescending: ascending !== true },
    ...(game !== undefined && { game }),
    ...(position !== undefined && { position }),
  };
  let from = 0;
  while (from < limit) {
    const count = Math.min(mostListed, limit - from);
    const { total, games } = await client.library.list({ ...asked, from, count }, { signal });
    if (output.json) output.objects(games.map((each) => ({ kind: 'game', ...each })));
    else output.lines(gameLines(games, from === 0));
    from += games.length;
    await drained(signal);
    if (from >= total || games.length === 0) break;
  }
  return from;
}

function gameLines(games: readonly LibraryGame[], isFirst: boolean): string[] {
  const head = ['FIRST', 'SECOND', 'RESULT', 'GAME', 'EVENT', 'DATE', 'PLIES', 'FILE'];
  const rows = games.map(({ white, black, result, gameId, event, date, plies, ply, file }) => [
    ...[white || '-', black || '-', result, gameId, event, date],
    ply === null ? String(plies) : `${ply} of ${plies}`,
    file,
  ]);
  return columns(isFirst && games.length > 0 ? [head, ...rows] : rows);
}

function exploredLines(gameId: string, { seat, all, moves, ended }: Explored): string[] {
  if (all.games === 0) return ['No game of the library has this position.'];
  const { name } = gameById(gameId).seats[seat];
  const rows = moves.map(({ moves: texts, tally: { games, won, drawn, lost } }) => [
    texts.join(' '),
    ...[games, won, drawn, lost].map(String),
  ]);
  return [
    ...columns([['MOVE', 'GAMES', `${name.toUpperCase()} WON`, 'DRAWN', 'LOST'], ...rows]),
    ...(ended > 0 ? [`${ended} of ${counted(all.games, 'game')} ${ended === 1 ? 'ends' : 'end'} here`] : []),
    '',
  ];
}

function folderWords({ path, games, files, doubles, state, trouble }: LibraryFolder): string {
  if (state === 'missing') return `${path}  cannot be read: ${trouble}`;
  const copies = doubles === 0 ? '' : `, ${counted(doubles, 'copy', 'copies')} left out`;
  const rest = trouble === '' ? '' : `; ${trouble}`;
  return `${path}  ${counted(games, 'game')} in ${counted(files, 'file')}${copies}${rest}`;
}

async function tellFaults(output: Output, core: Core, folders: readonly LibraryFolder[]): Promise<void> {
  for (const { id, path } of folders) {
    for (const { file, reason } of await core.library.faulty(id)) {
      output.remark(`${path}/${file}: ${reason}`);
      if (output.json) output.object({ kind: 'fault', folder: id, file, reason });
    }
  }
}

/** Waits until the index is as the files are. */
async function indexed(output: Output, core: Core, signal: AbortSignal): Promise<void> {
  const { library } = core;
  await library.open();
  const timer = setInterval(() => {
    for (const { state, path, done, total, games } of library.state.folders) {
      if (state !== 'indexing' || total === 0) continue;
      output.passing(`${path}: ${counted(games, 'game')}, ${Math.round((100 * done) / total)} % read`);
    }
  }, toldMilliseconds);
  const stop = (): void => library.stop();
  signal.addEventListener('abort', stop);
  try {
    await library.settled();
  } finally {
    clearInterval(timer);
    signal.removeEventListener('abort', stop);
    output.passing('');
  }
  signal.throwIfAborted();
}
