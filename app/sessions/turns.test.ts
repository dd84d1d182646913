import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

/** Work that runs until it is told to end, in the order of its beginning. */
function bench(most: number) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  let room = true;
  const turns = new Turns(most, () => room);
  const abort = new AbortController();
  return {
    turns,
    begun,
    abort,
    setRoom: (now: boolean) => (room = now),
    end: (name: string) => ends.get(name)!(),
    run: (name: string, signal: AbortSignal = abort.signal) =>
      turns.run(() => {
        begun.push(name);
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
      }, signal),
  };
}

it('lets in no more than it may, in the order of asking', async () => {
  const { run, begun, end } = bench(2);
  const all = ['a', 'b', 'c', 'd'].map((name) => run(name));
  expect(begun).toEqual(['a', 'b']);
  end('b');
  expect(await all[1]).toBe('b');
  await expect.poll(() => begun).toEqual(['a', 'b', 'c']);
});

it('waits for room, and begins when it is told that there may be some', () => {
  const { run, begun, setRoom, turns } = bench(2);
  setRoom(false);
  void run('a');
  turns.look();
  expect(begun).toEqual([]);
  setRoom(true);
  turns.look();
  expect(begun).toEqual(['a']);
});

it('forgets what is called off while it waits, and goes on after work that fails', async () => {
  const { run, begun, turns } = bench(1);
  const failing = turns.run(() => Promise.reject(new Error('no')), new AbortController().signal);
  const abort = new AbortController();
  const waiting = run('a', abort.signal);
  const last = run('b');
  abort.abort();
  expect(await waiting).toBeNull();
  await expect(failing).rejects.toThrow('no');
  await expect.poll(() => begun).toEqual(['b']);
  expect(await run('c', abort.signal)).toBeNull();
  void last;
});
