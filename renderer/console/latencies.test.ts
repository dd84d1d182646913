import { describe, expect, it } from 'vitest';
import { histogramOf, outline } from './latencies.ts';

describe('the histogram of latencies', () => {
  it('gives each decade the same width, and names them', () => {
    // 0.1 ms to 10 ms in quarters of a decade.
    const { bars, ticks } = histogramOf({ bars: { from: -4, counts: [2, 0, 0, 0, 0, 0, 0, 4] } });
    expect(ticks.map(({ text }) => text)).toEqual(['100 µs', '1 ms', '10 ms', '100 ms']);
    expect(ticks.map(({ left }) => left)).toEqual([0, 1 / 3, 2 / 3, 1]);
    expect(bars).toHaveLength(2);
    expect(bars[0]).toMatchObject({ left: 0, height: 0.5, count: 2 });
    expect(bars[0]!.words).toBe('2 answers from 100 µs to 178 µs');
    expect(bars[1]!.left).toBeCloseTo(1.75 / 3);
    expect(bars[1]!.width).toBeCloseTo(0.25 / 3);
    expect(bars[1]!.words).toBe('4 answers from 5.62 ms to 10.0 ms');
  });

  it('begins at a whole decade', () => {
    const { bars, ticks } = histogramOf({ bars: { from: -1.25, counts: [1, 1] } });
    expect(ticks.map(({ text }) => text)).toEqual(['10 ms', '100 ms', '1 s', '10 s']);
    expect(bars.map(({ left }) => left)).toEqual([0.75 / 3, 1 / 3]);
  });

  it('draws a bar of one answer among thousands so that it can be seen', () => {
    const path = outline(histogramOf({ bars: { from: -3, counts: [10_000, 1] } }), 60, 16);
    expect(path).toBe('M0.0 16v-16.0h4.5V16zM5.0 16v-1.5h4.5V16z');
  });
});
