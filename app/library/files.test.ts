import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { appendLines, Kept, partOf, putAside, removeParts, writeDurably } from './files.ts';

const Numbers = v.strictObject({ numbers: v.array(v.number()) });
const none = { numbers: [] as number[] };

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plywire-files-'));
  path = join(folder, 'deep', 'numbers.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

const onDisk = (): unknown => JSON.parse(readFileSync(path, 'utf8'));
const open = async () => (await Kept.open(path, Numbers, none)).kept;

describe('appending lines', () => {
  it.each([
    [null, 'one\ntwo\n'],
    ['', 'one\ntwo\n'],
    ['whole\n', 'whole\none\ntwo\n'],
    ['to', 'to\none\ntwo\n'],
  ])('ends a torn last line of %j', (before, after) => {
    const log = join(folder, 'log');
    if (before !== null) writeFileSync(log, before, { mode: 0o600 });
    appendLines(log, ['one', 'two']);
    expect([readFileSync(log, 'utf8'), statSync(log).mode & 0o077]).toEqual([after, 0]);
  });
});

describe('writing durably', () => {
  it('makes the folder, replaces what was there and leaves nothing beside it', async () => {
    await writeDurably(path, 'one');
    await writeDurably(path, 'two');
    expect(readFileSync(path, 'utf8')).toBe('two');
    expect(readdirSync(join(folder, 'deep'))).toEqual(['numbers.json']);
  });

  it('is readable by its owner alone', async () => {
    await writeDurably(path, 'secret');
    expect(statSync(path).mode & 0o077).toBe(0);
  });

  it('leaves the old content and no part when the new one cannot take its place', async () => {
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, 'in the way'), '');
    const error: unknown = await writeDurably(path, 'new').catch((failed: unknown) => failed);
    expect(error).toMatchObject({ code: expect.stringMatching(/EISDIR|ENOTEMPTY|EEXIST/), path });
    expect(readdirSync(join(folder, 'deep'))).toEqual(['numbers.json']);
  });
});

it('removes what a dead writer left half written, and nothing else', async () => {
  const alive = partOf(join(folder, 'a.json'));
  const { pid } = spawnSync(process.execPath, ['--version']);
  const dead = alive.replace(`.${process.pid}-`, `.${pid}-`);
  for (const name of [alive, dead, join(folder, 'mine.part')]) writeFileSync(name, '{');
  await removeParts(folder);
  expect(readdirSync(folder).sort()).toEqual([basename(alive), 'mine.part']);
});

describe('reading what is kept', () => {
  it('takes the missing value where there is no file, without a word', async () => {
    const { kept, trouble } = await Kept.open(path, Numbers, none);
    expect(kept.value).toEqual(none);
    expect(trouble).toBeNull();
  });

  it.each([
    ['a torn file', '{"numbers":[1,'],
    ['an empty file', ''],
    ['another shape', '{"numbers":"one"}'],
  ])('puts %s aside and says where', async (_, content) => {
    await writeDurably(path, content);
    const { kept, trouble } = await Kept.open(path, Numbers, none);
    expect(kept.value).toEqual(none);
    expect(trouble).toContain(`${path}.unreadable`);
    expect(readFileSync(`${path}.unreadable`, 'utf8')).toBe(content);
    expect(readdirSync(join(folder, 'deep'))).toEqual(['numbers.json.unreadable']);
  });

  it.each([
    ['an entry', '{"numbers":[1,"one",2]}', 'numbers.1: Invalid type: Expected number but received "one"'],
    ['a field too many', '{"numbers":[1,2],"more":1}', 'more: this version does not know it'],
  ])('goes on without %s, of which it tells, and keeps the whole', async (_, content, why) => {
    await writeDurably(path, content);
    const { kept, trouble } = await Kept.open(path, Numbers, none);
    expect(kept.value).toEqual({ numbers: [1, 2] });
    expect(trouble).toBe(
      `${path} could not be read (${why}). It was kept as ${path}.unreadable; Plywire goes on with the rest of it.`,
    );
    expect(readFileSync(`${path}.unreadable`, 'utf8')).toBe(content);
    expect((await Kept.open(path, Numbers, none)).trouble).toBeNull();
  });

  it('takes a file with a byte order mark, at the start and when another program has written it', async () => {
    await writeDurably(path, '\ufeff{"numbers":[1]}');
    const { kept, trouble } = await Kept.open(path, Numbers, none);
    expect([kept.value, trouble]).toEqual([{ numbers: [1] }, null]);
    writeFileSync(path, '\ufeff{"numbers":[2]}');
    expect([await kept.look(), kept.value]).toEqual([true, { numbers: [2] }]);
    writeFileSync(path, '\ufeff{"numbers":[3]}');
    await kept.change(({ numbers }) => ({ numbers: [...numbers, 4] }));
    expect(onDisk()).toEqual({ numbers: [3, 4] });
  });

  it('puts a second file aside without touching the first', async () => {
    for (const content of ['first', 'second', 'third']) {
      await writeDurably(path, content);
      await putAside(path, 'unreadable');
    }
    const beside = readdirSync(join(folder, 'deep')).sort();
    expect(beside.map((name) => readFileSync(join(folder, 'deep', name), 'utf8'))).toEqual([
      'first',
      'second',
      'third',
    ]);
  });

  it('goes on with the missing value where the file cannot be opened, tells why, and leaves it alone', async () => {
    mkdirSync(path, { recursive: true });
    const told: (string | undefined)[] = [];
    const { kept } = await Kept.open(path, Numbers, none, {
      onWritten: (error) => told.push((error as NodeJS.ErrnoException | null)?.code),
    });
    expect(kept.value).toEqual(none);
    expect(told).toEqual(['EISDIR']);
    await expect(kept.change(() => ({ numbers: [1] }))).rejects.toThrow(/EISDIR/);
    expect(readdirSync(join(folder, 'deep'))).toEqual(['numbers.json']);
  });

  it('takes a file in the place of a folder for no file, which writing tells', async () => {
    writeFileSync(join(folder, 'deep'), '');
    const { kept, trouble } = await Kept.open(path, Numbers, none);
    expect([kept.value, trouble]).toEqual([none, null]);
    await expect(kept.set({ numbers: [1] })).rejects.toThrow(/ENOTDIR|EEXIST/);
  });
});

describe('changing what is kept', () => {
  const add = (number: number) => (value: typeof none) => ({ numbers: [...value.numbers, number] });

  it('holds at once and is on disk when it resolves', async () => {
    const kept = await open();
    const saved = kept.change(add(1));
    expect(kept.value).toEqual({ numbers: [1] });
    await saved;
    expect(onDisk()).toEqual({ numbers: [1] });
  });

  it('keeps the order of many changes at once, and writes few times', async () => {
    const kept = await open();
    const saves = Array.from({ length: 200 }, (_, number) => kept.change(add(number)));
    expect(new Set(saves).size).toBeLessThan(5);
    await Promise.all(saves);
    expect(onDisk()).toEqual({ numbers: Array.from({ length: 200 }, (_, number) => number) });
  });

  it('resolves each change only when it is on disk', async () => {
    const kept = await open();
    const first = kept.set({ numbers: [1] });
    await Promise.resolve();
    await Promise.resolve();
    const second = kept.set({ numbers: [2] });
    await second;
    expect(onDisk()).toEqual({ numbers: [2] });
    await first;
  });

  it('rejects when it cannot be written; the value stands, and the next write brings it', async () => {
    const kept = await open();
    await kept.set({ numbers: [1] });
    rmSync(join(folder, 'deep'), { recursive: true });
    writeFileSync(join(folder, 'deep'), 'a file where the folder was');
    await expect(kept.change(add(2))).rejects.toThrow(/ENOTDIR|EEXIST/);
    expect(kept.value).toEqual({ numbers: [1, 2] });
    rmSync(join(folder, 'deep'));
    await kept.change(add(3));
    expect(onDisk()).toEqual({ numbers: [1, 2, 3] });
  });

  it('takes an attempt back that cannot be written, and only that', async () => {
    const told: boolean[] = [];
    const { kept } = await Kept.open(path, Numbers, none, {
      onWritten: (error) => told.push(error === null),
    });
    await kept.change(add(1));
    rmSync(join(folder, 'deep'), { recursive: true });
    writeFileSync(join(folder, 'deep'), 'a file where the folder was');
    const attempt = kept.attempt(add(2));
    const change = kept.change(add(3));
    expect(kept.value).toEqual({ numbers: [1, 2, 3] });
    await expect(attempt).rejects.toThrow(/ENOTDIR|EEXIST/);
    await expect(change).rejects.toThrow(/ENOTDIR|EEXIST/);
    expect(kept.value).toEqual({ numbers: [1, 3] });
    rmSync(join(folder, 'deep'));
    await kept.save();
    expect(onDisk()).toEqual({ numbers: [1, 3] });
    expect(told).toEqual([true, false, true]);
  });

  it('takes back only what was answered: an attempt that came during a failing write has the next one', async () => {
    const opened: (() => void)[] = [];
    const { kept } = await Kept.open(path, Numbers, none, {
      exclusively: async (_, work) => {
        await new Promise<void>((open) => opened.push(open));
        return work();
      },
    });
    mkdirSync(path, { recursive: true });
    const failing = kept.attempt(add(1));
    const failed = expect(failing).rejects.toThrow(/EISDIR/);
    await expect.poll(() => opened.length).toBe(1);
    const later = kept.attempt(add(2));
    opened[0]!();
    await failed;
    rmSync(path, { recursive: true });
    await expect.poll(() => opened.length).toBe(2);
    opened[1]!();
    await later;
    expect(onDisk()).toEqual({ numbers: [2] });
  });

  it('makes its changes to what another program wrote meanwhile', async () => {
    const [ours, theirs] = [await open(), await open()];
    await theirs.change(add(7));
    await ours.change(add(1));
    expect(onDisk()).toEqual({ numbers: [7, 1] });
    expect(ours.value).toEqual({ numbers: [7, 1] });
  });

  it('takes over what another program wrote, but nothing that cannot be read', async () => {
    const [ours, theirs] = [await open(), await open()];
    expect(await ours.look()).toBe(false);
    await theirs.change(add(7));
    expect(await ours.look()).toBe(true);
    expect(ours.value).toEqual({ numbers: [7] });
    expect(await ours.look()).toBe(false);
    for (const content of ['{"numbers":', '{"numbers":["7"]}']) {
      writeFileSync(path, content);
      expect(await ours.look()).toBe(false);
    }
    rmSync(path);
    expect(await ours.look()).toBe(false);
    expect(ours.value).toEqual({ numbers: [7] });
  });

  it('tells of what another program wrote that cannot be read, before it takes its place', async () => {
    const told: string[] = [];
    const { kept } = await Kept.open(path, Numbers, none, { onAside: (sentence) => told.push(sentence) });
    await kept.change(add(1));
    writeFileSync(path, '{"numbers":[1,2');
    await kept.change(add(3));
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ numbers: [1, 3] });
    expect(readFileSync(`${path}.unreadable`, 'utf8')).toBe('{"numbers":[1,2');
    expect(told).toEqual([
      expect.stringMatching(/kept as .+\.unreadable; what Plywire has took its place\.$/),
    ]);
  });

  it('loses no change of ours to a look at the same time', async () => {
    let last = Promise.resolve();
    const exclusively = (_: string, work: () => Promise<void>): Promise<void> =>
      (last = last.catch(() => undefined).then(work));
    const shared = async () => (await Kept.open(path, Numbers, none, { exclusively })).kept;
    const [ours, theirs] = [await shared(), await shared()];
    for (let count = 1; count <= 20; count++) {
      const changes = [theirs.change(add(100 + count)), ours.look(), ours.change(add(count)), ours.look()];
      await Promise.all(changes);
      expect(ours.value.numbers).toContain(count);
    }
    expect(await ours.look().then(() => ours.value)).toEqual(onDisk());
  });

  it('settles once nothing is being written, well or badly', async () => {
    const kept = await open();
    const saved = kept.set({ numbers: [5] });
    await kept.settled();
    expect(onDisk()).toEqual({ numbers: [5] });
    await saved;
    rmSync(join(folder, 'deep'), { recursive: true });
    writeFileSync(join(folder, 'deep'), '');
    const failing = kept.set({ numbers: [6] });
    const failure = expect(failing).rejects.toThrow();
    await kept.settled();
    await failure;
  });
});
