import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gameById } from '../games/registry.ts';
import { opened, playedAt, showing, type OpenTree } from '../records/open-tree.ts';
import { newTree } from '../records/tree.ts';
import { EvaluationsShown } from './shown.ts';
import { after, Home, reportOf, say, tellerOf } from './testing/stores.ts';
import type { EvaluationStore } from './store.ts';
import { long } from '../../tests/support/long.ts';

const connect4 = gameById('connect4');
const quoridor = gameById('quoridor');

let home: Home;
let store: EvaluationStore;
let shown: EvaluationsShown;
let changes = 0;
beforeEach(async () => {
  home = new Home();
  store = await home.open({ onChange: (digest) => shown?.changed(digest) });
  shown = new EvaluationsShown(store, () => void changes++);
});
afterEach(() => home.remove());

const wait = { timeout: 10_000, interval: 2 };
const played = (open: OpenTree, ...moves: string[]): OpenTree =>
  moves.reduce((before, move) => playedAt(before, before.shown, move).open, open);
const line = (...moves: string[]): OpenTree => played(opened(newTree(connect4, 'g-1')), ...moves);
const nodes = (): number[] => [...shown.state.figures.keys()].toSorted((one, other) => one - other);

describe('what is shown', () => {
  it('is what is known about the place and about each node, images included', async () => {
    say(store, connect4, after('4'), reportOf('4', { depth: 3 }));
    say(store, connect4, after('55'), reportOf('3', { depth: 5 }), tellerOf(2));
    shown.follow(line('4', '4', '3'));
    await expect.poll(nodes, wait).toEqual([1]);
    // `33` is the image of `55`.
    shown.follow(played(opened(newTree(connect4, 'g-3')), '3', '3'));
    await expect
      .poll(() => shown.state.rest, wait)
      .toMatchObject({
        ...{ key: 'g-3', place: { game: 'g-3', node: 2 }, tellers: [{ id: tellerOf(2).id }] },
        here: [{ isMirrored: true, report: { bestmove: '5' } }],
      });
  });

  it('follows the tree as it grows, and what is said', async () => {
    let open = line('4');
    shown.follow(open);
    await expect.poll(() => shown.state.rest.place, wait).toEqual({ game: 'g-1', node: 1 });
    say(store, connect4, after('4'), reportOf('4', { depth: 3 }));
    await expect.poll(() => shown.state.rest.here.length, wait).toBe(1);
    say(store, connect4, after('45'), reportOf('4', { depth: 3 }));
    open = played(open, '5');
    shown.follow(open);
    await expect.poll(nodes, wait).toEqual([1, 2]);
    const before = changes;
    say(store, connect4, after('77'), reportOf('4', { depth: 3 }));
    shown.follow(open);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(changes).toBe(before);
    shown.follow(showing(open, 1));
    await expect.poll(() => shown.state.rest.here, wait).toMatchObject([{ report: { bestmove: '4' } }]);
    await store.clear({}, () => Promise.resolve());
    await expect
      .poll(() => [shown.state.rest.here, nodes(), shown.state.rest.tellers], wait)
      .toEqual([[], [], []]);
  });

  it('leaves the thread to others while it looks a long game up', long, async () => {
    // Both pawns go to and fro.
    const turn = ['e8', 'e2', 'e9', 'e1'];
    const moves = Array.from({ length: 5000 }, (_, at) => turn[at % 4]!);
    const open = played(opened(newTree(quoridor, 'g-2')), ...moves);
    say(store, quoridor, quoridor.initial(), reportOf('e8', { depth: 3 }), tellerOf(3));
    let longest = 0;
    let last = performance.now();
    let isOver = false;
    const beat = (): void => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
      if (!isOver) setImmediate(beat);
    };
    beat();
    shown.follow(open);
    await expect.poll(() => nodes().length, wait).toBe(1251);
    isOver = true;
    // A slice has 4 ms; the rest is for a busy machine.
    expect(longest).toBeLessThan(250);
  });
});
