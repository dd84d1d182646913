import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { gameById } from '../games/registry.ts';
import { newPlayed, played } from '../records/forms/played.ts';
import { readIndex, writeIndex } from './index-file.ts';
import { ColumnsMaker, unread, type IndexedFile } from './indexed-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plywire-index-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function someFiles(): readonly IndexedFile[] {
  const game = gameById('connect4');
  const whole = newPlayed(game, game.initial());
  whole.headers = { white: 'Zoë', black: '?', event: 'a\u0007b', result: '0-1' };
  played(whole, played(whole, whole.root, 3), 2);
  const maker = new ColumnsMaker();
  maker.add(4, whole);
  const facts = { path: 'sub/ä.pgn', size: 10, mtime: 12.5 };
  const read = {
    ...facts,
    form: 'pgn',
    game: 'connect4',
    fault: '',
    choice: null,
    rows: maker.rows,
    columns: maker.made(),
  };
  return [read, unread({ path: 'b.sgf', size: 0, mtime: 1 }, 'It fits two forms.', 'moves quoridor')];
}

it('gives back what was written', async () => {
  const path = join(folder, 'l1.index');
  const files = someFiles();
  await writeIndex(path, files);
  expect(await readIndex(path)).toEqual(files);
  expect(files[0]!.rows[0]).toMatchObject({
    ...{ unit: 4, white: 'Zoë', black: '', event: 'a b', date: '', round: '', result: '0-1' },
    print: expect.any(Number) as number,
  });
});

it('is nothing where it is missing, cut or changed in any byte', async () => {
  const path = join(folder, 'l1.index');
  expect(await readIndex(path)).toBeNull();
  await writeIndex(path, someFiles());
  const bytes = readFileSync(path);
  for (let at = 0; at < bytes.length; at++) {
    const damaged = Buffer.from(bytes);
    damaged[at]! ^= 0x41;
    writeFileSync(path, damaged);
    expect(await readIndex(path), `byte ${at}`).toBeNull();
    writeFileSync(path, bytes.subarray(0, at));
    expect(await readIndex(path), `${at} bytes`).toBeNull();
  }
});
