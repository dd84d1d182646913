import {
  copyFileSync,
  mkdtempSync,
  renameSync,
  rmSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builtFile, lookInterval, Rebuilds } from './rebuilds.ts';
import { ManualClock } from '../testing.ts';
import type { Launch } from '../types.ts';

let folder: string;
let file: string;
let clock: ManualClock;
let changes: number;
let rebuilds: Rebuilds;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plywire-rebuilds-'));
  file = join(folder, 'engine');
  writeFileSync(file, 'one');
  clock = new ManualClock();
  changes = 0;
  rebuilds = new Rebuilds(clock, () => void changes++);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const launch = (part: Partial<Launch> = {}): Launch => ({
  file,
  interpreter: null,
  interpreterArgs: [],
  args: [],
  folder: null,
  environment: {},
  bundled: false,
  sandbox: false,
  ...part,
});

/** One look at the files, to its end: the next one is scheduled only then. */
async function look(): Promise<void> {
  clock.advance(lookInterval);
  await expect.poll(() => clock.timers, { interval: 1, timeout: 10_000 }).toBe(1);
}

/** A build as a compiler makes it: a new file under another name, renamed over the old one. */
function build(content: string): void {
  const beside = join(folder, 'engine.new');
  writeFileSync(beside, content);
  renameSync(beside, file);
}

describe('a build that is replaced', () => {
  it('is noticed once it lies still, by a rename as by writing into the file', async () => {
    rebuilds.watch('a', launch());
    await look();
    expect(rebuilds.isRebuilt('a')).toBe(false);
    build('two');
    await look();
    expect(rebuilds.isRebuilt('a')).toBe(false);
    await look();
    expect(rebuilds.isRebuilt('a')).toBe(true);
    expect(changes).toBe(1);

    rebuilds.watch('b', launch());
    writeFileSync(file, 'three, written in place');
    await look();
    await look();
    expect(rebuilds.isRebuilt('b')).toBe(true);
  });

  it('is waited for while it is gone, empty or still written', async () => {
    rebuilds.watch('a', launch());
    unlinkSync(file);
    await look();
    await look();
    writeFileSync(file, '');
    await look();
    await look();
    for (const content of ['t', 'tw', 'two']) {
      writeFileSync(file, content);
      await look();
    }
    expect(rebuilds.isRebuilt('a')).toBe(false);
    await look();
    expect(rebuilds.isRebuilt('a')).toBe(true);
  });

  it('is not news any more when the build that runs is put back', async () => {
    // In whole seconds, which every file system keeps.
    utimesSync(file, 1000, 1000);
    rebuilds.watch('a', launch());
    writeFileSync(file, 'two');
    await look();
    await look();
    expect(rebuilds.isRebuilt('a')).toBe(true);
    writeFileSync(file, 'one');
    utimesSync(file, 1000, 1000);
    await look();
    expect(rebuilds.isRebuilt('a')).toBe(false);
  });
});

it('leaves no timer when nothing is watched, whatever a look is doing', async () => {
  rebuilds.watch('a', launch());
  rebuilds.watch('none', launch({ file: join(folder, 'missing') }));
  await look();
  rebuilds.forget('a');
  expect(clock.timers).toBe(0);
  rebuilds.watch('a', launch());
  clock.advance(lookInterval);
  rebuilds.forget('a');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(clock.timers).toBe(0);
});

it('looks at what an interpreter runs', () => {
  const script = join(folder, 'mine.py');
  copyFileSync(file, script);
  expect(builtFile(launch({ file: script, interpreter: 'python3' }))).toBe(script);
  const python = '/usr/bin/python3.12';
  expect(builtFile(launch({ file: python, args: ['-u', 'mine.py'], folder }))).toBe(script);
  expect(builtFile(launch({ file: python, args: ['-m', 'mine'], folder }))).toBe(python);
  // Files that an engine of its own is given are its data.
  expect(builtFile(launch({ args: ['mine.py'] }))).toBe(file);
});
