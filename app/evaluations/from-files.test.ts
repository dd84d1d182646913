/** What files say beside what engines said: who says it, what replaces it, and what earlier versions kept. */
import { hash } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { gameById } from '../games/registry.ts';
import type { Evaluation as SaidInFile } from '../records/forms/played.ts';
import type { Score } from '../shapes/games.ts';
import type { Teller } from '../shapes/evaluations.ts';
import { recordFromFile } from './from-files.ts';
import type { EvaluationStore } from './store.ts';
import { after, Home, reportOf, say, tellerOf } from './testing/stores.ts';

let home: Home;
beforeEach(() => void (home = new Home()));
afterEach(() => home.remove());

const connect4 = gameById('connect4');
const at = after('44');

const estimate = (value: number): SaidInFile['score'] => ({ kind: 'estimate', value });
const even: Score = { type: 'static', value: 0.25 };

/** @param saidAt when the file was written */
const fileSays = (
  store: EvaluationStore,
  by: string,
  score: SaidInFile['score'],
  saidAt = 1000,
  position: unknown = at,
): boolean => recordFromFile(store, connect4, { position, said: { by, score } }, 'a.sgf', saidAt);

const names = (store: EvaluationStore): string[] => store.tellers().map(({ name }) => name);
const measures = (store: EvaluationStore): string[] =>
  store.at(connect4, at).map(({ measure: { kind, amount } }) => `${kind} ${amount}`);

/** As an earlier version named who said something in a file: with how far it looked. */
const oldTeller = (name: string): Teller => ({
  ...{ id: hash('sha256', JSON.stringify(['file', name]), 'hex'), engine: null, name, protocol: '' },
  ...{ files: [], args: [], settings: {}, options: {}, origin: 'file' },
});

/** As an earlier version kept it. */
function keptBefore(store: EvaluationStore, name: string, score: Score, saidAt: number): boolean {
  const report = { ...reportOf('4', { score, seconds: 0 }), bestmove: null, turn: [] };
  const teller = oldTeller(name);
  const said = { game: connect4, position: at, teller, looked: report, judged: () => report };
  return store.record({ ...said, source: null, saidAt });
}

it('is one teller by its name, at whatever depth it spoke', async () => {
  const store = await home.open();
  fileSays(store, 'mine, depth 9, scale 1000', estimate(0.0005), 1000, after('4'));
  fileSays(store, 'mine, depth 10', estimate(0.25));
  fileSays(store, 'mine', { kind: 'win', plies: 7 }, 1000, after('443'));
  expect(names(store)).toEqual(['mine']);
  expect(store.at(connect4, at)).toMatchObject([
    { measure: { kind: 'depth', amount: 10 }, report: { depth: 10, text: 'a.sgf: 0.25 mine, depth 10' } },
  ]);
  expect(store.figures(connect4, after('4'))).toMatchObject([
    { staticScale: 1000, measure: { kind: 'depth', amount: 9 } },
  ]);
  expect(store.figures(connect4, after('443'))).toMatchObject([{ measure: { kind: 'claimed' } }]);
});

it('is replaced by what a newer file says by this name, though that is not deeper', async () => {
  let store = await home.open();
  fileSays(store, 'mine', { kind: 'win', plies: 5 });
  expect(fileSays(store, 'mine, depth 3', estimate(0.25), 2000)).toBe(true);
  // What an older file says comes late.
  expect(fileSays(store, 'mine, depth 30', estimate(0.5), 1500)).toBe(false);
  // Of one file the deepest counts.
  expect(fileSays(store, 'mine, nodes 50', estimate(0.75), 2000)).toBe(false);
  expect(measures(store)).toEqual(['depth 3']);
  await store.close();
  store = await home.open();
  expect(measures(store)).toEqual(['depth 3']);
  expect(fileSays(store, 'mine', { kind: 'win', plies: 5 })).toBe(false);
  // What was replaced goes when the segments are written anew, and is not counted as deleted.
  fileSays(store, 'mine', { kind: 'loss', plies: 4 }, 1000, after('4'));
  await store.flush();
  fileSays(store, 'mine, depth 1', estimate(0), 3000, after('4'));
  await store.flush();
  expect([...store.counts().values()]).toEqual([3]);
  expect(await store.clear({ engine: 'another' }, () => Promise.resolve())).toMatchObject({ entries: 0 });
  expect(measures(store)).toEqual(['depth 3']);
  expect([...store.counts().values()]).toEqual([2]);
});

it('is not kept where it repeats what an engine of that name said here', async () => {
  const store = await home.open();
  say(store, connect4, at, reportOf('4', { score: even, nodes: 1_234_567 }), tellerOf(1, { name: 'mine' }));
  expect(fileSays(store, 'mine, nodes 1230000', estimate(0.25))).toBe(false);
  expect(store.tellers()).toHaveLength(1);
  // Another score, another depth and another name are news.
  expect(fileSays(store, 'mine, nodes 1230000', estimate(0.5), 1000)).toBe(true);
  expect(fileSays(store, 'mine, depth 4', estimate(0.25), 2000)).toBe(true);
  expect(fileSays(store, 'other, nodes 1230000', estimate(0.25))).toBe(true);
  expect(names(store)).toEqual(['mine', 'mine', 'other']);
});

it('is shown by its name also where an earlier version took each depth for an engine', async () => {
  let store = await home.open();
  keptBefore(store, 'mine, depth 9', even, 1000);
  keptBefore(store, 'mine, depth 10', even, 1000);
  keptBefore(store, 'theirs, nodes 50', { type: 'static', value: 0.5 }, 1000);
  await store.close();
  store = await home.open();
  expect(names(store).toSorted()).toEqual(['mine', 'theirs']);
  expect(measures(store).toSorted()).toEqual(['depth 10', 'nodes 50']);
  const [mine] = store.tellers().filter(({ name }) => name === 'mine');
  expect(store.counts().get(mine!.id)).toBe(2);
  // The engine itself is known as well.
  say(store, connect4, at, reportOf('4', { score: even, depth: 10 }), tellerOf(1, { name: 'mine' }));
  expect(store.figures(connect4, at).map(({ teller }) => teller)).not.toContain(mine!.id);
  expect(await store.clear({ teller: mine!.id }, () => Promise.resolve())).toMatchObject({ entries: 2 });
  expect(names(store).toSorted()).toEqual(['mine', 'theirs']);
});

it('is dropped without what engines said', async () => {
  const store = await home.open();
  say(store, connect4, at, reportOf('4', { depth: 8 }));
  fileSays(store, 'mine, depth 3', estimate(0.25));
  fileSays(store, '', { kind: 'draw' });
  expect(await store.clear({ origin: 'file' }, () => Promise.resolve())).toMatchObject({ entries: 2 });
  expect(names(store)).toEqual(['Engine 1']);
  expect(measures(store)).toEqual(['depth 8']);
});
