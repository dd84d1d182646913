/**
 * The graph of a game of 5000 plies, with two engines and the measures of Quoridor, compared with uPlot alone that draws
 * the same curves without what is proven, mistakes, disagreements and letters.
 */
import type { Page } from 'playwright';
import type { Work } from './graph/page.ts';
import { median, type BenchRow } from './harness.ts';
import { inPage } from './page-host.ts';

const rounds = 5;
/** Milliseconds. */
const target = { of: 'ours', atMost: 10 } as const;

async function measure(page: Page): Promise<BenchRow[]> {
  const figure = (who: 'graph' | 'uPlot', work: Work): Promise<number> =>
    page.evaluate(([who, work]) => window.graphBench!.measure(who, work), [who, work] as const);
  const rows: BenchRow[] = [];
  for (const work of ['draw', 'draw, painted', 'step', 'curves from figures'] as const) {
    const ours: number[] = [];
    const reference: number[] = [];
    const isCompared = work.startsWith('draw');
    for (let round = 0; round <= rounds; round++) {
      const [one, other] = [await figure('graph', work), isCompared ? await figure('uPlot', work) : 0];
      if (round === 0) continue;
      ours.push(one);
      reference.push(other);
    }
    rows.push({
      ...{ work: `graph of 5000 plies: ${work}`, unit: 'ms', ours: median(ours) },
      reference: isCompared ? { name: 'uPlot', value: median(reference) } : null,
      target: isCompared ? target : null,
    });
  }
  return rows;
}

export const run = (): Promise<BenchRow[]> => inPage('graph', 'window.graphBench !== undefined', measure);
