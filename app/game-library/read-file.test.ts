import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readGames } from './read-file.ts';

it('reads a file that fits two forms only as the user has chosen', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plywire-read-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'walls.txt');
  writeFileSync(path, '1. e2 e8 2. e3 e7 3. d3h\n1. e2 e8 2. e3 e7 3. f4v\n');
  const read = async (form: string | null) => {
    const choice = form === null ? null : { form, game: 'quoridor' };
    const facts = { path: 'walls.txt', size: 1, mtime: 1 };
    return (await readGames({ path, facts, choice }, () => undefined)).file;
  };
  for (const form of [null, 'sgf']) {
    expect(await read(form)).toMatchObject({
      form: '',
      choice: form === null ? '' : 'sgf quoridor',
      rows: [],
      fault: expect.stringMatching(/^It can be read in 2 ways/) as string,
    });
  }
  for (const form of ['ishtar', 'quoridor-usual']) {
    expect(await read(form)).toMatchObject({
      ...{ form, choice: `${form} quoridor`, rows: [{ unit: 0 }, { unit: 1 }], fault: '' },
    });
  }
  // Where one form fits, the choice does not count.
  writeFileSync(path, '(;FF[4]PWG[connect4];W[4])');
  expect(await read('ishtar')).toMatchObject({ form: 'sgf', choice: null });
});
