import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { filesIn } from './files-in.ts';

let folder: string;
const never = new AbortController().signal;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plywire-files-'));
  mkdirSync(join(folder, 'a b'));
  for (const name of ['a b/1.txt', '2.txt', '3.txt']) writeFileSync(join(folder, name), '44455\n');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('are all of a folder, or the file itself', async () => {
  const files = ['2.txt', '3.txt', 'a b/1.txt'].map((name) => join(folder, name));
  expect(await filesIn(folder, never, 3)).toEqual({ files, unreadable: [] });
  expect(await filesIn(files[0]!, never, 0)).toEqual({ files: [files[0]], unreadable: [] });
});

it('are the first of too many, which is said', async () => {
  const { files, unreadable } = await filesIn(folder, never, 2);
  expect(files).toHaveLength(2);
  expect(unreadable).toEqual([
    {
      file: folder,
      reason:
        'only the first 2 files with games that were found are reported on; name the folders in it one by one for all of them.',
    },
  ]);
});

it('are no longer looked for once that is called off', async () => {
  await expect(filesIn(folder, AbortSignal.abort(new Error('called off')))).rejects.toThrow('called off');
});

it.each(['', 'none'])('are missed at "%s"', async (name) => {
  await expect(filesIn(name, never)).rejects.toThrow(
    /^There is no file or folder (with an empty name|none)\.$/,
  );
});
