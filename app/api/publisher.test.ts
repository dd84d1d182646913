import { describe, expect, it } from 'vitest';
import { Publisher, type Published } from './publisher.ts';

interface State {
  a: number;
  b: { readonly c: string };
}

function published() {
  const state: State = { a: 1, b: { c: 'x' } };
  let reads = 0;
  const publisher = new Publisher<State>({
    a: () => {
      reads++;
      return state.a;
    },
    b: () => ({ ...state.b }),
  });
  return { state, publisher, reads: () => reads };
}

const next = async (watch: AsyncGenerator<Published<State>>) =>
  (await watch.next()).value as Published<State>;

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
    const { state, publisher } = published();
    const watch = publisher.watch();
    await next(watch);
    publisher.touch('a', 'b');
    const pending = next(watch);
    await new Promise((resolve) => setTimeout(resolve, 120));
    state.a = 3;
    publisher.touch('a');
    expect(await pending).toEqual({ kind: 'changed', seq: 1, changes: { a: 3 } });
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
});
