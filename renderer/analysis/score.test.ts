import { describe, expect, it } from 'vitest';
import { connect4 } from '../../app/games/connect4/index.ts';
import type { Game, Point } from '../../app/games/game.ts';
import { morris } from '../../app/games/morris/index.ts';
import * as plain from '../../app/records/score-words.ts';
import { stones } from '../../app/games/stones/index.ts';
import type { JudgedReport, Score } from '../../app/api/contract.ts';
import {
  answerWords,
  barShare,
  depthWords,
  formatCount,
  overlay,
  scoreChip,
  scoreWords,
  type Opinion,
} from './score.ts';

const win: Score = { type: 'decisive', winner: 'mover', plies: 7 };
const loss: Score = { type: 'decisive', winner: 'opponent', plies: 2 };
const value = (number: number): Score => ({ type: 'static', value: number });

describe('words of a score', () => {
  it('says who wins in how many plies where it is decisive', () => {
    expect(scoreWords(win)).toBe('win in 7');
    expect(scoreChip(loss)).toBe('loss 2');
  });

  it('gives static values as they are, small ones too', () => {
    expect(scoreWords(value(0.05078125))).toBe('0.0508 static');
    expect(scoreChip(value(0.05078125))).toBe('0.051');
    expect(scoreChip(value(-0.000000051))).toBe('−5e−8');
    expect(scoreChip(value(-0.0000031))).toBe('−3e−6');
    expect(scoreChip(value(0.00001))).toBe('1e−5');
    expect(scoreWords(value(-250))).toBe('−250 static');
    expect([scoreWords(value(9983.4)), scoreChip(value(-9983))]).toEqual(['9983 static', '−9983']);
    expect(scoreChip(value(0))).toBe('0');
  });

  it('writes the number that the engine gave, however small, and the same words as the command line', () => {
    const given = value(0.0000000000033);
    expect([scoreWords(given), scoreChip(given)]).toEqual(['3.3e−12 static', '3e−12']);
    for (const score of [given, value(-0.333), value(0), win, loss])
      expect(scoreWords(score).replaceAll('−', '-')).toBe(plain.scoreWords(score));
    expect(scoreWords(value(0), true)).toBe('draw');
  });

  it('names the unit that a protocol gives its scores', () => {
    const man: Score = { type: 'static', value: -1.5, unit: { word: 'eval', full: 9 } };
    expect([scoreWords(man), scoreChip(man)]).toEqual(['eval −1.5', '−1.5']);
  });

  it('keeps every chip within the width of a column', () => {
    for (const size of [1, 1e-3, 1e-9, 1.5e-12, 0.123456, 1234567]) {
      expect(scoreChip(value(-size)).length).toBeLessThanOrEqual(6);
    }
  });
});

describe('barShare', () => {
  it('is seen from the first seat', () => {
    expect(barShare(win, 0)).toBe(1);
    expect(barShare(win, 1)).toBe(0);
    expect(barShare(loss, 1)).toBe(1);
    expect(barShare(value(0.5), 0)).toBeGreaterThan(0.5);
    expect(barShare(value(0.5), 1)).toBeLessThan(0.5);
    expect(barShare(value(0), 1)).toBe(0.5);
  });

  it('shows a value as a part of the size that the unit has', () => {
    const man = (number: number): number =>
      barShare({ type: 'static', value: number, unit: { word: 'eval', full: 9 } }, 0);
    expect(man(9)).toBeCloseTo(barShare(value(1), 0));
    expect(man(2)).toBeGreaterThan(man(1) + 0.02);
    expect(man(1000)).toBe(man(9));
  });

  it('never shows a static value as decided, whatever an engine says', () => {
    for (const wild of [1e300, Number.POSITIVE_INFINITY, Number.NaN, 1e-300]) {
      const share = barShare(value(wild), 0, 1e5);
      expect(share).toBeGreaterThanOrEqual(0.5);
      expect(share).toBeLessThan(0.9);
    }
  });
});

it('formatCount keeps three digits and names the thousands', () => {
  expect([0, 999, 56_780, 1_234_567].map(formatCount)).toEqual(['0', '999', '56.8 k', '1.23 M']);
});

it.each([
  ['claimed', 7, 'claimed'],
  ['depth', 14, 'depth 14'],
  ['nodes', 56_780, '56.8 k nodes'],
  ['seconds', 2.04, '2.0 s'],
] as const)('says how far an engine looked: %s', (kind, amount, words) => {
  expect(depthWords({ kind, amount })).toBe(words);
});

describe('overlay', () => {
  const position = connect4.initial();
  const rules = connect4 as Game;
  const report = (more: Partial<JudgedReport>): Opinion[] => [
    {
      letter: 'A',
      colour: 1,
      report: {
        bestmove: '4',
        turn: ['4'],
        text: 'bestmove 3',
        fault: null,
        score: null,
        scores: null,
        staticScale: 1,
        winningMoves: null,
        depth: null,
        nodes: null,
        seconds: 1,
        truncated: false,
        exhaustive: false,
        ...more,
      },
    },
  ];

  it('puts a chip over each scored move and a ring at the best one', () => {
    const { chips, rings } = overlay(report({ scores: { '4': win, '1': loss } }), rules, position);
    expect(chips.map(({ id, text, tone, best }) => [id, text, tone, best])).toEqual([
      ['1', 'loss 2', 'loss', false],
      ['4', 'win 7', 'win', true],
    ]);
    expect(rings.map(({ id }) => id)).toEqual(['disc-4-1']);
  });

  it('invents no score where the protocol gives none', () => {
    const { chips } = overlay(report({}), rules, position);
    expect(chips.map(({ text }) => text)).toEqual(['best']);
  });

  it('writes nothing over a move that an arrow leads to, and says it all the same', () => {
    const start = stones.initial();
    const { chips } = overlay(report({ bestmove: 'D4C4', turn: ['D4C4'] }), stones as Game, start);
    expect(chips).toMatchObject([{ area: 'C4', text: '', words: 'the best move' }]);
  });

  it('shows where the best move comes from and what it takes', () => {
    const start = morris.parsePosition('w:a7,d7,g4,b2;b:b6,c3,d3,b4;w;18;0');
    const { rings } = overlay(report({ bestmove: 'g4-g7xb4' }), morris as Game, start);
    const spot = (id: string): Point => {
      const { x, y } = morris.geometry({}).spots.find((each) => each.id === id)!;
      return { x, y };
    };
    expect(rings).toMatchObject([{ piece: spot('g7'), from: spot('g4'), taken: [spot('b4')] }]);
  });

  it('shows the second action of a turn where it would be made, thinner, and says both', () => {
    const start = stones.initial();
    const position = stones.play(start, stones.moves(start)[0]!);
    const [first] = stones.moves(position);
    const after = stones.play(position, first!);
    const second = stones.moves(after).find((move) => stones.moveText(after, move) !== 'pass')!;
    const turn = [stones.moveText(position, first!), stones.moveText(after, second)];
    const state = report({ bestmove: turn[0]!, turn });
    const { rings } = overlay(state, stones as Game, position);
    expect(rings.map(({ weight }) => weight)).toEqual([1, 0.5]);
    const [from] = stones.choices(after).filter(({ move }) => move === second);
    expect(rings[1]).toMatchObject({ from: from!.from });
    expect(answerWords(state[0]!.report)).toBe(turn.join(' '));
    const passed = report({ bestmove: turn[0]!, turn: [turn[0]!, 'pass'] });
    expect(overlay(passed, stones as Game, position).rings).toHaveLength(1);
  });

  it('marks no move that is at fault, and nothing without a report', () => {
    expect(overlay(report({ fault: 'column 4 is full' }), rules, position)).toEqual({ chips: [], rings: [] });
    expect(overlay([], rules, position)).toEqual({ chips: [], rings: [] });
  });
});

it('answerWords says what was played, or why it is illegal', () => {
  const report = {
    bestmove: '4',
    turn: ['4'],
    text: '',
    fault: null,
    score: win,
  } as unknown as JudgedReport;
  expect(answerWords(report)).toBe('4');
  expect(answerWords({ ...report, bestmove: null, turn: [], text: 'none' })).toBe('no move');
  expect(
    answerWords({ ...report, bestmove: null, turn: [], text: 'bestmove 9', fault: 'there is no column 9' }),
  ).toBe('bestmove 9: there is no column 9');
  expect(scoreWords(value(0.0002))).toBe('0.0002 static');
});
