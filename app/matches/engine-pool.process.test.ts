/** Which processes a match keeps, starts ahead and ends, with real ones. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeBench, type Bench } from '../../tests/engines/support.ts';
import { EngineHandle } from '../play/engine-handle.ts';
import { cfp } from '../protocols/cfp/index.ts';
import type { Session } from '../sessions/session.ts';
import type { Restart } from '../shapes/matches.ts';
import { Refused } from '../shapes/refused.ts';
import { EnginePool } from './engine-pool.ts';
import { long } from '../../tests/support/long.ts';

let bench: Bench;
let opened: EngineHandle[];
let closed: Session[];
beforeEach(() => {
  bench = makeBench();
  opened = [];
  closed = [];
});
afterEach(async () => expect(await bench.clean()).toEqual([]));

const poolOf = (restart: Restart, concurrency = 1): EnginePool =>
  new EnginePool(2 * concurrency, {
    open: () => {
      const handle = new EngineHandle(bench.bundled(cfp));
      opened.push(handle);
      return handle;
    },
    restart: () => restart,
    onClosed: (session) => void closed.push(session),
  });

it('starts the process of the next game ahead where each game has its own', async () => {
  const pool = poolOf('on');
  const first = pool.acquire(0);
  pool.prepare(0, first);
  pool.prepare(0, first);
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
  for (const handle of [...playing, ...playing]) pool.prepare(0, handle);
  expect(opened).toHaveLength(4);
  for (const handle of playing) pool.release(0, handle, true);
  await pool.close();
  expect(closed).toHaveLength(4);
});

it('starts none ahead where a process serves the next game too', async () => {
  const pool = poolOf('auto');
  const first = pool.acquire(0);
  pool.prepare(0, first);
  pool.release(0, first, true);
  expect(pool.acquire(0)).toBe(first);
  expect(opened).toHaveLength(1);
  pool.release(0, first, true);
  await pool.close();
});

it('replaces one that ended before its game', long, async () => {
  const pool = poolOf('on');
  const first = pool.acquire(0);
  pool.prepare(0, first);
  await opened[1]!.session.close();
  expect(pool.acquire(0)).toBe(opened[2]);
  await expect.poll(() => closed).toEqual([opened[1]!.session]);
  for (const handle of [first, opened[2]!]) pool.release(0, handle, true);
  await pool.close();
});

it('leaves it to the next game to find that an engine cannot be started', () => {
  let isThere = true;
  const handle = new EngineHandle(bench.bundled(cfp));
  const pool = new EnginePool(2, {
    open: () => {
      if (!isThere) throw new Refused('It is not there.');
      return handle;
    },
    restart: () => 'on',
    onClosed: () => undefined,
  });
  const first = pool.acquire(0);
  isThere = false;
  pool.prepare(0, first);
  expect(() => pool.acquire(0)).toThrow('It is not there.');
});

it(
  'gives each game a process once a player is known to play one game a run, unless that is ruled out',
  long,
  async () => {
    for (const restart of ['auto', 'off'] as const) {
      const pool = poolOf(restart);
      const first = pool.acquire(0);
      expect(pool.hasPlayed(first)).toBe(false);
      pool.release(0, first, true);
      expect(pool.acquire(0)).toBe(first);
      expect([pool.hasPlayed(first), pool.isForOneGame(0, first)]).toEqual([true, false]);
      expect([pool.learnPlaysOnce(0), pool.learnPlaysOnce(0)]).toEqual([true, false]);
      expect([pool.isForOneGame(0, first), pool.isForOneGame(1, first)]).toEqual([restart === 'auto', false]);
      pool.release(0, first, true);
      await pool.close();
    }
  },
);
