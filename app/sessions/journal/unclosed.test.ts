import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../clock.ts';
import type { Mark } from './blocks.ts';
import { Journal } from './journal.ts';
import { readUnclosed } from './unclosed.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'plywire-unclosed-'))));
afterEach(() => rmSync(folder, { recursive: true }));

type Written = readonly [mark: Mark, text: string];

async function read(entries: readonly Written[], cut = 0) {
  const path = join(folder, `${readdirSync(folder).length}.journal`);
  const listener = { onPressure: () => {}, onQuota: () => {}, onFault: () => {} };
  const journal = new Journal({
    ...{ path, facts: { session: 's-1' }, quotaBytes: 1e9, clock: systemClock, epoch: 0, listener },
  });
  entries.forEach(([mark, text], at) => journal.text(mark, text, at + 1));
  await journal.close();
  const { length } = readFileSync(path);
  truncateSync(path, length - cut);
  return readUnclosed(path, length - cut);
}

const told = [
  ...[['###', 'cmd: x'] as const, ['-->', 'quit\n'] as const, ['###', 'exit code 0'] as const],
  ...[['<--', 'last words\n'] as const, ['###', 'quit: ended as asked'] as const],
] as const satisfies readonly Written[];

it('tells the ending that its last notes tell', async () => {
  expect(await read(told)).toEqual({
    ...{ lost: 0, micros: 5000, ending: { word: 'quit', reason: 'ended as asked' } },
  });
  expect(await read([...told, ['###', '7 bytes are not in the journal']])).toMatchObject({
    ending: { word: 'quit' },
  });
});

it('tells how a process left where nothing says why', async () => {
  for (const left of ['exit code 3', 'ended by SIGKILL']) {
    const { ending } = await read([
      ['###', left],
      ['<--', 'late\n'],
    ]);
    expect(ending).toEqual({ word: left, reason: 'nothing says why' });
  }
});

it('takes no word for the ending that more was said after, nor what an engine prints', async () => {
  const none = { lost: 0, ending: null };
  expect(await read([])).toMatchObject(none);
  expect(await read([...told.slice(0, 2), ['<--', '7 ### 20\nquit: ended as asked\n']])).toMatchObject(none);
  const stalled = await read([
    ['###', 'stalled: no answer'],
    ['<--', 'here\n'],
  ]);
  expect(stalled).toMatchObject(none);
});

it('says what is lost behind the last whole entry', async () => {
  expect(await read(told, 3)).toMatchObject({ micros: 4000, ending: { word: 'exit code 0' } });
  expect((await read(told, 3)).lost).toBeGreaterThan(20);
});
