import { describe, expect, it } from 'vitest';
import { TrafficStore } from './traffic.ts';
import type { TrafficLine } from '../../shapes/sessions.ts';

const lineOf = (seq: number, text = `line ${seq}`): TrafficLine => ({
  seq,
  at: seq,
  direction: 'heard',
  text,
  byHand: false,
  cut: 0,
  oddities: [],
  asks: false,
  answers: [],
});

function filled(count: number, limits: { lines: number; bytes: number }): TrafficStore {
  const store = new TrafficStore(limits);
  for (let seq = 0; seq < count; seq++) store.push(lineOf(seq));
  return store;
}

const seqs = (store: TrafficStore, from: number, limit: number) =>
  store.read(from, limit).lines.map(({ seq }) => seq);

describe('TrafficStore', () => {
  it('gives what it was given', () => {
    const store = filled(3, { lines: 10, bytes: 1e6 });
    expect(seqs(store, 0, 10)).toEqual([0, 1, 2]);
    expect(store.read(1, 1)).toMatchObject({ missing: 0, next: 2 });
    expect(store.read(3, 5)).toEqual({ lines: [], missing: 0, next: 3 });
  });

  it('gives no further line once it has given the characters asked for', () => {
    const store = new TrafficStore({ lines: 10, bytes: 1e6 });
    for (let seq = 0; seq < 5; seq++) store.push(lineOf(seq, 'x'.repeat(100)));
    expect(store.read(0, 10, 250)).toMatchObject({ missing: 0, next: 3 });
    // A line that is longer than that is given by itself.
    expect(store.read(3, 10, 1).lines.map(({ seq }) => seq)).toEqual([3]);
  });

  it('lets the oldest go beyond its number of lines and counts them', () => {
    const store = filled(25, { lines: 10, bytes: 1e6 });
    expect(store.dropped).toBe(15);
    expect(seqs(store, 0, 3)).toEqual([15, 16, 17]);
    expect(store.read(0, 3)).toMatchObject({ missing: 15, next: 18 });
    expect(store.read(20, 100)).toMatchObject({ missing: 0, next: 25 });
  });

  it('lets the oldest go beyond its bytes, but never the newest', () => {
    const store = new TrafficStore({ lines: 10, bytes: 1000 });
    for (let seq = 0; seq < 5; seq++) store.push(lineOf(seq, 'x'.repeat(200)));
    expect(seqs(store, 0, 10)).toEqual([3, 4]);
    expect(store.bytes).toBeLessThanOrEqual(1000);
    store.push(lineOf(5, 'x'.repeat(5000)));
    expect(seqs(store, 0, 10)).toEqual([5]);
    store.push(lineOf(6));
    expect(seqs(store, 0, 10)).toEqual([6]);
  });

  it('answers numbers it has never had', () => {
    const store = filled(5, { lines: 10, bytes: 1e6 });
    expect(store.read(-7, 2)).toMatchObject({ missing: 0, next: 2 });
    expect(store.read(99, 2)).toEqual({ lines: [], missing: 0, next: 5 });
  });
});
