/**
 * A host that keeps evaluations until it is killed: `node evaluation-writer.mjs HOME FIRST`. Each answer is one ply deeper
 * than the one before; a number on stdout confirms that all up to that depth are on disk. Now and then the files are
 * written anew.
 */
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { EvaluationStore } from '../../app/evaluations/store.ts';
import { reportOf, say, tellerOf } from '../../app/evaluations/testing/stores.ts';
import { gameById } from '../../app/games/registry.ts';
import { readHosts, Register } from '../../app/library/running/register.ts';

const [home, first] = process.argv.slice(2) as [string, string];
const game = gameById('connect4');
const start = game.initial();
const positions = game.moves(start).map((move) => game.play(start, move));
const running = join(home, 'running');
const register = new Register(running, () => undefined);
const store: EvaluationStore = new EvaluationStore({
  ...{ folder: join(home, 'evaluations'), register, say: (sentence) => console.error(sentence) },
  others: () => readHosts(running, register.path),
  limit: () => 1024 ** 3,
  written: (error) => error && console.error(error.message),
  onChange: () => undefined,
});
await store.open();
for (let depth = Number(first); ; depth++) {
  for (const position of positions) {
    for (const teller of [1, 2]) {
      say(store, game, position, reportOf('4', { depth, text: 'x'.repeat(depth % 1000) }), tellerOf(teller));
    }
  }
  await store.flush();
  process.stdout.write(`${depth}\n`);
  if (depth % 7 === 0) {
    await store.clear({ teller: 'f'.repeat(64) }, async (paths) => {
      for (const path of paths) await unlink(path);
    });
  }
}
