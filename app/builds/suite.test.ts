import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connect4 } from '../games/connect4/index.ts';
import type { Game } from '../games/game.ts';
import { readAny } from '../records/forms/testing/read-any.ts';
import { proven, unknown, type Verdict } from '../truth/verdict.ts';
import { addToSuite, isOwnSuite, suitePath } from './own-suite.ts';
import { readGoodLines, readLines } from './suite-text.ts';
import { isOpen, positionsOf, provenOf, solves, suiteKey, suiteLine } from './suite.ts';

const game = connect4 as Game;

/** The suite that a text in some form is. */
const ofText = (text: string, id: string) =>
  readAny(text, { form: null, game: id }).readings.flatMap(({ whole }) => positionsOf(whole!, 'game'));

describe('games of other forms', () => {
  it('have a position where a glyph marks a move', () => {
    const pgn = '[White "a"] [Black "b"] [Result "*"]\n\n1. 4 4? (1... 3! 5) (1... 2 $4) 2. 4 *\n';
    expect(ofText(pgn, 'connect4')).toEqual([
      { game: 'connect4', start: null, moves: ['4'], best: ['3'], losing: ['4', '2'], from: 'game, ply 1' },
    ]);
  });

  it('are problems where they begin elsewhere: the first move solves them', () => {
    const start = '3xo2/7/7/7/7/7 x';
    const sgf = `(;FF[4]PWG[connect4]PWP[${start}];W[4];B[3])`;
    expect(ofText(sgf, 'connect4')).toMatchObject([{ start, moves: [], best: ['4'] }]);
  });

  it('are open where they say nothing, and have no position where they are over', () => {
    const [open] = ofText('445566', 'connect4');
    expect([isOpen(open!), open!.moves]).toEqual([true, ['4', '4', '5', '5', '6', '6']]);
    expect(ofText('1212121', 'connect4')).toEqual([]);
  });

  it('have no position behind the end that other programs played on from', () => {
    const drawn =
      'f6 c3 f4 f2 a7 g4 g7 e5 d3 a1 e4 b4 c4 b2 g1 c5 d5 d6 a7-d7 b4-b6 d7-a7 b6-b4 a7-d7 b4-b6 d7-a7 b6-b4 a7-d7';
    const pgn = (moves: string): string => `[Variant "Nine Men's Morris"]\n\n1. ${moves} *\n`;
    expect(ofText(pgn(`${drawn} b4-b6!`), 'morris')).toEqual([]);
    expect(ofText(pgn(`${drawn} b4-b6`), 'morris')).toEqual([]);
    expect(ofText(pgn(`f6! c3 f4`), 'morris')).toMatchObject([{ best: ['f6'], moves: [] }]);
  });

  it('are solved by what is proven, unless nothing decides', () => {
    const [open] = ofText('445566', 'connect4');
    const win = proven('win', 'solver', 3);
    const draw = proven('draw', 'solver', null);
    const truth = (verdict: Verdict, ...moves: [string, Verdict][]) => ({
      ...{ verdict, moves: moves.map(([move, own]) => ({ move, verdict: own })) },
    });
    expect(provenOf(open!, truth(win, ['3', win], ['4', draw], ['7', win]))).toMatchObject({
      best: ['3', '7'],
    });
    expect(provenOf(open!, truth(win, ['3', win], ['4', win]))).toBeNull();
    expect(provenOf(open!, truth(win, ['3', win], ['4', unknown]))).toBeNull();
    expect(provenOf(open!, truth(unknown, ['3', draw], ['4', unknown]))).toBeNull();
  });
});

it.each([
  [['4'], [], '4', true],
  [['4'], [], '3', false],
  [[], ['4'], '3', true],
  [[], ['4'], '4', false],
  [[], ['4'], null, false],
] as const)('of best %j and losing %j, %j solves: %j', (best, losing, move, solved) =>
  expect(solves({ game: 'connect4', start: null, moves: [], best, losing, from: '' }, move)).toBe(solved),
);

it('is asked about by the line that leads to it', () => {
  const [position] = readLines(game, '4455 bm 3');
  const line = suiteLine(position!, 'key');
  expect([line.gameKey, line.moves.length]).toEqual(['key', 4]);
  expect(game.positionText(line.position)).toBe(
    game.positionText(
      game
        .parseMoves(game.initial(), '4455')
        .reduce((at: unknown, move) => game.play(at, move), game.initial()),
    ),
  );
});

it('of an engine takes each position once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plywire-suite-'));
  try {
    const path = suitePath(folder, '/bin/mine');
    const [one, same, other] = readLines(game, '4455 bm 3\n5544 bm 3\n44 bm 1');
    expect(suiteKey(one!)).not.toBe(suiteKey(other!));
    expect(addToSuite(path, [one!, other!])).toBe(2);
    expect(addToSuite(path, [one!])).toBe(0);
    // Other moves lead to the same position.
    expect(suiteKey(same!) === suiteKey(one!) ? addToSuite(path, [same!]) : 0).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('of an engine loses nothing but a line that is torn', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plywire-suite-'));
  try {
    const path = suitePath(folder, '/bin/mine');
    const [one, other, last] = readLines(game, '4455 bm 3\n44 bm 1\n4 bm 4');
    addToSuite(path, [one!]);
    appendFileSync(path, '{"game":"conn');
    expect(addToSuite(path, [one!, other!])).toBe(1);
    expect(addToSuite(path, [one!, other!, last!])).toBe(1);
    const { positions, bad } = readGoodLines(readFileSync(path, 'utf8'));
    expect(positions).toEqual([one, other, last]);
    expect(bad.map(({ message }) => message)).toEqual([expect.stringContaining('Line 2 is not a position')]);
    expect([isOwnSuite(folder, path), isOwnSuite(folder, join(folder, 'x.jsonl'))]).toEqual([true, false]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
