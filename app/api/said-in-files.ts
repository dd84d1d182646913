/** Keeps what files say of positions, beside what engines said here and told apart from it. */
import { basename } from 'node:path';
import { recordFromFile, saidIn } from '../evaluations/from-files.ts';
import type { EvaluationStore } from '../evaluations/store.ts';
import type { IndexedFile } from '../game-library/indexed-file.ts';
import type { SaidText } from '../game-library/read-file.ts';
import { BadNotation } from '../games/game.ts';
import { gameById } from '../games/registry.ts';
import type { PlayedGame } from '../records/forms/played.ts';

type Store = Pick<EvaluationStore, 'open' | 'record' | 'flush'>;

/** In milliseconds: the work before other events have their turn. */
const sliceMilliseconds = 4;

/** After so many, what was kept is written: more wait for the disk only up to a limit. */
const batch = 5000;

/** What a file of the library says. Never rejects. */
export async function keepSaid(
  store: Store,
  { path, game: id, mtime }: Pick<IndexedFile, 'path' | 'game' | 'mtime'>,
  said: readonly SaidText[],
): Promise<void> {
  await store.open();
  const game = gameById(id);
  let until = performance.now() + sliceMilliseconds;
  for (const [at, { position, said: each }] of said.entries()) {
    try {
      recordFromFile(store, game, { position: game.parsePosition(position), said: each }, path, mtime);
    } catch (error) {
      if (!(error instanceof BadNotation)) throw error;
    }
    if (at % batch === batch - 1) await store.flush();
    if (performance.now() < until) continue;
    await new Promise((resolve) => setImmediate(resolve));
    until = performance.now() + sliceMilliseconds;
  }
}

/** What one game says that is opened or reported on. @param mtime of its file, in milliseconds since 1970 */
export function keepSaidOf(store: Store, whole: PlayedGame, path: string, mtime: number): void {
  for (const said of saidIn(whole)) recordFromFile(store, whole.game, said, basename(path), mtime);
}
