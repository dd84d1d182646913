import { describe, expect, it } from 'vitest';
import type { TrafficLine } from '../../app/api/contract.ts';
import { levelOf, LineStore } from './store.ts';

const line = (seq: number, text = `line ${seq}`): TrafficLine => ({
  seq,
  at: seq / 1000,
  direction: 'heard',
  text,
  byHand: false,
  cut: 0,
  oddities: [],
  asks: false,
  answers: [],
});
const lines = (from: number, to: number): TrafficLine[] =>
  Array.from({ length: to - from }, (_, index) => line(from + index));
const numbers = (store: LineStore): number[] => store.slice(0).map(({ seq }) => seq);

describe('LineStore', () => {
  it('keeps lines in order and says which comes next', () => {
    const store = new LineStore();
    expect([store.next, store.size, store.leftOut]).toEqual([0, 0, 0]);
    store.append(lines(0, 3));
    expect(numbers(store)).toEqual([0, 1, 2]);
    expect([store.next, store.size, store.leftOut]).toEqual([3, 3, 0]);
  });

  it('drops what it has already when a stream is resumed', () => {
    const store = new LineStore();
    store.append(lines(0, 5));
    store.append(lines(3, 8));
    expect(numbers(store)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('counts a gap as left out', () => {
    const store = new LineStore();
    store.append(lines(0, 2));
    store.append(lines(10, 12), 10);
    expect(numbers(store)).toEqual([0, 1, 10, 11]);
    expect([store.next, store.leftOut]).toEqual([12, 8]);
  });

  it('counts what the sender forgot though nothing of it arrives', () => {
    const store = new LineStore();
    store.append([], 7);
    expect([store.next, store.size, store.leftOut]).toEqual([7, 0, 7]);
  });

  it('lets the oldest lines go past its limit and counts them', () => {
    const store = new LineStore({ lines: 1500, characters: 1e9 });
    for (let from = 0; from < 10_000; from += 100) store.append(lines(from, from + 100));
    expect(store.size).toBe(1500);
    expect(store.leftOut).toBe(8500);
    expect(numbers(store)[0]).toBe(8500);
    expect(store.slice(store.size - 1)[0]?.seq).toBe(9999);
  });

  it('is bounded in characters too, but keeps the newest line however long', () => {
    const store = new LineStore({ lines: 100, characters: 10 });
    store.append([line(0, 'aaaa'), line(1, 'bbbb'), line(2, 'cccc')]);
    expect(numbers(store)).toEqual([1, 2]);
    store.append([line(3, 'd'.repeat(50))]);
    expect(numbers(store)).toEqual([3]);
    store.append([line(4, 'e')]);
    expect(numbers(store)).toEqual([4]);
  });

  it('finds a line by its number, across gaps and what was let go', () => {
    const store = new LineStore({ lines: 4, characters: 1e9 });
    store.append([...lines(0, 3), ...lines(10, 13)]);
    expect(numbers(store)).toEqual([2, 10, 11, 12]);
    expect([0, 2, 3, 10, 12, 13].map((seq) => store.indexOf(seq))).toEqual([0, 0, 1, 1, 3, 4]);
  });

  it('cuts slices to what is there', () => {
    const store = new LineStore();
    store.append(lines(0, 3));
    expect(store.slice(-5, 99)).toHaveLength(3);
    expect(store.slice(2, 1)).toEqual([]);
  });

  it('knows the lines that something is wrong with, as long as it has them', () => {
    const store = new LineStore({ lines: 1500, characters: 1e9 });
    const odd = { oddities: [{ name: 'odd', clause: 'QTP', text: 'Odd.' }] };
    const stderr = { direction: 'stderr' } as const;
    const note = { direction: 'note' } as const;
    store.append([
      { ...line(0, 'fine') },
      { ...line(1), ...odd },
      { ...line(2, 'searching'), ...stderr },
      { ...line(3, 'not allowed'), ...stderr, ...odd },
      { ...line(4, 'crashed: it exited with 3'), ...note },
      { ...line(5, 'quit: the engine was told to leave'), ...note },
      { ...line(6, 'again'), ...stderr },
    ]);
    expect(store.troubles()).toEqual([1, 3, 4]);
    expect([store.troubles(3), store.troubles(4)]).toEqual([[3, 4], [4]]);
    expect([store.troubleCount(), store.troubleCount(2), store.troubleCount(5)]).toEqual([3, 2, 0]);
    for (let from = 7; from < 5000; from += 100) store.append(lines(from, from + 100));
    expect(store.troubles()).toEqual([]);
    store.append([{ ...line(6000), ...odd }]);
    expect(store.troubles()).toEqual([6000]);
  });

  it('lets go of more than usual when it is told to, and keeps as much as ever of what comes', () => {
    const store = new LineStore({ lines: 100, characters: 1e9 });
    store.append(lines(0, 50));
    store.shrink({ lines: 10, characters: 1e9 });
    expect([numbers(store)[0], store.size, store.leftOut]).toEqual([40, 10, 40]);
    store.append(lines(50, 140));
    expect(store.size).toBe(100);
    store.shrink({ lines: 100, characters: 3 * 'line 139'.length });
    expect(store.size).toBe(3);
  });
});

describe('levelOf', () => {
  it('does not apply while all together stay within theirs', () => {
    expect(levelOf([], 10)).toBe(Infinity);
    expect(levelOf([4, 6], 10)).toBe(Infinity);
  });

  it('is what those that have most may keep, so that those that have less keep all', () => {
    expect(levelOf([100], 10)).toBe(10);
    expect(levelOf([100, 3, 100], 10)).toBe(3);
    expect(levelOf([100, 1, 100], 11)).toBe(5);
    expect(levelOf([0, 50, 10, 20, 0], 50)).toBe(20);
  });

  it('leaves together no more than they may', () => {
    for (const sizes of [
      [7, 7, 7],
      [1, 2, 3, 400],
      [9, 0, 9, 0, 1],
    ]) {
      const level = levelOf(sizes, 10);
      const left = sizes.map((size) => Math.min(size, level)).reduce((sum, size) => sum + size, 0);
      expect(left).toBeLessThanOrEqual(10);
      expect(left).toBeGreaterThan(10 - sizes.length);
    }
  });
});
