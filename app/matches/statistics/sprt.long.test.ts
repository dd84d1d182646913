import { expect, it } from 'vitest';
import { seededRandom } from '../../games/random.ts';
import { sprtOf, type SprtPlan } from './sprt.ts';
import { distributionOf, momentsOf, nEloScale, scoreOfElo } from './scores.ts';

/** Pair results of two engines, as probabilities of LL, LD, WL+DD, WD, WW, shifted to a mean. */
function shiftedTo(shape: readonly number[], wanted: (variance: number) => number): number[] {
  const { scores } = distributionOf(shape);
  let tilt = 0;
  let probabilities = [...shape];
  for (let round = 0; round < 200; round++) {
    const weights = shape.map((share, at) => share * Math.exp(tilt * scores[at]!));
    const sum = weights.reduce((before, weight) => before + weight, 0);
    probabilities = weights.map((weight) => weight / sum);
    const { mean, variance } = momentsOf(scores, probabilities);
    tilt += (wanted(variance) - mean) / variance;
  }
  return probabilities;
}

/** The share of simulated tests that end as H1. */
function passes(probabilities: readonly number[], plan: SprtPlan, tests: number): number {
  const random = seededRandom(20_240_229);
  let passed = 0;
  for (let test = 0; test < tests; test++) {
    const counts = probabilities.map(() => 0);
    for (let pair = 0; ; pair++) {
      let at = random();
      let cell = 0;
      while (cell < counts.length - 1 && at >= probabilities[cell]!) at -= probabilities[cell++]!;
      counts[cell]!++;
      const { verdict } = sprtOf(counts, plan);
      if (verdict === 'continue') continue;
      if (verdict === 'H1') passed++;
      break;
    }
  }
  return passed / tests;
}

const tests = 10_000;
/** Three standard errors above 5 %. */
const tolerated = 0.05 + 3 * Math.sqrt((0.05 * 0.95) / tests);

it.each([
  ['without draws', 'normalized', 40, [0.15, 0, 0.7, 0, 0.15]],
  ['with draws', 'logistic', 30, [0.05, 0.2, 0.5, 0.2, 0.05]],
] as const)('10 000 simulated tests %s, %s, keep alpha and beta', (_, model, elo1, shape) => {
  const plan: SprtPlan = { elo0: 0, elo1, alpha: 0.05, beta: 0.05, model };
  const scoreAt =
    (elo: number) =>
    (variance: number): number =>
      model === 'logistic' ? scoreOfElo(elo) : 0.5 + (elo / nEloScale) * Math.sqrt(2 * variance);
  expect(passes(shiftedTo(shape, scoreAt(plan.elo0)), plan, tests)).toBeLessThan(tolerated);
  expect(1 - passes(shiftedTo(shape, scoreAt(plan.elo1)), plan, tests)).toBeLessThan(tolerated);
});
