import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chooseFiles, readHistory, rotated, writeHistory } from '../build/lib/long-history.mjs';

describe('the choice of long tests', () => {
  it('takes first what has waited longest, and what never ran before all', () => {
    const history = { a: { at: 30, took: 1 }, b: { at: 10, took: 1 }, c: { at: 20, took: 1 } };
    expect(chooseFiles(['a', 'b', 'c', 'd'], history, 10 ** 9)).toEqual(['d', 'b', 'c', 'a']);
  });

  it('leaves out what did not fit into the time that is left, and bounds what never ran', () => {
    const history = { short: { at: 2, took: 1_000 }, long: { at: 1, took: 60_000 } };
    expect(chooseFiles(['short', 'long', 'new'], history, 30_000)).toEqual(['short']);
    expect(chooseFiles(['short', 'long', 'new'], history, 5 * 60_000)).toEqual(['new', 'long', 'short']);
  });

  it('comes to every test though each run has time for one', () => {
    const history: Record<string, { at: number; took: number }> = {};
    const taken = [1, 2, 3, 4].map((at) => {
      const [first = ''] = chooseFiles(['a', 'b', 'c', 'd'], history, 10 ** 9);
      history[first] = { at, took: 1 };
      return first;
    });
    expect(taken.toSorted()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('begins elsewhere at each commit where nothing is remembered', () => {
    expect(rotated(['a', 'b', 'c'], 4)).toEqual(['b', 'c', 'a']);
    expect(rotated([], 4)).toEqual([]);
  });
});

describe('the history of long tests', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plywire-history-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('keeps one run of each test, the last', () => {
    const file = join(folder, 'deep', 'history.json');
    writeHistory('a', { at: 1, took: 2 }, file);
    writeHistory('b', { at: 3, took: 4 }, file);
    writeHistory('a', { at: 5, took: 6 }, file);
    expect(readHistory(file)).toEqual({ a: { at: 5, took: 6 }, b: { at: 3, took: 4 } });
  });

  it('is empty where its file cannot be understood', () => {
    const file = join(folder, 'history.json');
    expect(readHistory(file)).toEqual({});
    writeFileSync(file, '[[[');
    expect(readHistory(file)).toEqual({});
  });
});
