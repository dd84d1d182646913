import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gameById } from '../games/registry.ts';
import { tellerFrame } from './frames.ts';
import { Segment } from './segment.ts';
import { digestOf } from './turned.ts';
import { after, Home, reportOf, say, tellerOf } from './testing/stores.ts';
import type { EvaluationStore } from './store.ts';
import { long } from '../../tests/support/long.ts';

let home: Home;
beforeEach(() => void (home = new Home()));
afterEach(() => home.remove());

const connect4 = gameById('connect4');
const logs = (): string[] =>
  readdirSync(home.evaluations)
    .filter((name) => name.endsWith('.log'))
    .map((name) => join(home.evaluations, name));
const best = (store: EvaluationStore, moves: string): string[] =>
  store.at(connect4, after(moves)).map(({ report }) => report.bestmove!);
const remove = async (paths: readonly string[]): Promise<void> => {
  for (const path of paths) renameSync(path, `${path}.gone`);
};

describe('a file that ends in the middle of a frame', () => {
  it('is read up to there, and goes on from there', long, async () => {
    const store = await home.open();
    for (const [at, moves] of ['1', '2', '3'].entries()) {
      say(store, connect4, after(moves), reportOf('4', { depth: at + 1 }));
      await store.flush();
    }
    await store.close();
    const [log] = logs();
    const whole = readFileSync(log!);
    const index = readFileSync(log!.replace('.log', '.index'));
    const path = join(home.folder, 'ev-0000000000000000.log');
    const known = (segment: Segment): number =>
      ['1', '2', '3'].filter((moves) => {
        const { high, low } = digestOf(connect4, after(moves));
        return segment.has(high, low);
      }).length;
    const counts = new Set<number>();
    // Three frames of the same form are cut at each third byte, at other ones in each.
    for (let end = 24; end <= whole.length; end += end < whole.length - 16 ? 3 : 1) {
      writeFileSync(path, whole.subarray(0, end));
      // An index that knows more than there is counts for nothing.
      writeFileSync(path.replace('.log', '.index'), index);
      const segment = await Segment.open(path);
      expect(segment.damage).toBeNull();
      const count = known(segment);
      counts.add(count);
      if (end % 32 === 0 || end > whole.length - 16) {
        await segment.take();
        await segment.append([tellerFrame(tellerOf(7))!]);
        const again = await Segment.open(path);
        expect([known(again), again.damage, again.tellers.at(-1)]).toEqual([count, null, tellerOf(7)]);
        await again.close();
      }
      await segment.close();
    }
    expect([...counts]).toEqual([0, 1, 2, 3]);
  });
});

describe('a damaged file', () => {
  it('is put aside and said, and what is whole goes on in a new one', async () => {
    const store = await home.open();
    const all = Array.from({ length: 7 }, (_, at) => String(at + 1));
    for (const moves of all.slice(0, 4)) {
      say(store, connect4, after(`4${moves}`), reportOf('4', { depth: 3 }));
      await store.flush();
    }
    await store.close();
    const [log] = logs();
    const bytes = readFileSync(log!);
    const at = bytes.indexOf('"report"', bytes.indexOf('"report"') + 1);
    bytes[at] = 0x58;
    writeFileSync(log!, bytes);
    const again = await home.open();
    // The index knows where it is; that it is damaged shows when it is read.
    expect(all.map((moves) => best(again, `4${moves}`).length)).toEqual([1, 0, 1, 1, 1, 0, 1]);
    await again.close();
    const third = await home.open();
    expect(home.said).toEqual([
      expect.stringMatching(/could not be read \(the entry at byte \d+ is damaged\)/),
    ]);
    expect(readFileSync(`${log!}.unreadable`).equals(bytes)).toBe(true);
    expect(all.map((moves) => best(third, `4${moves}`).length)).toEqual([1, 0, 1, 1, 1, 0, 1]);
    expect(logs()).toHaveLength(1);
  });

  it('that is none of ours is put aside as well', async () => {
    mkdirSync(home.evaluations, { recursive: true });
    writeFileSync(join(home.evaluations, 'ev-00000000000000aa.log'), 'something else, of some length');
    const store = await home.open();
    expect(home.said).toEqual([expect.stringMatching(/does not begin as a file of evaluations/)]);
    say(store, connect4, after('1'), reportOf('4', { depth: 3 }));
    await store.close();
    expect(best(await home.open(), '1')).toEqual(['4']);
  });

  it('of which only the index is damaged is read anew', async () => {
    const store = await home.open();
    say(store, connect4, after('1'), reportOf('4', { depth: 3 }));
    await store.close();
    const index = logs()[0]!.replace('.log', '.index');
    const bytes = readFileSync(index);
    for (let at = 0; at < bytes.length; at++) {
      const damaged = Buffer.from(bytes);
      damaged[at]! ^= 0xff;
      writeFileSync(index, damaged);
      const segment = await Segment.open(logs()[0]!);
      expect([segment.entries, segment.damage]).toEqual([2, null]);
      await segment.close();
    }
  });
});

describe('several hosts', () => {
  it('write a file each, and read each other’s', async () => {
    const [one, other] = [await home.open(), await home.open()];
    say(one, connect4, after('1'), reportOf('4', { depth: 3 }));
    say(other, connect4, after('1'), reportOf('5', { depth: 4 }));
    say(other, connect4, after('2'), reportOf('6', { depth: 4 }), tellerOf(2));
    await Promise.all([one.flush(), other.flush()]);
    await one.look();
    expect([best(one, '1'), best(one, '2')]).toEqual([['5'], ['6']]);
    // Known to be shallower than what the other one has.
    expect(say(one, connect4, after('1'), reportOf('7', { depth: 3 }))).toBe(false);
    say(other, connect4, after('2'), reportOf('7', { depth: 5 }), tellerOf(2));
    await other.flush();
    await one.look();
    expect(best(one, '2')).toEqual(['7']);
    expect(logs()).toHaveLength(2);
    await one.close();
    await other.close();
    // The next host takes one of them and reads the other.
    const third = await home.open();
    expect([best(third, '1'), best(third, '2')]).toEqual([['5'], ['7']]);
    expect(logs()).toHaveLength(2);
    // A rewriting makes one of them.
    await third.clear({ teller: 'f'.repeat(64) }, remove);
    expect(logs()).toHaveLength(1);
    expect([best(third, '1'), best(third, '2')]).toEqual([['5'], ['7']]);
  });
});

describe('clearing', () => {
  it('drops what is selected, and the files before it bring it back', async () => {
    const store = await home.open();
    say(store, connect4, after('1'), reportOf('4', { depth: 3 }), tellerOf(1));
    say(store, connect4, after('1'), reportOf('5', { depth: 3 }), tellerOf(2));
    say(store, connect4, after('2'), reportOf('6', { depth: 3 }), tellerOf(3, { engine: 'e-1' }));
    let gone: readonly string[] = [];
    const dispose = async (paths: readonly string[]): Promise<void> => {
      gone = paths;
      await remove(paths);
    };
    const known = (): string[] => [...best(store, '1'), ...best(store, '2')].toSorted();
    const restore = async (): Promise<void> => {
      for (const path of gone) renameSync(`${path}.gone`, path);
      await store.look();
      expect(known()).toEqual(['4', '5', '6']);
    };
    expect(await store.clear({ engine: 'e-1' }, dispose)).toMatchObject({ entries: 2, isPartly: false });
    expect(known()).toEqual(['5']);
    await restore();
    expect(await store.clear({ teller: tellerOf(3).id }, dispose)).toMatchObject({ entries: 1 });
    expect(known()).toEqual(['4', '5']);
    await restore();
    expect(await store.clear({ before: Date.now() - 1000 }, dispose)).toMatchObject({ entries: 0 });
    expect(await store.clear({ before: Date.now() + 1 }, dispose)).toMatchObject({ entries: 3 });
    expect(known()).toEqual([]);
    expect([...store.counts()]).toEqual([]);
    await restore();
    expect([...store.counts().values()]).toEqual([1, 1, 1]);
  });
});

describe('the limit', () => {
  it('is kept by dropping what was replaced, then the oldest and shallowest, and says so', async () => {
    let limit = 1024 ** 2;
    const weeks = 7 * 24 * 3600 * 1000;
    let date = Date.UTC(2026, 0, 1);
    let now = 0;
    const clock = {
      now: () => (now += 0.001),
      date: () => date,
      setTimer: () => ({ clear: () => undefined }),
    };
    const store = await home.open({ limit: () => limit, clock });
    const positions = connect4
      .moves(after(''))
      .flatMap((one) => connect4.moves(after('')).map((other) => [one, other] as const))
      .map(([one, other]) => connect4.play(connect4.play(after(''), one), other));
    const tell = (depth: number): void => {
      for (const position of positions)
        say(store, connect4, position, reportOf('4', { depth, text: 'x'.repeat(900) }));
    };
    tell(1);
    await store.flush();
    const size = store.bytes;
    limit = size * 4;
    for (let depth = 2; depth < 12; depth++) {
      tell(depth);
      await store.flush();
    }
    // What was replaced went without a word.
    expect(home.said).toEqual([]);
    expect(store.bytes).toBeLessThan(limit);
    expect(positions.every((position) => store.at(connect4, position)[0]!.measure.amount === 11)).toBe(true);
    const deep = after('11');
    say(store, connect4, deep, reportOf('4', { depth: 30, text: 'x'.repeat(900) }), tellerOf(9));
    await store.flush();
    date += 2 * weeks;
    limit = size;
    const young = positions.slice(0, 20);
    for (const position of young) {
      say(
        store,
        connect4,
        connect4.play(position, connect4.moves(position)[0]),
        reportOf('4', { depth: 1, text: 'x'.repeat(900) }),
      );
      await store.flush();
    }
    expect(home.said).toEqual([expect.stringMatching(/Plywire deleted \d+, the oldest and shallowest/)]);
    expect(store.bytes).toBeLessThan(limit);
    // The shallow ones of the older week went first.
    expect(store.at(connect4, deep).map(({ measure }) => measure.amount)).toContain(30);
    for (const position of young)
      expect(store.at(connect4, connect4.play(position, connect4.moves(position)[0]))).not.toEqual([]);
    expect(statSync(logs()[0]!).size).toBe(store.bytes);
  });
});

describe('a folder that cannot be made', () => {
  it('is told of, and tried again', async () => {
    writeFileSync(home.evaluations, 'a file in its place');
    let now = 0;
    const clock = { now: () => now, date: () => 1, setTimer: () => ({ clear: () => undefined }) };
    const store = await home.open({ clock });
    expect(home.faults).toEqual([expect.objectContaining({ code: 'EEXIST' })]);
    say(store, connect4, after('1'), reportOf('4', { depth: 3 }));
    await store.flush();
    expect(best(store, '1')).toEqual(['4']);
    expect(home.faults).toHaveLength(1);
    renameSync(home.evaluations, `${home.evaluations}.gone`);
    now = 6000;
    await store.look();
    await store.flush();
    expect(home.faults.at(-1)).toBeNull();
    await store.close();
    expect(best(await home.open(), '1')).toEqual(['4']);
  });
});

describe('a disk that is full', () => {
  it('is told of, loses nothing, and is tried again', async () => {
    const store = await home.open();
    const { append } = Segment.prototype;
    let isFull = true;
    Segment.prototype.append = function (frames) {
      return isFull ? Promise.reject(new Error('ENOSPC')) : append.call(this, frames);
    };
    try {
      say(store, connect4, after('1'), reportOf('4', { depth: 3 }));
      await store.flush();
      say(store, connect4, after('1'), reportOf('5', { depth: 4 }));
      await store.flush();
      expect(home.faults.map((error) => error?.message)).toEqual([undefined, 'ENOSPC', 'ENOSPC']);
      expect(best(store, '1')).toEqual(['5']);
      isFull = false;
      await store.flush();
    } finally {
      Segment.prototype.append = append;
    }
    expect(home.faults.at(-1)).toBeNull();
    await store.close();
    expect(best(await home.open(), '1')).toEqual(['5']);
  });
});
