import { describe, expect, it } from 'vitest';
import { intervalOf, llrOf, type Model } from './llr.ts';
import { estimateOf } from './scores.ts';
import { faultInPlan, sprtOf, statisticsOf, unbiasedElo } from './sprt.ts';

const plan = (elo0: number, elo1: number, model: Model) => ({ elo0, elo1, alpha: 0.05, beta: 0.05, model });

describe('the log-likelihood ratio', () => {
  // fastchess, app/tests/sprt_test.cpp: losses, draws, wins, or LL, LD, WL+DD, WD, WW.
  it.each<[number[], number, number, Model, number]>([
    [[36027, 68692, 36433], 0, 2, 'normalized', 0.92],
    [[10650, 20431, 10871], -1.75, 0.25, 'normalized', 2.3],
    [[0, 0, 4250], 0, 10, 'normalized', 120.56],
    [[21184, 40708, 21404], 0.5, 2.5, 'logistic', -1.57],
    [[57030, 106593, 57433], 0, 2, 'logistic', -2.59],
    [[365, 16618, 36229, 16974, 390], 0, 2, 'normalized', 2.25],
    [[127, 4883, 10712, 5150, 104], -1.75, 0.25, 'normalized', 3.01],
    [[0, 0, 0, 0, 5550], 0, 5, 'normalized', 111.82],
    [[223, 9863, 21279, 10037, 246], 0.5, 2.5, 'logistic', -3.07],
    [[871, 26175, 55983, 26678, 821], 0, 2, 'logistic', -4.98],
  ])('of %j for [%d, %d] %s is that of fastchess', (counts, elo0, elo1, model, published) => {
    expect(Math.abs(llrOf(counts, elo0, elo1, model) - published)).toBeLessThan(
      0.01 * (1 + Math.abs(published)),
    );
  });

  // fishtest, LLRcalc.py, run on these counts.
  it.each<[number[], number, number, Model, number]>([
    [[39, 2226, 31451, 2412, 40], 0.2, 0.9, 'logistic', 2.1625425800483593],
    [[39, 2226, 31451, 2412, 40], 0.764, 3.439, 'normalized', 2.162940869584568],
    [[10789, 19328, 33806, 19402, 10543], -3, 1, 'logistic', 2.1310678117940807],
    [[10, 20, 50, 35, 15], 0, 5, 'normalized', 0.4348155634790918],
    [[150, 20, 230], 0, 5, 'normalized', 1.1397676029327015],
    [[150, 20, 230], 0, 5, 'logistic', 1.1683792289569062],
  ])('of %j for [%d, %d] %s is that of fishtest', (counts, elo0, elo1, model, published) => {
    expect(llrOf(counts, elo0, elo1, model)).toBeCloseTo(published, 8);
  });

  it('moves without any draw', () => {
    for (const model of ['logistic', 'normalized'] as const) {
      expect(llrOf([20, 0, 80], 0, 10, model)).toBeGreaterThan(0.5);
      expect(llrOf([80, 0, 20], 0, 10, model)).toBeLessThan(-0.5);
    }
  });
});

describe('the estimates', () => {
  // fastchess, app/tests/elo_test.cpp.
  it.each([
    [[89, 123, 76], -20.76, 40.13, 0.1553],
    [[96, 111, 136], 49.77, 36.77, 0.996],
    [[34, 54, 63, 64, 75], 57.94, 28.28, 1],
    [[332, 433, 498, 333, 334], -9.17, 10.96, 0.0505],
    [[7895, 8757, 5685, 568, 9999], -19.01, 2.65, 0],
  ])('of %j are those of fastchess', (counts, nelo, neloError, los) => {
    const found = estimateOf(counts);
    expect(found.nelo).toBeCloseTo(nelo, 1);
    expect(found.neloError).toBeCloseTo(neloError, 1);
    expect(found.los).toBeCloseTo(los, 3);
  });

  it.each([
    [[96, 111, 136], 40.7, 30.43],
    [[34, 54, 63, 64, 75], 55.58, 27.65],
    [[332, 433, 498, 333, 334], -8.64, 10.33],
    [[7895, 8757, 5685, 568, 9999], -21.04, 2.95],
  ])('of %j have the Elo of fastchess', (counts, elo, eloError) => {
    const found = estimateOf(counts);
    expect(found.elo).toBeCloseTo(elo, 1);
    expect(found.eloError).toBeCloseTo(eloError, 1);
  });

  it('after a test are the median-unbiased ones of fishtest', () => {
    // sprt.py, run on these counts.
    const small = unbiasedElo([39, 2226, 31451, 2412, 40], plan(0.2, 0.9, 'logistic'));
    expect(small.elo).toBeCloseTo(0.8651827882599539, 6);
    expect(small.low).toBeCloseTo(0.1683070591217059, 6);
    expect(small.high).toBeCloseTo(1.5405993355073948, 6);
    const mixed = unbiasedElo([10789, 19328, 33806, 19402, 10543], plan(-3, 1, 'logistic'));
    expect(mixed.elo).toBeCloseTo(-0.9925365594552715, 6);
    const pairs = unbiasedElo([10, 20, 50, 35, 15], plan(0, 5, 'normalized'));
    expect(pairs.low).toBeCloseTo(1.3096499560622559, 5);
    expect(pairs.high).toBeCloseTo(66.2980383187929, 5);
    // Ten pairs won: the upper end and the middle lie beyond every figure.
    const won = unbiasedElo([0, 0, 0, 0, 10], plan(0, 100, 'normalized'));
    expect(won).toEqual({ elo: null, low: expect.closeTo(473.9, 0) as number, high: null });
  });
});

describe('the likelihood interval', () => {
  it('has an open end where all games ended alike', () => {
    const one = intervalOf([0, 0, 1]);
    expect(one.eloLow).toBeCloseTo(-307.5, 0);
    expect(one.eloHigh).toBeNull();
    const fifty = intervalOf([0, 0, 50]);
    expect(fifty.eloLow).toBeCloseTo(562, 0);
    expect(fifty.eloHigh).toBeNull();
    expect(intervalOf([7, 0, 0, 0, 0]).eloLow).toBeNull();
  });

  it('does not shrink to nothing where all pairs ended 1-1', () => {
    const { eloLow, eloHigh } = intervalOf([0, 0, 10, 0, 0]);
    expect(eloHigh).toBeCloseTo(61.6, 0);
    expect(eloLow).toBeCloseTo(-eloHigh!, 6);
  });

  it('agrees with the normal interval of many games', () => {
    const counts = [4100, 2000, 3900];
    const { elo, eloError } = estimateOf(counts);
    const { eloLow, eloHigh } = intervalOf(counts);
    expect(eloLow).toBeCloseTo(elo - eloError, 1);
    expect(eloHigh).toBeCloseTo(elo + eloError, 1);
  });
});

it('is finite at every score up to eight games, in both models', () => {
  const finite = (counts: number[]): void => {
    for (const model of ['logistic', 'normalized'] as const) {
      const { eloLow, eloHigh, verdict, ...numbers } = statisticsOf(counts, plan(0, 5, model));
      for (const [name, number] of Object.entries(numbers)) {
        expect(Number.isFinite(number), `${name} of ${counts.join()} ${model}`).toBe(true);
      }
      for (const end of [eloLow, eloHigh]) expect(end === null || Number.isFinite(end)).toBe(true);
      expect(['H0', 'H1', 'continue']).toContain(verdict);
    }
  };
  for (let wins = 0; wins <= 8; wins += 2) {
    for (let draws = 0; draws + wins <= 8; draws += 2) {
      for (let losses = 0; wins + draws + losses <= 8; losses += 2) finite([losses, draws, wins]);
    }
    for (let ties = 0; ties + wins <= 4; ties++) finite([0, 0, ties, 0, wins]);
  }
  for (const counts of [
    [0, 0, 0],
    [0, 0, 0, 0, 0],
    [100_000, 0, 0],
    [0, 0, 0, 0, 100_000],
  ])
    finite(counts);
});

it('is defined for wide bounds of normalized Elo', () => {
  for (const elo of [100, 300, 500, 1000]) {
    const { llr } = sprtOf([2, 1, 4, 3, 5], plan(-elo, elo, 'normalized'));
    expect(Number.isFinite(llr)).toBe(true);
    expect(llr).toBeGreaterThan(0);
  }
});

it('ends at its bounds', () => {
  expect(sprtOf([0, 0, 0, 0, 0], plan(0, 5, 'normalized'))).toEqual({
    llr: 0,
    lower: -2.9444389791664403,
    upper: 2.9444389791664403,
    verdict: 'continue',
  });
  expect(sprtOf([0, 0, 0, 0, 5550], plan(0, 5, 'normalized')).verdict).toBe('H1');
  expect(sprtOf([871, 26175, 55983, 26678, 821], plan(0, 2, 'logistic')).verdict).toBe('H0');
});

it('says why a test cannot be planned', () => {
  expect(faultInPlan(plan(0, 5, 'logistic'))).toBeNull();
  expect(faultInPlan(plan(5, 5, 'logistic'))).toContain('less than');
  expect(faultInPlan(plan(Number.NaN, 5, 'logistic'))).toContain('between -1000 and 1000');
  expect(faultInPlan({ ...plan(0, 5, 'logistic'), alpha: 0 })).toContain('between 0 and 1');
  expect(faultInPlan({ ...plan(0, 5, 'logistic'), alpha: 0.6, beta: 0.5 })).toContain('less than 1');
});
