import { describe, expect, it } from 'vitest';
import { connect4 } from '../games/connect4/index.ts';
import { makeLine } from '../games/line.ts';
import type { Answer, Report } from '../protocols/protocol.ts';
import { faultInWords, judge } from './judge.ts';
import { judgeReport } from './report.ts';

const start = connect4.initial();
const line = (text: string) => makeLine(connect4, 'g', start, connect4.parseMoves(start, text));
const answer = (column: number): Answer => ({
  kind: 'move',
  move: connect4.parseMove(start, String(column)),
  text: String(column - 1),
});

const reportOf = (changes: Partial<Report>): Report => ({
  answer: answer(4),
  score: null,
  scores: null,
  staticScale: 1,
  winningMoves: null,
  depth: null,
  nodes: null,
  seconds: 0,
  truncated: false,
  exhaustive: false,
  rest: [],
  ...changes,
});

describe('the rules on an answer', () => {
  it('accept a legal move and give it its canonical text', () => {
    expect(judge(line(''), answer(4))).toMatchObject({ kind: 'move', text: '4' });
  });

  it('refuse a full column, and say why', () => {
    const verdict = judge(line('444444'), answer(4));
    expect(verdict).toMatchObject({ kind: 'fault', fault: { kind: 'illegal', move: '4' } });
    expect(faultInWords(verdict)).toMatch(/^4 is illegal: .*full/);
  });

  it('refuse any move once the game is over', () => {
    expect(judge(line('1212121'), answer(3))).toMatchObject({ kind: 'fault', fault: { kind: 'illegal' } });
  });

  it('refuse no move and an unreadable one', () => {
    const none = judge(line(''), { kind: 'none', text: 'NULL' });
    expect(none).toMatchObject({ kind: 'fault', fault: { kind: 'no move' } });
    expect(faultInWords(none)).toMatch(/no legal move, but it has one/);
    const without = judge(line(''), { kind: 'illegal', text: '{}', reason: 'a pass has no places' });
    expect(without).toMatchObject({ fault: { kind: 'illegal', move: null, why: 'a pass has no places' } });
    expect(faultInWords(without)).toBe('{} is illegal: a pass has no places');
    const unreadable = judge(line(''), { kind: 'unreadable', text: 'x', reason: 'x is not a column' });
    expect(unreadable).toMatchObject({ kind: 'fault', fault: { kind: 'unreadable', text: 'x' } });
    expect(faultInWords(unreadable)).toBe('x is not a column');
  });
});

describe('a report as clients see it', () => {
  it('keeps what was said and names the move by its text', () => {
    const score = { type: 'static', value: 0.25 } as const;
    const report = reportOf({ score, scores: new Map([['4', score]]), depth: 3, nodes: 10 });
    expect(judgeReport(line(''), report)).toMatchObject({
      bestmove: '4',
      text: '3',
      fault: null,
      score,
      scores: { 4: score },
      staticScale: 1,
      winningMoves: null,
      depth: 3,
      nodes: 10,
    });
  });

  it('has no best move where the answer is none', () => {
    expect(judgeReport(line('444444'), reportOf({}))).toMatchObject({
      bestmove: null,
      fault: expect.stringContaining('illegal'),
    });
  });

  it.each([
    [0.12345678901, 0.123457],
    [1.0000000001, 1],
    [0, 0],
    [2.5, 2.5],
  ])('rounds %s s to the microsecond', (seconds, rounded) => {
    expect(judgeReport(line(''), reportOf({ seconds })).seconds).toBe(rounded);
  });
});
