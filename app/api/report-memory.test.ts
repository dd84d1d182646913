import { describe, expect, it } from 'vitest';
import type { JudgedReport } from '../shapes/analysis.ts';
import type { Limit } from '../shapes/engines.ts';
import { isDeepEnough } from './report-memory.ts';

const report = (more: Partial<JudgedReport>): JudgedReport => ({
  ...{ bestmove: '4', turn: ['4'], text: '4', fault: null, score: null, scores: null, staticScale: 1 },
  ...{ winningMoves: null, depth: null, nodes: null, seconds: 0.1, truncated: false, exhaustive: false },
  ...more,
});
const time: Limit = { kind: 'time', seconds: 1 };
const depth: Limit = { kind: 'depth', plies: 8 };

describe('an earlier answer', () => {
  it.each<[string, Partial<JudgedReport>, Limit, boolean]>([
    ['of nearly the whole time', { seconds: 0.95 }, time, true],
    ['of a part of the time', { seconds: 0.5 }, time, false],
    ['of the depth', { depth: 8 }, depth, true],
    ['of less depth', { depth: 7 }, depth, false],
    ['of a round that was cut short', { depth: 8, truncated: true }, depth, false],
    ['without a depth', { seconds: 100 }, depth, false],
    ['that ends the game', { score: { type: 'decisive', winner: 'mover', plies: 3 } }, depth, true],
    ['of a search to the end', { score: { type: 'static', value: 0 }, exhaustive: true }, time, true],
    ['of an engine that decides itself', {}, { kind: 'none' }, true],
  ])('%s', (_, more, limit, isEnough) => {
    expect(isDeepEnough(report(more), limit)).toBe(isEnough);
  });
});
