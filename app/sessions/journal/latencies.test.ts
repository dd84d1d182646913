import { describe, expect, it } from 'vitest';
import { barsADecade, Latencies } from './latencies.ts';

function tripsOf(milliseconds: readonly number[]): Latencies {
  const latencies = new Latencies();
  for (const [at, time] of milliseconds.entries()) latencies.add(time, 2 * at + 1, 2 * at);
  return latencies;
}

describe('Latencies', () => {
  it('says nothing of no answer, and all of one', () => {
    expect(new Latencies().summary()).toBeNull();
    expect(tripsOf([12.3]).summary()).toEqual({
      count: 1,
      median: 0.0123,
      p95: 0.0123,
      slowest: { seconds: 0.0123, line: 1, request: 0 },
      bars: { from: -2, counts: [1] },
    });
  });

  it('has the middle and the slow end within 2 %, and the slowest exactly', () => {
    const times = Array.from({ length: 1000 }, (_, at) => 0.05 * 1.01 ** at);
    const { count, median, p95, slowest } = tripsOf(times).summary()!;
    expect(count).toBe(1000);
    expect(median / (times[499]! / 1000)).toBeCloseTo(1, 1);
    expect(Math.abs(Math.log(median / (times[499]! / 1000)))).toBeLessThan(0.02);
    expect(Math.abs(Math.log(p95 / (times[949]! / 1000)))).toBeLessThan(0.02);
    expect(slowest).toEqual({ seconds: times[999]! / 1000, line: 1999, request: 1998 });
    // Of a few, the slow end is the slowest.
    expect(tripsOf([1, 2, 3.3]).summary()).toMatchObject({ p95: 0.0033 });
  });

  it('draws a bar for each quarter of a decade from the first to the last that holds any', () => {
    // 0.2, 2 and 4 ms, and 1 s.
    const { bars } = tripsOf([0.2, 2, 4, 1000]).summary()!;
    expect(bars.from).toBeCloseTo(-3.75);
    expect(bars.counts).toEqual([1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    expect(bars.counts).toHaveLength(4 * barsADecade);
  });

  it('keeps what is faster or slower than any bar in the last one', () => {
    const { count, bars, slowest, median } = tripsOf([0, 1e9]).summary()!;
    expect(count).toBe(2);
    expect(bars.from).toBe(-6);
    expect(bars.counts).toHaveLength(36);
    expect([bars.counts[0], bars.counts[35]]).toEqual([1, 1]);
    expect(slowest.seconds).toBe(1e6);
    expect(median).toBeLessThan(2e-6);
  });
});
