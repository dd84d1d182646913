import { beforeEach, expect, it, vi } from 'vitest';
import type { Reached } from '../../app/api/contract.ts';
import { fakeHost, hostState, nodesOf, type FakeHost } from '../testing/fake-host.ts';
import { Asked, MOST_HELD } from './asked.svelte.ts';

let host: FakeHost;
let asked: Asked;
let done: string[];
const leftOut = vi.fn();
const game = () => host.app.state!.game;

/** A call of the window, and its answer when the test gives it. */
function call(node: number | null = null): (reached: Reached | undefined) => void {
  let answer: (reached: Reached | undefined) => void = () => undefined;
  const answered = new Promise<Reached | undefined>((resolve) => (answer = resolve));
  void asked.ask(
    answered.then((reached) => reached && { game: 'g1', reached }),
    node,
  );
  return answer;
}
const publish = (shown: number, revision: number): void =>
  host.change({ game: { ...game(), shown, revision } });
const act = (name: string): void => asked.whenShown(() => void done.push(name));

beforeEach(() => {
  host = fakeHost(hostState({ game: { ...hostState().game, nodes: nodesOf('4', '4', '3') } }));
  asked = new Asked(() => game(), leftOut);
  done = [];
  leftOut.mockClear();
});

it('acts at once while nothing is asked for, and else when it is answered and shown', async () => {
  act('first');
  expect(done).toEqual(['first']);
  const answer = call();
  act('second');
  answer({ node: 1, revision: 1 });
  await expect.poll(() => asked.isShown).toBe(false);
  expect(done).toEqual(['first']);
  publish(1, 1);
  await expect.poll(() => done).toEqual(['first', 'second']);
});

it('needs no further change if the host published before it answered', async () => {
  const answer = call();
  act('move');
  publish(1, 1);
  expect(asked.isShown).toBe(false);
  answer({ node: 1, revision: 1 });
  await expect.poll(() => done).toEqual(['move']);
});

it('keeps the order of acts, each after what the one before asked for', async () => {
  const answer = call();
  let second = (_: Reached | undefined): void => undefined;
  asked.whenShown(() => {
    done.push('play');
    second = call();
  });
  act('after it');
  answer({ node: 1, revision: 1 });
  publish(1, 1);
  await expect.poll(() => done).toEqual(['play']);
  second({ node: 2, revision: 2 });
  publish(2, 2);
  await expect.poll(() => done).toEqual(['play', 'after it']);
});

it('leaves out what was meant for a place that is not shown in the end', async () => {
  const answer = call();
  act('move');
  answer({ node: 1, revision: 1 });
  // Another window has gone on.
  publish(3, 2);
  await expect.poll(() => leftOut.mock.calls.length).toBe(1);
  expect(done).toEqual([]);
});

it('leaves out what waits for a call that is refused', async () => {
  const answer = call();
  const waits = asked.whenKnown(() => Promise.resolve(void done.push('step')));
  answer(undefined);
  await waits;
  expect(done).toEqual([]);
  expect(asked.isShown).toBe(true);
});

it('knows where steps start from before it is shown, and holds only so many acts', async () => {
  const answer = call(2);
  expect(asked.node).toBe(2);
  await asked.whenKnown(() => Promise.resolve(void done.push('step')));
  expect(done).toEqual(['step']);
  for (let count = 0; count < MOST_HELD + 5; count++) act('key');
  answer({ node: 2, revision: 1 });
  publish(2, 1);
  await expect.poll(() => done.length).toBe(1 + MOST_HELD);
});
