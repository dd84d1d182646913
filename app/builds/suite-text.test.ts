import { describe, expect, it } from 'vitest';
import { connect4 } from '../games/connect4/index.ts';
import type { Game } from '../games/game.ts';
import { gameById } from '../games/registry.ts';
import { BadSuite, isLines, isOwnForm, readLines, readOwnForm } from './suite-text.ts';

const game = connect4 as Game;

describe('lines with operations', () => {
  it('are moves or positions, with moves that solve or lose', () => {
    const text = '# a remark\n4455 bm 3, 6 id "a threat"\n\n3x3/7/7/7/7/7 o am 1;\nstart bm 4 am 1\n';
    expect(isLines(text)).toBe(true);
    expect(readLines(game, text)).toEqual([
      {
        game: 'connect4',
        start: null,
        moves: ['4', '4', '5', '5'],
        best: ['3', '6'],
        losing: [],
        from: 'a threat',
      },
      {
        ...{ game: 'connect4', start: '3x3/7/7/7/7/7 o', moves: [], best: [] },
        losing: ['1'],
        from: 'line 4',
      },
      { ...{ game: 'connect4', start: null, moves: [], best: ['4'], losing: ['1'], from: 'line 5' } },
    ]);
  });

  it.each([
    ['4455 bm 9', 'Line 1: '],
    ['start bm 4\n4444444 bm 1', 'Line 2: '],
    ['12121212 bm 1', 'Line 1: '],
    ['nothing bm 1', 'no list of moves'],
    ['44 bm 4\n4455 bm 4 am 4', 'Line 2: the move 4 is both best and to be avoided'],
    ['4455 bm 3 am 1, 3', 'Line 1: the move 3 is both'],
  ])('refuses %j', (text, words) => expect(() => readLines(game, text)).toThrow(words));

  it.each(['4455', '# 44 bm 1', 'bm', ''])('are not %j', (text) => expect(isLines(text)).toBe(false));

  it.each([
    '[White "a"] [Black "b"] [Result "*"]\n\n1. 4 {Here I am winning.} 4 2. 4 *\n',
    '# notes\n\n[White "a"]\n\n1. 4 {\n4 bm 5 } 4 *\n',
    '1. 4 {Here I am winning.} 4 *\n',
    '1. 4 {Here\nI am winning} 4 *\n',
    '1. 4 4 ; here I am winning\n2. 4 *\n',
    '(;FF[4]PWG[connect4];W[4]C[Here I am winning];B[4])',
    '\n (;FF[4]PWG[connect4];W[4]C[Here\n4 am 5];B[4])',
    '44\nhere I am winning\n55\n',
  ])('are not games with a comment: %j', (text) => expect(isLines(text)).toBe(false));

  it.each([
    '4455 bm 3',
    '4455\n44 am 1',
    'x bm y',
    'a1 bm d7',
    '%s bm D6D5'.replace('%s', (gameById('stones') as Game).positionText(gameById('stones').initial())),
  ])('are %j', (text) => expect(isLines(text)).toBe(true));

  it.each([
    ['44 bm 4 id "key bm is 4"', 'key bm is 4'],
    ['44 id "I am id 5"; bm 4', 'I am id 5'],
    ['44 bm 4 id plain words;', 'plain words'],
  ])('keep the name of %j', (text, from) =>
    expect(readLines(game, text)).toMatchObject([{ moves: ['4', '4'], best: ['4'], losing: [], from }]),
  );
});

describe('our own form', () => {
  it('is read again, with canonical moves', () => {
    const text = `${JSON.stringify({ game: 'morris', start: null, moves: ['A1'], best: ['D7'], losing: [], from: 'x' })}\n`;
    expect(isOwnForm(text)).toBe(true);
    expect(readOwnForm(text)).toMatchObject([{ best: ['d7'] }]);
  });

  it.each([
    ['{"game":"connect4"}', 'Line 1'],
    ['{"game":"chess","start":null,"moves":[],"best":[],"losing":[],"from":""}', 'no such game'],
    ['{"game":"connect4","start":null,"moves":["9"],"best":[],"losing":[],"from":""}', 'Line 1'],
    ['{"game', 'Line 1'],
  ])('refuses %j', (text, words) => {
    expect(() => readOwnForm(text)).toThrow(BadSuite);
    expect(() => readOwnForm(text)).toThrow(words);
  });
});
