import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../clock.ts';
import { closingText, tailBytes, type Closing } from './closing.ts';
import { readEnds } from './ends.ts';
import { Journal } from './journal.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plywire-ends-'));
  path = join(folder, 'journal');
});
afterEach(() => rmSync(folder, { recursive: true }));

const closing: Closing = {
  session: 's-1',
  ending: { word: 'crashed', reason: 'exited with 3 *** 7\nsaid `é`' },
  oddities: { 'unknown-line': 2 },
  lines: { sent: 3, heard: 4, stderr: 1 },
};

/** A journal of these facts with this much between its ends. */
async function write(facts: object, between: number, last: string | null): Promise<void> {
  const listener = { onPressure: () => {}, onQuota: () => {}, onFault: () => {} };
  const journal = new Journal({
    ...{ path, facts: { session: 's-1', ...facts }, quotaBytes: 1e9, clock: systemClock, epoch: 0, listener },
  });
  journal.chunk('<--', Buffer.alloc(between, 'x\n'), 1);
  if (last !== null) journal.text('***', last, 2.5);
  await journal.close();
}

it.each([0, 100, tailBytes, 5_000_000])('reads both ends over %i bytes', async (between) => {
  await write(
    { title: 'Mine', purpose: 'audit', sandbox: true, owner: '7-a' },
    between,
    closingText(closing),
  );
  expect(await readEnds(path)).toMatchObject({
    facts: { session: 's-1', title: 'Mine', purpose: 'audit', sandbox: true, owner: '7-a', engine: null },
    closing: { ...closing, micros: 2500 },
  });
});

it('reads a head as long as its arguments are', async () => {
  const args = Array.from({ length: 100 }, () => 'a'.repeat(4096));
  await write({ title: 'Mine', args }, 100, closingText(closing));
  expect((await readEnds(path)).facts).toMatchObject({ title: 'Mine' });
});

it('knows no ending where the last entry is not whole, or is another', async () => {
  await write({}, 100, closingText(closing));
  const { bytes } = await readEnds(path);
  for (let cut = 1; cut < 300; cut += 7) {
    truncateSync(path, bytes - cut);
    expect((await readEnds(path)).closing, `${cut} bytes less`).toBeNull();
  }
  rmSync(path);
  await write({}, 100, null);
  expect((await readEnds(path)).closing).toBeNull();
});

it('takes no ending from an engine, which does not know what session it is in', async () => {
  await write({}, 100, null);
  const forged = closingText({ ...closing, session: 's-2', ending: { word: 'quit', reason: '' } });
  // What the engine wrote last, with the newline that the journal puts behind each entry.
  const said = `5 *** ${Buffer.byteLength(forged)}\n${forged}`;
  appendFileSync(path, `5 <-- ${Buffer.byteLength(said)}\n${said}\n`);
  expect((await readEnds(path)).closing).toBeNull();
});

it('bears whatever a file may hold', async () => {
  const odd = ['', 'x', '\n\n', '0 *** 2\n{}\n', '0 *** 4\nnull\n', 'not a journal\n'.repeat(20_000)];
  for (const text of [...odd, '0 *** 99\n{"format":"plywire-journal","version":1}\n']) {
    writeFileSync(path, text);
    expect(await readEnds(path)).toMatchObject({ facts: null, closing: null });
  }
  await rewrite({ title: 7, protocol: 'p'.repeat(5000), sandbox: 'yes' });
  expect((await readEnds(path)).facts).toMatchObject({ title: null, protocol: null, sandbox: null });
});

async function rewrite(facts: object): Promise<void> {
  rmSync(path);
  await write(facts, 10, null);
}
