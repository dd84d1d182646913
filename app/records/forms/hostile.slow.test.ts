/** A short attack on every reader; `hostile-1.long.test.ts` and its kind go further. */
import { describe, expect, it } from 'vitest';
import { long } from '../../../tests/support/long.ts';
import { seededRandom } from '../../games/random.ts';
import { readAny } from './testing/read-any.ts';
import { forms } from './registry.ts';
import { attack, expectPromises } from './testing/hostile.ts';
import { mutant, realTexts } from './testing/mutants.ts';
import { mostUnit } from './unit.ts';
import { splitterOf, type Layout } from './units.ts';

describe.each([...forms.values()])('$id, given anything', { timeout: 60_000 }, (form) => {
  it('ends, throws nothing, and reads what it writes', () => {
    expectPromises(attack(form, 150, 1));
  });
});

it('decides about anything', { timeout: 60_000 }, () => {
  const random = seededRandom(5);
  for (let input = 0; input < 60; input++) {
    const text = mutant(realTexts[input % realTexts.length]!, realTexts, random);
    expect(['one', 'several', 'none', 'empty']).toContain(readAny(text).decision.kind);
  }
});

const expectEndless = (layout: Layout, piece: string): void => {
  const splitter = splitterOf(layout);
  const block = piece.repeat(1024 * 1024);
  const units = [];
  for (let length = 0; length <= mostUnit + block.length; length += block.length)
    units.push(...splitter.push(block));
  units.push(...splitter.end());
  const cut = units.filter(({ isCut }) => isCut);
  expect(cut).toHaveLength(1);
  expect(cut[0]!.text.length).toBeLessThan(1000);
};

const endless = 'refuses a text of one endless game in %s of %j, and holds a bounded part of it';
it.each<[Layout, string]>([
  ['lines', '1'],
  ['games', 'x'],
  ['file', '1 '],
])(endless, expectEndless);
it.each<[Layout, string]>([
  ['games', '{ a line\n'],
  ['sgf', '(;C[x'],
])(endless, long, expectEndless);

it.each([
  ['pgn', 'one', `1. 4 4 ${'(1. 3 '.repeat(30_000)}`],
  ['pgn', 'one', `1. 4 4 ${'('.repeat(100_000)}`],
  ['sgf', 'none', `${'('.repeat(200_000)};`],
  ['sgf', 'one', `(;FF[4]PWG[connect4]${';W[1]'.repeat(100_000)})`],
  ['sgf', 'none', `(;FF[4]${'C[a\\]'.repeat(100_000)}])`],
  ['sgf', 'none', `(;FF[4]C[${'\\'.repeat(500_000)}])`],
  ['sgf', 'none', `(;FF[4]PWG[connect4]${';?A W\\n'.repeat(100_000)})`],
  ['sgf', 'none', `(;FF[4]PWG[connect4]? ${`)${' '.repeat(1000)}x`.repeat(1000)})`],
  ['sgf', 'none', `(;FF[4]PWG[connect4]? ${'[a];W[b '.repeat(100_000)})`],
  ['sgf', 'none', `(;FF[4]PWG[connect4]${';White[9]'.repeat(50_000)})`],
  ['sgf', 'none', `(;FF[4]PWG[connect4]${'(;White[9])'.repeat(20_000)})`],
  ['sgf', 'one', `(;FF[4]PWG[connect4]${Array.from({ length: 9000 }, (_, at) => `PWH[a${at}:b]`).join('')})`],
  ['sgf', 'one', `(;FF[4]PWG[connect4];W[4]${`(;B[4]${'XX[]'.repeat(9000)})`.repeat(30)})`],
  ['pgn', 'none', `[White "${'\\"'.repeat(200_000)}`],
  ['pgn', 'none', '[A "b"]\n'.repeat(50_000)],
  ['pgn', 'one', `1. 4 {${'[%eval 1] '.repeat(50_000)}} *`],
  ['pgn', 'one', `1. 4 {[%clk${' '.repeat(1_000_000)}x}`],
  ['pgn', 'one', `1. 4 4 (${'{a} '.repeat(250_000)})`],
  ['pgn', 'one', `1. 4 4 (${'{a} '.repeat(250_000)}1... 3)`],
  ['pgn', 'one', `1. 4 1-0 ${'{'.repeat(1_000_000)}`],
  ['pgn', 'one', `[White "${'a'.repeat(15_000_000)}"]\n1. 4 *`],
  ['pgn', 'none', `[White "${'" '.repeat(1_000_000)}`],
  ['pgn', 'one', `1. 4 ${'$3 '.repeat(100_000)}`],
  ['moves', 'one', '4 '.repeat(500_000)],
  ['moves', 'none', '['.repeat(100_000)],
  ['scored', 'none', '4'.repeat(1_000_000)],
  ['tq1', 'none', `tq1#{${'"a":"b",'.repeat(10_000)}} e2`],
  ['sanmill-uci', 'none', `position fen ${'O'.repeat(100_000)} ${'1 '.repeat(100_000)}`],
  ['quoridor-position', 'none', `${'a1h'.repeat(2000)} / / e2 e8 / 10 10 / 1`],
  ['waltz', 'none', '1 '.repeat(30_000)],
  ['gos-log', 'one', 'D6D5E1D1'.repeat(50_000)],
])('ends soon in %s for a text made to be slow', (id, kind, text) => {
  const began = performance.now();
  const { decision } = readAny(text, { form: id, game: null });
  expect(decision.kind).toBe(kind);
  expect(performance.now() - began).toBeLessThan(10_000);
});
