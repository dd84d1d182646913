import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Mark } from '../sessions/journal/blocks.ts';
import { BadJournal } from '../sessions/journal/reader.ts';
import { lineLimit } from '../sessions/wire/lines.ts';
import { openRecording, type RecordedEntry } from './recording.ts';
import { lineAt, linesOfJournal, searchJournal, type HitPage } from './search.ts';
import type { LineQuery } from '../shapes/recordings.ts';
import { long } from '../../tests/support/long.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'plywire-search-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Written = readonly [mark: Mark, bytes: Buffer];

/** A journal of these entries, a millisecond apart. */
function journal(entries: readonly Written[], tail: Buffer = Buffer.alloc(0)): string {
  const head = Buffer.from('{"format":"plywire-journal","version":1}');
  const all: readonly Written[] = [['***', head], ...entries];
  const parts = all.map(([mark, bytes], at) =>
    Buffer.concat([Buffer.from(`${at * 1000} ${mark} ${bytes.length}\n`), bytes, Buffer.from('\n')]),
  );
  const path = join(folder, 'session.journal');
  writeFileSync(path, Buffer.concat([...parts, tail]));
  return path;
}

const text = (mark: Mark, lines: string): Written => [mark, Buffer.from(lines)];

const everything: LineQuery['directions'] = ['sent', 'typed', 'heard', 'stderr', 'note'];
const newest: HitPage = { from: null, way: 'before', most: 1000 };
const query = (wanted: string, more: Partial<LineQuery> = {}): LineQuery => ({
  text: wanted,
  regex: false,
  exact: false,
  directions: everything,
  ...more,
});

const found = (path: string, wanted: LineQuery, page: HitPage = newest): number[] =>
  searchJournal(path, wanted, page).hits.map(({ line }) => line);

/** The lines of a journal as the replay reads them. */
async function entriesOf(path: string): Promise<readonly RecordedEntry[]> {
  const pieces: (readonly RecordedEntry[])[] = [];
  for await (const piece of (await openRecording(path)).entries()) pieces.push(piece);
  return pieces.flat().filter(({ direction }) => direction !== 'unreadable');
}

/** The expected result of a search, line by line. */
function naive(
  entries: readonly RecordedEntry[],
  { text: wanted, regex, exact, directions }: LineQuery,
): number[] {
  const expression = regex ? new RegExp(wanted, exact ? '' : 'i') : null;
  const folded = (line: string): string => (exact ? line : line.toLowerCase());
  return entries
    .filter(({ direction, typed, text: line }) => {
      if (!directions.some((one) => one === (typed ? 'typed' : direction))) return false;
      return expression?.test(line) ?? folded(line).includes(folded(wanted));
    })
    .map(({ line }) => line);
}

describe('a search', () => {
  it('tells line, time, direction and the place, in the order of the journal', () => {
    const path = journal([
      text('-->', 'cfp\n'),
      text('<--', 'id name a\r\nid auth'),
      text('<!!', 'Author unknown\n'),
      text('<--', 'or b\ncfpok\n'),
      text('==>', 'author\n'),
    ]);
    expect(searchJournal(path, query('AUTHOR'), newest)).toEqual({
      count: 3,
      before: 0,
      lines: 6,
      hits: [
        { line: 3, seconds: 0.003, direction: 'stderr', typed: false, text: 'Author unknown', start: 0 },
        { line: 4, seconds: 0.004, direction: 'heard', typed: false, text: 'id author b', start: 0 },
        { line: 6, seconds: 0.005, direction: 'sent', typed: true, text: 'author', start: 0 },
      ],
    });
    expect(found(path, query('Author', { exact: true }))).toEqual([3]);
    expect(found(path, query('^id .*[ab]$', { regex: true }))).toEqual([2, 4]);
    expect(found(path, query('author', { directions: ['heard', 'typed'] }))).toEqual([4, 6]);
    expect(found(path, query('\r'))).toEqual([]);
    expect(found(path, query('a\r'))).toEqual([]);
  });

  it('gives pages from either end, and counts everything', () => {
    const lines = Array.from({ length: 50 }, (_, at) => `line ${at + 1}`).join('\n');
    const path = journal([text('<--', `${lines}\n`)]);
    const page = (from: number | null, way: HitPage['way']) => {
      const { hits, ...rest } = searchJournal(path, query('line'), { from, way, most: 3 });
      return { ...rest, hits: hits.map(({ line }) => line) };
    };
    const all = { count: 50, lines: 50 };
    expect(page(null, 'before')).toEqual({ ...all, before: 47, hits: [48, 49, 50] });
    expect(page(48, 'before')).toEqual({ ...all, before: 44, hits: [45, 46, 47] });
    expect(page(2, 'before')).toEqual({ ...all, before: 0, hits: [1] });
    expect(page(null, 'after')).toEqual({ ...all, before: 0, hits: [1, 2, 3] });
    expect(page(3, 'after')).toEqual({ ...all, before: 3, hits: [4, 5, 6] });
    expect(page(49, 'after')).toEqual({ ...all, before: 49, hits: [50] });
  });

  it('shows of a long line the piece around the place', () => {
    const path = journal([text('<--', `${'x'.repeat(5000)}needle${'y'.repeat(5000)}\n`)]);
    const [hit] = searchJournal(path, query('needle'), newest).hits;
    expect(hit?.start).toBe(4940);
    expect(hit?.text).toMatch(/^x{60}needley{174}$/);
  });

  it('reads lines that no view could bear, and what is left of a torn journal', long, async () => {
    const path = journal(
      [
        [`<--`, Buffer.from(`${'a'.repeat(lineLimit - 1)}é${'b'.repeat(10)}\nshort b\n`)],
        [`<--`, Buffer.from([0xff, 0xfe, 0x62, 0x0a, 0xe2, 0x82])],
        [`<!!`, Buffer.alloc(0)],
        [`<--`, Buffer.from([0xac, 0x62, 0x0a])],
        [`<--`, Buffer.alloc(300_000, 'b\n')],
        [`<--`, Buffer.from('no end: b')],
      ],
      Buffer.from('7000 <-- 900\nthe engine had said b when the power'),
    );
    const entries = await entriesOf(path);
    for (const one of [query('b'), query('b$', { regex: true }), query('€B'), query('a', { exact: true })]) {
      const wanted = naive(entries, one);
      const { count, hits, lines } = searchJournal(path, one, { ...newest, most: 1e7 });
      expect([count, lines]).toEqual([wanted.length, entries.length]);
      expect(hits.map(({ line }) => line).join()).toBe(wanted.join());
    }
  });

  it('stops at damage, and takes nothing else for a journal', () => {
    const path = journal([text('-->', 'one\n')], Buffer.from('this is not an entry\n2000 <-- 4\none\n\n'));
    expect(found(path, query('one'))).toEqual([1]);
    for (const other of ['', '0.1 --> cfp\n', '0 --> 4\ncfp\n\n']) {
      writeFileSync(path, other);
      expect(() => searchJournal(path, query('one'), newest), other).toThrow(BadJournal);
    }
    expect(() => searchJournal(journal([]), query('(', { regex: true }), newest)).toThrow(SyntaxError);
  });

  it('finds what looking at line after line finds', long, async () => {
    // A small alphabet, so that lines and needles meet; it includes characters whose lower case is longer, or
    // different.
    const sign = fc.constantFrom(
      'a',
      'A',
      'b',
      'k',
      'K',
      'i',
      'İ',
      'Σ',
      'ς',
      'é',
      '💠',
      '\r',
      '\n',
      '\n',
      ' ',
      '.',
    );
    const bytes = fc.oneof(
      { weight: 5, arbitrary: fc.array(sign, { maxLength: 30 }).map((all) => Buffer.from(all.join(''))) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 6 }).map((all) => Buffer.from(all)) },
    );
    const mark = fc.constantFrom<Mark>('<--', '<--', '<--', '<!!', '-->', '==>', '###');
    const needle = fc
      .array(sign, { minLength: 1, maxLength: 3 })
      .map((all) => all.join('').replaceAll('\n', ' '));
    const directions = fc.subarray([...everything], { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(mark, bytes), { maxLength: 20 }),
        fc.record({ text: needle, regex: fc.boolean(), exact: fc.boolean(), directions }),
        fc.integer({ min: 0, max: 30 }),
        async (entries, one, from) => {
          const path = journal(entries);
          const all = await entriesOf(path);
          const wanted = naive(all, one);
          const { count, hits, lines } = searchJournal(path, one, newest);
          expect(hits.map(({ line }) => line)).toEqual(wanted);
          expect([count, lines]).toEqual([wanted.length, all.length]);
          expect(found(path, one, { from, way: 'after', most: 2 })).toEqual(
            wanted.filter((line) => line > from).slice(0, 2),
          );
          expect(found(path, one, { from, way: 'before', most: 2 })).toEqual(
            wanted.filter((line) => line < from).slice(-2),
          );
          expect(linesOfJournal(path, from, 5, Infinity)).toEqual(
            all
              .filter(({ line }) => line >= from)
              .slice(0, 5)
              .map(({ line, seconds, direction, typed, text, cut }) => ({
                line,
                seconds,
                direction,
                typed,
                text,
                cut,
              })),
          );
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('lines of a journal', () => {
  it('come until they have the characters that were asked for', () => {
    const path = journal([text('<--', `${'x'.repeat(60)}\n`.repeat(10))]);
    expect(linesOfJournal(path, 3, 5, 1000).map(({ line }) => line)).toEqual([3, 4, 5, 6, 7]);
    expect(linesOfJournal(path, 3, 5, 100).map(({ line }) => line)).toEqual([3, 4]);
    expect(linesOfJournal(path, 11, 5, 100)).toEqual([]);
  });
});

describe('the place of a line', () => {
  it('is the entry that it ends in, and how many lines end there before it', async () => {
    const entries: Written[] = [
      text('-->', 'go\n'),
      text('<--', 'one\ntwo\nth'),
      text('<!!', 'oops\n'),
      text('<--', 'ree\n'),
      text('###', 'a note'),
      text('<--', '\nfour\nunfin'),
      text('<!!', 'more'),
      text('-->', 'quit\n'),
    ];
    const path = journal(entries);
    const lines = await entriesOf(path);
    const sizes = entries.map(
      ([mark, bytes], at) => `${(at + 1) * 1000} ${mark} ${bytes.length}\n`.length + bytes.length + 1,
    );
    const first = readFileSync(path).length - sizes.reduce((sum, size) => sum + size, 0);
    const at = (entry: number): number => first + sizes.slice(0, entry).reduce((sum, size) => sum + size, 0);
    const of = (entry: number, nth: number): string | undefined =>
      lines.find(({ line }) => line === lineAt(path, at(entry), nth))?.text;
    expect([
      of(0, 0),
      of(1, 0),
      of(1, 1),
      of(2, 0),
      of(3, 0),
      of(4, 0),
      of(5, 0),
      of(5, 1),
      of(7, 0),
    ]).toEqual(['go', 'one', 'two', 'oops', 'three', 'a note', '', 'four', 'quit']);
    expect([lineAt(path, at(1), 2), lineAt(path, at(1) + 1, 0), lineAt(path, 10 ** 9, 0)]).toEqual([
      null,
      null,
      null,
    ]);
  });
});
