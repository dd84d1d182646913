import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Core } from '../api/core.ts';
import { addToSuite, suitePath } from '../builds/own-suite.ts';
import { readLines } from '../builds/suite-text.ts';
import { gameById } from '../games/registry.ts';
import { outputFor } from './output.ts';
import { readSuite } from './suite-file.ts';

let folder: string;
let stderr: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plywire-suite-'));
  stderr = '';
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What is proven, usually nothing. */
let truth: { readonly verdict: object; readonly moves: readonly object[] };
beforeEach(() => (truth = { verdict: { value: 'unknown' }, moves: [] }));

const readAll = (file: string, { from = 'auto', input = '', game }: Partial<Record<string, string>> = {}) =>
  readSuite(
    {
      signal: new AbortController().signal,
      output: outputFor(false, {
        stdout: { write: () => true },
        stderr: { write: (text) => (stderr += text) },
      }),
    },
    { truth: { ask: () => Promise.resolve(truth) }, home: { builds: folder } } as unknown as Core,
    file,
    { from, truth: 1, ...(game !== undefined && { game }) },
    {
      usual: () => Promise.resolve('connect4'),
      input: Readable.from([...input].map((piece) => Buffer.from(piece))),
    },
  );

const read = async (...asked: Parameters<typeof readAll>) => (await readAll(...asked)).positions;

const put = (text: string): string => {
  const file = join(folder, 'suite');
  writeFileSync(file, text);
  return file;
};

const own = JSON.stringify({
  ...{ game: 'connect4', start: null, moves: ['4'], best: ['4'], losing: [], from: 'x' },
});

describe('a suite', () => {
  it.each([
    ['auto', '4455 bm 3 id "first"\n44 am 1\n'],
    ['moves', '4455 bm 3 id "first"\n44 am 1\n'],
    ['positions', '3x3/7/7/7/7/7 o am 1\n'],
    ['auto', `${own}\n`],
    ['auto', '[White "a"] [Black "b"] [Result "*"]\n\n1. 4 4? {I am lost} (1... 3!) 2. 4 *\n'],
    ['pgn', '[White "a"] [Black "b"] [Result "*"]\n\n1. 4 4? {I am lost} (1... 3!) 2. 4 *\n'],
  ])('of form %s is the same from standard input: %j', async (from, text) => {
    const ofFile = await read(put(text), { from, game: 'connect4' });
    expect(ofFile.every(({ best, losing }) => best.length + losing.length > 0)).toBe(true);
    expect(await read('-', { from, input: text, game: 'connect4' })).toEqual(ofFile);
  });

  it('is read with its solutions from standard input and as moves', async () => {
    const expected = [{ moves: ['4', '4', '5', '5'], best: ['3'], from: 'first' }];
    const text = '4455 bm 3 id "first"\n';
    expect(await read('-', { input: text })).toMatchObject(expected);
    expect(await read(put(text), { from: 'moves' })).toMatchObject(expected);
  });

  it.each([
    ['4455 bm 9\n', 'standard input: Line 1'],
    ['', 'The standard input has no game'],
  ])('is refused from standard input: %j', async (input, words) =>
    expect(read('-', { input, game: 'connect4' })).rejects.toThrow(words),
  );

  it('tells what of its games cannot be read', async () => {
    const tags = '[White "a"]\n[Black "b"]\n[Result "*"]\n\n';
    const file = put(`${tags}1. 4 4? (1... 3!) 2. 4 *\n\n${tags}1. 4 3! 2. 9 *\n`);
    expect(await read(file, { from: 'pgn', game: 'connect4' })).toMatchObject([
      { best: ['3'], losing: ['4'] },
      { best: ['3'] },
    ]);
    expect(stderr).toMatch(/suite, line 11, column \d+, ply 3: .*9/);
  });

  it('has no position of a line that cannot be read to its end', async () => {
    const moves = ['win', 'loss'].map((value, at) => ({ move: `${at}`, verdict: { value } }));
    truth = { verdict: { value: 'win' }, moves };
    const { positions, unread } = await readAll(put('4455\n4455 xm 9\n'));
    expect([positions.map(({ moves }) => moves.join('')), unread]).toEqual([['4455'], 1]);
  });
});

describe("an engine's own suite", () => {
  const positions = readLines(gameById('connect4'), '4455 bm 3\n44 bm 1');

  it('is read without a torn line, which is told', async () => {
    const file = suitePath(folder, '/bin/mine');
    mkdirSync(join(folder, 'suites'));
    appendFileSync(file, '{"ga');
    addToSuite(file, positions);
    appendFileSync(file, '{"game":"connect4","st');
    expect(await read(file)).toEqual(positions);
    expect(stderr).toMatch(/jsonl: 2 lines left out, first: Line 1 is not a position of a suite/);
  });

  it('has no positions if all its lines are torn; another file like that is refused', async () => {
    const file = suitePath(folder, '/bin/mine');
    mkdirSync(join(folder, 'suites'));
    writeFileSync(file, '{"game":"conn');
    expect(await read(file)).toEqual([]);
    await expect(read(put('{"game":"conn'))).rejects.toThrow('Line 1');
  });
});
