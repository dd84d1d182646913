import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EvaluationStore } from '../evaluations/store.ts';
import { connect4 } from '../games/connect4/index.ts';
import { makeLine } from '../games/line.ts';
import { ReportJobs } from '../library/report-jobs.ts';
import type { JudgedReport } from '../shapes/analysis.ts';
import type { Limit } from '../shapes/engines.ts';
import type { Teller } from '../shapes/evaluations.ts';
import { isDeepEnough, reportMemory } from './report-memory.ts';

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

describe('what a report remembers', () => {
  const teller = { id: 'teller', files: [{}] } as unknown as Teller;
  const line = makeLine(connect4, 'g', connect4.initial(), []);
  let folder: string;
  let jobs: ReportJobs;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plywire-memory-'));
    ({ jobs } = await ReportJobs.open(join(folder, 'reports.json')));
  });
  afterEach(async () => {
    await jobs.save();
    rmSync(folder, { recursive: true });
  });

  /** What a store that kept this answer says, of each that is kept. */
  const remembering = (...kept: readonly JudgedReport[]) => {
    const at = () => kept.map((each) => ({ teller: 'teller', report: each }));
    return reportMemory({ at: at as unknown as EvaluationStore['at'] }, jobs);
  };

  it('is an answer that took the time, though the store keeps an earlier one of the same depth', () => {
    const early = report({ depth: 9, seconds: 0.3 });
    const memory = remembering(early);
    expect(memory.find(line, teller, time)).toBeNull();
    memory.keep(line, teller, time, report({ depth: 9, seconds: 1 }));
    expect(memory.find(line, teller, time)).toBe(early);
  });

  it('is a decided answer, also where a newer one is not', () => {
    const decided = report({ score: { type: 'decisive', winner: 'mover', plies: 3 } });
    expect(remembering(report({ seconds: 1 }), decided).find(line, teller, time)).toBe(decided);
  });

  it('is not what stands in a file, whatever that claims', () => {
    const claimed = report({ score: { type: 'decisive', winner: 'mover', plies: 3 } });
    const unknown = { ...teller, files: [], origin: 'file' } as Teller;
    expect(remembering(claimed).find(line, unknown, time)).toBeNull();
    expect(remembering(claimed).find(line, { ...teller, id: 'another' }, time)).toBeNull();
  });

  it('is nothing beside an answer that shows how far it looked', () => {
    const whole = report({ seconds: 1 });
    remembering(whole).keep(line, teller, time, whole);
    expect(remembering(report({ seconds: 0.3 })).find(line, teller, time)).toBeNull();
  });
});
