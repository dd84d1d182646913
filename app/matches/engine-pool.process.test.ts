/** Which processes a match keeps, starts ahead and ends, with real ones. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeBench, type Bench } from '../../tests/engines/support.ts';
import { EngineHandle } from '../play/engine-handle.ts';
import { cfp } from '../protocols/cfp/index.ts';
import type { Session } from '../sessions/session.ts';
import type { Restart } from '../shapes/matches.ts';
import { Refused } from '../shapes/refused.ts';
import { EnginePool } from './engine-pool.ts';

let bench: Bench;
let opened: EngineHandle[];
let closed: Session[];
beforeEach(() => {
  bench = makeBench();
  opened = [];
  closed = [];
});
afterEach(async () => expect(await bench.clean()).toEqual([]));

const poolOf = (restart: Restart | ((player: number) => Restart), concurrency = 1): EnginePool =>
  new EnginePool(concurrency, {
    open: () => {
      const handle = new EngineHandle(bench.bundled(cfp));
      opened.push(handle);
      return handle;
    },
    restart: (player) => (typeof restart === 'function' ? restart(player) : restart),
    onClosed: (session) => void closed.push(session),
  });

it('starts the process of the next game ahead where each game has its own', async () => {
  const pool = poolOf('on');
  const first = pool.acquire(0);
  pool.prepare(0, 1);
  pool.prepare(0, 1);
  expect(opened).toHaveLength(2);
  pool.release(0, first, true);
  expect(pool.acquire(0)).toBe(opened[1]);
  expect(opened).toHaveLength(2);
  pool.release(0, opened[1]!, true);
  await pool.close();
  expect(new Set(closed)).toEqual(new Set(opened.map(({ session }) => session)));
});

it('starts one ahead for each game at once, and ends those that did not play', async () => {
  const pool = poolOf('on', 2);
  const playing = [pool.acquire(0), pool.acquire(0)];
  for (const games of [1, 2, 3, 3]) pool.prepare(0, games);
  expect(opened).toHaveLength(4);
  for (const handle of playing) pool.release(0, handle, true);
  await pool.close();
  expect(closed).toHaveLength(4);
});

it('starts more ahead, at most three, while games are shorter than a start takes', async () => {
  const pool = poolOf('on');
  const aheadAfter = (): number => {
    const playing = pool.acquire(0);
    const before = opened.length;
    pool.prepare(0, 10);
    pool.release(0, playing, true);
    return opened.length - before;
  };
  expect([aheadAfter(), aheadAfter(), aheadAfter(), aheadAfter()]).toEqual([1, 2, 2, 1]);
  await expect.poll(() => opened.slice(-3).every(({ session }) => session.opened)).toBe(true);
  expect(aheadAfter()).toBe(1);
  const playing = pool.acquire(0);
  const before = opened.length;
  pool.prepare(0, 1);
  expect(opened).toHaveLength(before);
  pool.release(0, playing, true);
  await pool.close();
});

it('ends none that was started ahead where the other side keeps its process', async () => {
  const pool = poolOf((player) => (player === 0 ? 'on' : 'off'));
  const played: Session[] = [];
  for (let game = 0; game < 4; game++) {
    const [one, other] = [pool.acquire(0), pool.acquire(1)];
    pool.prepare(0, 10);
    pool.release(1, other, true);
    pool.release(0, one, true);
    played.push(one.session);
  }
  // Those that played, three ahead, and the other side's.
  expect(opened).toHaveLength(played.length + 3 + 1);
  await expect.poll(() => new Set(closed)).toEqual(new Set(played));
  await pool.close();
});

it('keeps a process that serves the next game too', async () => {
  const pool = poolOf('auto');
  const first = pool.acquire(0);
  expect(pool.isForOneGame(0, first)).toBe(false);
  pool.release(0, first, true);
  expect(pool.acquire(0)).toBe(first);
  expect(opened).toHaveLength(1);
  pool.release(0, first, true);
  await pool.close();
});

it('replaces one that ended before its game', async () => {
  const pool = poolOf('on');
  const first = pool.acquire(0);
  pool.prepare(0, 1);
  await opened[1]!.session.close();
  expect(pool.acquire(0)).toBe(opened[2]);
  await expect.poll(() => closed).toEqual([opened[1]!.session]);
  for (const handle of [first, opened[2]!]) pool.release(0, handle, true);
  await pool.close();
});

it('leaves it to the next game to find that an engine cannot be started', () => {
  let isThere = true;
  const handle = new EngineHandle(bench.bundled(cfp));
  const pool = new EnginePool(1, {
    open: () => {
      if (!isThere) throw new Refused('It is not there.');
      return handle;
    },
    restart: () => 'on',
    onClosed: () => undefined,
  });
  pool.acquire(0);
  isThere = false;
  pool.prepare(0, 1);
  expect(() => pool.acquire(0)).toThrow('It is not there.');
});
