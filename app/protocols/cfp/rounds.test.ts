import { describe, expect, it } from 'vitest';
import { ROUND_SECONDS } from './searches.ts';
import { NONE, oddNames, reportsOf, searchOf, thinkingProbe } from './driver.fixture.ts';

describe('an analysis without limit', () => {
  it('is rounds of go and stop, ever longer', () => {
    const probe = thinkingProbe(NONE, 'analyse');
    for (const [index, seconds] of [...ROUND_SECONDS, 60, 60].entries()) {
      const lines: string[] = [];
      let left = seconds * 1000;
      // Long rounds are asked for a sign of life on the way, which a test can only answer step by step.
      for (; left > 10_000; left -= 10_000) {
        lines.push(...probe.wait(10_000));
        probe.hear('readyok');
      }
      lines.push(...probe.wait(left - 1));
      expect(lines.filter((line) => line !== 'isready')).toEqual([]);
      expect(probe.wait(1)).toEqual(['stop']);
      expect(probe.hear('bestmove 3')).toEqual(['isready']);
      expect(probe.hear('readyok')).toEqual(['go']);
      expect(reportsOf(probe.take())).toEqual([[1, 3, false]]);
      expect(index).toBeLessThan(20);
    }
  });

  it('tells its position once', () => {
    const probe = thinkingProbe(NONE, 'analyse');
    probe.wait(200);
    probe.hear('bestmove 3', 'readyok');
    expect(probe.sent.filter((line) => line.startsWith('position'))).toHaveLength(1);
  });

  it('does not race with an engine that answers at once', () => {
    const probe = thinkingProbe(NONE, 'analyse');
    const gos = (): number => probe.sent.filter((line) => line === 'go').length;
    expect(probe.hear('bestmove 3')).toEqual(['isready']);
    expect(probe.hear('readyok')).toEqual([]);
    expect(probe.wait(199)).toEqual([]);
    expect(probe.wait(1)).toEqual(['go']);
    probe.hear('bestmove 3', 'readyok');
    expect(probe.wait(499)).toEqual([]);
    expect(probe.wait(1)).toEqual(['go']);
    expect(gos()).toBe(3);
    expect(probe.sent).not.toContain('stop');
    expect(oddNames(probe.events)).toEqual(['early-bestmove', 'early-bestmove']);
  });

  it('ends in mid-round with the answer to its stop', () => {
    const probe = thinkingProbe(NONE, 'analyse');
    probe.wait(100);
    expect(probe.request({ kind: 'stop' })).toEqual(['stop']);
    expect(probe.hear('bestmove 4')).toEqual([]);
    expect(reportsOf(probe.events)).toEqual([[1, 4, true]]);
    expect(probe.of('report')[0]?.report.truncated).toBe(true);
  });

  it('ends between rounds with the answer it has', () => {
    const probe = thinkingProbe(NONE, 'analyse');
    probe.wait(200);
    probe.hear('bestmove 3');
    expect(probe.request({ kind: 'stop' })).toEqual([]);
    expect(reportsOf(probe.events)).toEqual([
      [1, 3, false],
      [1, 3, true],
    ]);
    probe.hear('readyok');
    expect(probe.driver.state).toBe('idle');
    expect(probe.wait(60_000)).toEqual([]);
  });

  it('gives way to the next position without mixing answers', () => {
    const probe = thinkingProbe(NONE, 'analyse');
    for (let id = 2; id < 30; id++) {
      probe.request(searchOf(id, '44444'.slice(0, id % 6), NONE, 'analyse'));
      probe.hear(`bestmove ${id % 7}`, 'readyok');
    }
    const reports = reportsOf(probe.events);
    const ends = [...reports.map(([id]) => id), ...probe.of('failed').map(({ search }) => search)];
    expect(new Set(ends).size, 'no search ends twice').toBe(ends.length);
    expect(reports.length).toBeGreaterThan(0);
    // Each answer was heard while the search before was the one under way.
    for (const [id, column] of reports) expect(column).toBe((id + 1) % 7);
  });

  it('with a time is one round of that time', () => {
    const probe = thinkingProbe({ kind: 'time', seconds: 2 }, 'analyse');
    expect(probe.wait(2000)).toEqual(['stop']);
    probe.hear('bestmove 3');
    expect(reportsOf(probe.events)).toEqual([[1, 3, true]]);
  });
});
