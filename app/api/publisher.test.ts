import { describe, expect, it } from 'vitest';
import type { Clock } from '../sessions/clock.ts';
import { ManualClock } from '../sessions/testing.ts';
import { Publisher, type Published } from './publisher.ts';
import { wholeSlice } from './slices.ts';

interface State {
  a: number;
  b: { readonly c: string };
}

function published(clock?: Clock, reported: readonly (keyof State)[] = []) {
  const state: State = { a: 1, b: { c: 'x' } };
  let reads = 0;
  const publisher = new Publisher<State, Partial<State>>(
    {
      a: wholeSlice(() => {
        reads++;
        return state.a;
      }),
      b: wholeSlice(() => ({ ...state.b })),
    },
    reported,
    clock,
  );
  return { state, publisher, reads: () => reads };
}

type Event = Published<State, Partial<State>>;

const next = async (watch: AsyncGenerator<Event>) => (await watch.next()).value as Event;

/** Whatever can go on without time passing has gone on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** How often `a` is read in a second in which it changes each millisecond. */
async function readInASecond(
  clock: ManualClock,
  { state, publisher, reads }: ReturnType<typeof published>,
): Promise<number> {
  const before = reads();
  for (let millisecond = 1; millisecond <= 1000; millisecond++) {
    state.a = millisecond + 1;
    publisher.touch('a');
    clock.advance(1);
    await settled();
  }
  return reads() - before;
}

describe('a publisher', () => {
  it('tells everything first, then what changes, numbered without gaps', async () => {
    const { state, publisher } = published();
    const watch = publisher.watch();
    expect(await next(watch)).toEqual({ kind: 'snapshot', seq: 0, state: { a: 1, b: { c: 'x' } } });
    state.a = 2;
    publisher.touch('a');
    expect(await next(watch)).toEqual({ kind: 'changed', seq: 1, changes: { a: 2 } });
    state.b = { c: 'y' };
    publisher.touch('a', 'b');
    expect(await next(watch)).toEqual({ kind: 'changed', seq: 2, changes: { b: { c: 'y' } } });
    await watch.return(undefined);
  });

  it('says nothing of a touch that changed nothing', async () => {
    const clock = new ManualClock();
    const { state, publisher, reads } = published(clock);
    const watch = publisher.watch();
    await next(watch);
    const before = reads();
    const told: Event[] = [];
    publisher.touch('a', 'b');
    const pending = next(watch).then((event) => told.push(event));
    clock.advance(60_000);
    await settled();
    // It has looked, and found nothing.
    expect([reads(), told]).toEqual([before + 1, []]);
    state.a = 3;
    publisher.touch('a');
    await pending;
    expect(told).toEqual([{ kind: 'changed', seq: 1, changes: { a: 3 } }]);
    await watch.return(undefined);
  });

  it('gives a slow listener the newest values once, however much has happened', async () => {
    const { state, publisher, reads } = published();
    const watch = publisher.watch();
    await next(watch);
    const before = reads();
    for (let count = 0; count < 10_000; count++) {
      state.a = count;
      publisher.touch('a');
    }
    expect(reads()).toBe(before);
    expect(await next(watch)).toEqual({ kind: 'changed', seq: 1, changes: { a: 9999 } });
    expect(reads()).toBe(before + 1);
    await watch.return(undefined);
  });

  it('loses nothing that happens while an event is on its way', async () => {
    const { state, publisher } = published();
    const watch = publisher.watch();
    await next(watch);
    state.a = 2;
    publisher.touch('a');
    await next(watch);
    const pending = next(watch);
    state.a = 3;
    publisher.touch('a');
    state.a = 4;
    publisher.touch('a');
    expect(await pending).toMatchObject({ changes: { a: 4 } });
    await watch.return(undefined);
  });

  it('tells each listener on its own', async () => {
    const { state, publisher } = published();
    const first = publisher.watch();
    await next(first);
    state.a = 2;
    publisher.touch('a');
    const second = publisher.watch();
    expect(await next(second)).toMatchObject({ kind: 'snapshot', seq: 0, state: { a: 2 } });
    expect(await next(first)).toMatchObject({ kind: 'changed', seq: 1 });
    expect(publisher.listenerCount).toBe(2);
    await first.return(undefined);
    await second.return(undefined);
    expect(publisher.listenerCount).toBe(0);
  });

  it('forgets a listener that is called off while it waits', async () => {
    const { publisher } = published();
    for (let count = 0; count < 100; count++) {
      const abort = new AbortController();
      const watch = publisher.watch(abort.signal);
      await next(watch);
      const waiting = watch.next();
      abort.abort();
      expect((await waiting).done).toBe(true);
    }
    expect(publisher.listenerCount).toBe(0);
  });

  it('reads what has changed once for all its listeners, and makes them one text of it', async () => {
    const clock = new ManualClock();
    const { state, publisher, reads } = published(clock);
    const watches = Array.from({ length: 30 }, () => publisher.watch());
    await Promise.all(watches.map(next));
    const before = reads();
    for (let round = 1; round <= 10; round++) {
      const waiting = watches.map(next);
      state.a = round + 10;
      publisher.touch('a');
      clock.advance(50);
      const events = await Promise.all(waiting);
      expect(events[0]).toEqual({ kind: 'changed', seq: round, changes: { a: round + 10 } });
      const changes = new Set(events.map((event) => (event.kind === 'changed' ? event.changes : null)));
      expect(changes.size).toBe(1);
      expect(reads()).toBe(before + round);
    }
  });

  it('reads a state that changes all the time twenty times a second', async () => {
    const clock = new ManualClock();
    const publications = published(clock);
    const { publisher } = publications;
    const told: Event[] = [];
    const stop = new AbortController();
    const listeners = Array.from({ length: 3 }, async () => {
      for await (const event of publisher.watch(stop.signal)) told.push(event);
    });
    await settled();
    const read = await readInASecond(clock, publications);
    expect(read).toBeGreaterThanOrEqual(19);
    expect(read).toBeLessThanOrEqual(21);
    expect(told.length / 3).toBeLessThanOrEqual(22);
    clock.advance(100);
    await settled();
    expect(told.at(-1)).toMatchObject({ changes: { a: 1001 } });
    stop.abort();
    await Promise.all(listeners);
    expect(clock.timers).toBe(0);
  });

  it('reads what engines report four times a second, and with whatever else has changed', async () => {
    const clock = new ManualClock();
    const publications = published(clock, ['a']);
    const { state, publisher } = publications;
    const told: Event[] = [];
    const stop = new AbortController();
    const listening = (async () => {
      for await (const event of publisher.watch(stop.signal)) told.push(event);
    })();
    await settled();
    const read = await readInASecond(clock, publications);
    expect(read).toBeGreaterThanOrEqual(4);
    expect(read).toBeLessThanOrEqual(6);
    clock.advance(100);
    await settled();
    const known = told.length;
    state.a = 2001;
    publisher.touch('a');
    clock.advance(20);
    await settled();
    state.a = 2002;
    state.b = { c: 'y' };
    publisher.touch('b');
    clock.advance(50);
    await settled();
    // Nothing that is shown together is of two moments.
    expect(told.slice(known)).toMatchObject([{ changes: { a: 2002, b: { c: 'y' } } }]);
    stop.abort();
    await listening;
    expect(clock.timers).toBe(0);
  });

  it('tells what it had read when another slice could not be made', async () => {
    const clock = new ManualClock();
    let a = 1;
    let isBroken = false;
    const publisher = new Publisher<Record<'a' | 'b', number>, Partial<Record<'a' | 'b', number>>>(
      {
        a: wholeSlice(() => a),
        b: wholeSlice(() => {
          if (isBroken) throw new Error('broken');
          return 1;
        }),
      },
      [],
      clock,
    );
    const [quick, slow] = [publisher.watch(), publisher.watch()];
    await Promise.all([quick.next(), slow.next()]);
    a = 2;
    publisher.touch('a');
    expect((await quick.next()).value).toMatchObject({ changes: { a: 2 } });
    a = 3;
    isBroken = true;
    publisher.touch('a', 'b');
    const broken = expect(quick.next()).rejects.toThrow('broken');
    clock.advance(50);
    await broken;
    isBroken = false;
    expect((await slow.next()).value).toMatchObject({ changes: { a: 3 } });
    await slow.return(undefined);
  });
});
