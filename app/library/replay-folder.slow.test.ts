import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ReplayFolder } from './replay-folder.ts';

const home = mkdtempSync(join(tmpdir(), 'plywire-spools-'));
const folder = join(home, 'replays');
afterAll(() => rmSync(home, { recursive: true, force: true }));

it('has a folder for a new file although the folder goes with the last one at that moment', async () => {
  const replayFolder = new ReplayFolder(folder, () => '1-000000000000');
  const neighbour = new ReplayFolder(folder, () => '2-000000000000');
  let done = false;
  const tidying = (async () => {
    while (!done) await neighbour.tidy();
  })();
  try {
    for (let made = 0; made < 500; made++) {
      const { path, file } = await replayFolder.create('index');
      await file.close();
      await unlink(path);
    }
  } finally {
    done = true;
    await tidying;
  }
  await replayFolder.tidy();
  expect(readdirSync(home)).toEqual([]);
});
