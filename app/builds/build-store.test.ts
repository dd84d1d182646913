import { hash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TellerFacts } from '../evaluations/tellers.ts';
import { asPlainUser } from '../../tests/support/plain-user.ts';
import { Refused } from '../shapes/refused.ts';
import { BuildStore, commandWords } from './build-store.ts';

let folder: string;
let said: string[];
let limit: number;
let store: BuildStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plywire-builds-'));
  mkdirSync(join(folder, 'engine', 'data'), { recursive: true });
  mkdirSync(join(folder, 'elsewhere'));
  write('engine/mine', 'one');
  chmodSync(join(folder, 'engine/mine'), 0o755);
  write('engine/data/weights', 'weights');
  write('elsewhere/book', 'book');
  said = [];
  limit = 1e6;
  store = new BuildStore({
    ...{ folder: join(folder, 'builds'), limit: () => limit, say: (sentence) => said.push(sentence) },
  });
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, content: string): void => writeFileSync(join(folder, name), content);
const paths = ['engine/mine', 'engine/data/weights', 'elsewhere/book'];

const facts = (args: readonly string[], more: Partial<TellerFacts['launch']> = {}): TellerFacts => ({
  ...{ engine: null, name: 'Mine', protocol: 'cfp', settings: { walls: 'token' }, options: {} },
  launch: {
    ...{ file: join(folder, 'engine/mine'), interpreter: null, interpreterArgs: [], args, folder: null },
    ...{ environment: { LEVEL: '3' }, bundled: false, sandbox: true, ...more },
  },
});

const keep = (
  args: readonly string[] = [],
  names: readonly string[] = ['engine/mine'],
  more: Partial<TellerFacts['launch']> = {},
) => {
  const paths = names.map((name) => join(folder, name));
  return store.keep(facts(args, more), paths, () =>
    Promise.resolve(paths.map((path) => hash('sha256', readFileSync(path), 'hex'))),
  );
};

describe('a kept build', () => {
  it('is a copy of the program and its named files, with the words that start it', async () => {
    const args = ['-v', 'data/weights', `--book=${join(folder, 'elsewhere/book')}`];
    const { build } = (await keep(args, paths))!;
    rmSync(join(folder, 'engine'), { recursive: true });
    rmSync(join(folder, 'elsewhere'), { recursive: true });
    const engine = await store.engineOf(build.id.slice(0, 8));
    const files = join(folder, 'builds', build.id, 'files');
    expect(engine).toEqual({
      ...{ name: 'Mine', protocol: 'cfp', file: join(files, 'mine'), folder: null, sandbox: true },
      args: ['-v', join(files, 'data/weights'), `--book=${join(files, 'named-2/book')}`],
      ...{ interpreter: null, interpreterArgs: [], environment: { LEVEL: '3' }, dialect: { walls: 'token' } },
    });
    expect(
      [engine.file, ...engine.args.slice(1).map((arg) => arg.replace('--book=', ''))].map(contentOf),
    ).toEqual([...['one', 'weights', 'book']]);
    expect(build.lacks).toEqual([]);
  });

  it('says what starts it, an interpreter too where that has arguments of its own', async () => {
    const args = ['-v', '', '--book=elsewhere/book', 'data/weights'];
    const { build } = (await keep(args, paths))!;
    const words = `${join(folder, 'engine/mine')} -v '' --book=elsewhere/book data/weights`;
    expect(commandWords(build)).toBe(words);
    expect(commandWords({ ...build, interpreter: 'java' })).toBe(words);
    expect(commandWords({ ...build, interpreter: 'java', interpreterArgs: ['-Xmx1g', '-jar'] })).toBe(
      `java -Xmx1g -jar ${words}`,
    );
    expect(commandWords({ ...build, args: [] })).toBe(join(folder, 'engine/mine'));
  });

  it('is known again, and another one once a byte has changed', async () => {
    const one = (await keep())!;
    expect(one.isNew).toBe(true);
    const again = (await keep())!;
    expect([again.isNew, again.build.id]).toEqual([false, one.build.id]);
    write('engine/mine', 'two');
    const other = (await keep())!;
    expect([other.isNew, other.build.id === one.build.id]).toEqual([true, false]);
    const all = await store.of(join(folder, 'engine/mine'));
    expect(all.map(({ build }) => build.id)).toEqual([one.build.id, other.build.id]);
  });

  it('is a build of each path at which it was found, with one history, also once its copy was deleted', async () => {
    const [mine, other] = [join(folder, 'engine/mine'), join(folder, 'elsewhere/mine')];
    write('elsewhere/mine', 'one');
    const keepOther = () => keep([], ['elsewhere/mine'], { file: other });
    const [one, again] = [(await keep())!, (await keepOther())!];
    expect([again.isNew, again.build.id, again.build.engine]).toEqual([false, one.build.id, other]);
    // As an engine of its own it is compared with those at its path.
    write('elsewhere/mine', 'two');
    const changed = (await keepOther())!;
    const idsOf = async (path: string) => (await store.of(path)).map(({ build }) => build.id);
    expect(await idsOf(mine)).toEqual([one.build.id]);
    expect(await idsOf(other)).toEqual([one.build.id, changed.build.id]);
    expect((await store.find(one.build.id)).build).toMatchObject({ engine: mine, elsewhere: [other] });
    rmSync(join(folder, 'builds', one.build.id, 'files'), { recursive: true });
    write('elsewhere/mine', 'one');
    expect((await keepOther())!.build).toMatchObject({ at: one.build.at, engine: other });
    expect((await store.find(one.build.id)).build).toMatchObject({ engine: mine, elsewhere: [other] });
  });

  it('is no other engine where its copy is run', async () => {
    const { build } = (await keep())!;
    const { file } = await store.engineOf(build.id);
    const again = (await keep([], [file.slice(folder.length + 1)], { file }))!;
    expect([again.isNew, again.build]).toEqual([false, build]);
    expect((await store.find(build.id)).build).toEqual(build);
  });

  it('is known as the one with other arguments than it was kept with', async () => {
    const args = ['-v', '--book=elsewhere/book'];
    expect((await keep(args, paths))!.isAsKept).toBe(true);
    expect((await keep(args, paths))!.isAsKept).toBe(true);
    expect((await keep(['-v', 'elsewhere/book'], paths))!.isAsKept).toBe(false);
    expect((await keep(args, paths, { interpreterArgs: ['-u'] }))!.isAsKept).toBe(false);
  });

  it('has a history, of which a torn line is left out', async () => {
    const { build } = (await keep())!;
    const event = {
      kind: 'check',
      at: 5,
      build: build.id,
      level: 'must',
      holds: false,
      failed: ['ping'],
    } as const;
    store.record(event);
    writeFileSync(join(folder, 'builds', build.id, 'history.jsonl'), '{"kind":"che', { flag: 'a' });
    expect(store.events(build.id)).toEqual([event]);
    store.record({ ...event, at: 6 });
    store.record({ ...event, at: 7 });
    expect(store.events(build.id).map(({ at }) => at)).toEqual([5, 6, 7]);
  });

  it('is deleted with its history', async () => {
    const { build } = (await keep())!;
    await store.remove(build.id);
    expect(existsSync(join(folder, 'builds', build.id))).toBe(false);
    expect(await store.list()).toEqual([]);
  });
});

describe('a fault of the disk', () => {
  /** A link to itself, which can neither be read nor is it missing. */
  const loop = (...names: string[]): void => {
    const path = join(folder, 'builds', ...names);
    rmSync(path, { recursive: true });
    symlinkSync(path, path);
  };

  it('is no missing build, and no missing history', async () => {
    const { build } = (await keep())!;
    store.record({ kind: 'check', at: 5, build: build.id, level: 'must', holds: true, failed: [] });
    loop(build.id, 'history.jsonl');
    expect(() => store.events(build.id)).toThrow('ELOOP');
    loop(build.id, 'build.json');
    await expect(store.find(build.id)).rejects.toThrow('ELOOP');
    await expect(keep()).rejects.toThrow('ELOOP');
    await expect(store.engineOf(build.id)).rejects.toThrow(Refused);
    loop();
    await expect(store.list()).rejects.toThrow('ELOOP');
  });

  it('of one build stops none of the others, and is told once', async () => {
    const [{ build: lost }, { build: other }] = [
      (await keep())!,
      (write('engine/mine', 'two'), (await keep())!),
    ];
    loop(lost.id, 'build.json');
    write('engine/mine', 'six');
    // Over the limit, which counts what can be read.
    limit = 3;
    const { build, isNew } = (await keep())!;
    expect(isNew).toBe(true);
    const all = await store.of(join(folder, 'engine/mine'));
    expect(all.map((each) => [each.build.id, each.bytes])).toEqual([
      [other.id, 0],
      [build.id, 3],
    ]);
    expect((await store.find(other.id)).build.id).toBe(other.id);
    expect(store.hasLeftOut).toBe(true);
    expect(said).toEqual([
      expect.stringMatching(new RegExp(`^Build ${lost.id.slice(0, 8)} cannot be read: ELOOP`)),
      expect.stringContaining(`Mine ${other.id.slice(0, 8)}`),
    ]);
  });

  it('in deleting others takes nothing from a build that was just kept', async () => {
    const { build } = (await keep())!;
    write('engine/mine', 'two');
    limit = 3;
    const own = join(folder, 'builds', build.id);
    const files = join(own, 'files');
    chmodSync(files, 0);
    try {
      const { isNew } = await asPlainUser(
        [folder, join(folder, 'builds'), own, join(own, 'build.json')],
        async () => (await keep())!,
      );
      expect(isNew).toBe(true);
    } finally {
      chmodSync(files, 0o700);
    }
    expect(said).toEqual([expect.stringMatching(/^Builds over the limit could not be deleted: EACCES/)]);
  });

  it('is not that nothing was kept or measured yet', async () => {
    expect(await store.list()).toEqual([]);
    const { build } = (await keep())!;
    expect(store.events(build.id)).toEqual([]);
  });
});

describe('the limit', () => {
  it('deletes the files of builds used least lately, and keeps their figures', async () => {
    const ids: string[] = [];
    for (const content of ['one', 'two', 'six']) {
      write('engine/mine', content);
      const { build } = (await keep())!;
      ids.push(build.id);
      store.record({ kind: 'check', at: 1, build: build.id, level: 'must', holds: true, failed: [] });
    }
    await store.engineOf(ids[0]!);
    limit = 9;
    write('engine/mine', 'ten');
    const { build } = (await keep())!;
    const kept = (await store.list()).filter(({ bytes }) => bytes > 0).map(({ build: { id } }) => id);
    expect(new Set(kept)).toEqual(new Set([ids[0], ids[2], build.id]));
    expect(said).toEqual([expect.stringContaining(`Mine ${ids[1]!.slice(0, 8)}`)]);
    expect(store.events(ids[1]!)).toHaveLength(1);
    await expect(store.engineOf(ids[1]!)).rejects.toThrow('were deleted');
    // Built again, it is there again, with its first date.
    write('engine/mine', 'two');
    const again = (await keep())!;
    expect([again.isNew, again.build.id]).toEqual([false, ids[1]]);
    expect(again.build).toEqual((await store.list()).find(({ build: { id } }) => id === ids[1])!.build);
    expect((await store.engineOf(ids[1]!)).name).toBe('Mine');
  });

  it('keeps none at 0, refuses what is larger than all, and leaves bundled engines out', async () => {
    limit = 0;
    expect(await keep()).toBeNull();
    limit = 2;
    await expect(keep()).rejects.toThrow(Refused);
    limit = 1e6;
    expect(await keep([], ['engine/mine'], { bundled: true })).toBeNull();
    expect(await store.list()).toEqual([]);
  });
});

it.each(['', 'zzzz', 'abc', '../../etc', '00000000'])('refuses the build %j', async (id) => {
  await keep();
  await expect(store.find(id)).rejects.toThrow(Refused);
});

it('clears away what a killed process has begun to copy', async () => {
  const part = join(folder, 'builds', `${'a'.repeat(64)}.999999-0123456789ab.part`);
  mkdirSync(join(part, 'files'), { recursive: true });
  const { build } = (await keep())!;
  expect(readdirSync(join(folder, 'builds'))).toEqual([build.id]);
});

it('leaves out what is not a build', async () => {
  const { build } = (await keep())!;
  mkdirSync(join(folder, 'builds', 'f'.repeat(64)));
  write(`builds/${'f'.repeat(64)}/build.json`, JSON.stringify({ ...build, program: '' }));
  mkdirSync(join(folder, 'builds', 'e'.repeat(64)));
  expect((await store.list()).map(({ build: { id } }) => id)).toEqual([build.id]);
});

const contentOf = (path: string): string => readFileSync(path, 'utf8');
