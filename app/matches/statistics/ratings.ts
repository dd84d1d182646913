/**
 * Ratings of many players from one match: Bradley-Terry by maximum likelihood, with one virtual draw for each pair that
 * met, and errors by parametric bootstrap, as Ordo does. Resampling the games would give no error at 10:0. Pure.
 */
import { z95 } from './normal.ts';

/** What `first` scored against `second`. */
export interface Encounter {
  /** Indices of players. */
  readonly first: number;
  readonly second: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
}

export interface Rating {
  /** Logistic Elo; the average of all that met another is 0. */
  readonly elo: number;
  /** Half of the 95 % interval; null for one without games. */
  readonly error: number | null;
}

export interface Ratings {
  readonly players: readonly Rating[];
  /** `superior[a][b]`: the probability that a is stronger than b, from the bootstrap; null on the diagonal. */
  readonly superior: readonly (readonly (number | null)[])[];
}

export interface RatingOptions {
  /** From 0 to 1, for the bootstrap. */
  readonly random: () => number;
  /** Simulations of the whole match. */
  readonly simulations?: number;
}

const usualSimulations = 1000;

/** Elo per unit of the natural logarithm of odds. */
const eloPerLogit = 400 / Math.LN10;

export function ratingsOf(
  players: number,
  encounters: readonly Encounter[],
  { random, simulations = usualSimulations }: RatingOptions,
): Ratings {
  const met = mergedPairs(encounters);
  const fitted = fit(players, met.map(scored));
  const drawRate = shareOfDraws(met);
  const samples = Array.from({ length: simulations }, () =>
    fit(
      players,
      met.map((pair) => simulated(pair, fitted, drawRate, random)),
      fitted,
    ),
  );
  const known = new Set(met.flatMap(({ first, second }) => [first, second]));
  return {
    players: fitted.map((strength, at) => ({
      elo: strength * eloPerLogit,
      error: known.has(at) ? z95 * deviation(samples.map((sample) => sample[at]!)) * eloPerLogit : null,
    })),
    superior: fitted.map((_, a) =>
      fitted.map((_, b) => {
        if (a === b) return null;
        const above = samples.reduce(
          (sum, sample) => sum + (sample[a]! > sample[b]! ? 1 : sample[a] === sample[b] ? 0.5 : 0),
          0,
        );
        return above / samples.length;
      }),
    ),
  };
}

/** One entry for each two players, so that there is one virtual draw for each. */
function mergedPairs(encounters: readonly Encounter[]): readonly Encounter[] {
  const pairs = new Map<string, Encounter>();
  for (const { first, second, wins, draws, losses } of encounters) {
    const swap = first > second;
    const [low, high] = swap ? [second, first] : [first, second];
    const key = `${low} ${high}`;
    const before = pairs.get(key) ?? { first: low, second: high, wins: 0, draws: 0, losses: 0 };
    pairs.set(key, {
      ...before,
      wins: before.wins + (swap ? losses : wins),
      draws: before.draws + draws,
      losses: before.losses + (swap ? wins : losses),
    });
  }
  return [...pairs.values()].filter(({ wins, draws, losses }) => wins + draws + losses > 0);
}

interface Scored {
  readonly first: number;
  readonly second: number;
  readonly games: number;
  /** Points of `first`. */
  readonly score: number;
}

/** With the virtual draw. */
const scored = ({ first, second, wins, draws, losses }: Encounter): Scored => ({
  first,
  second,
  games: wins + draws + losses + 1,
  score: wins + draws / 2 + 0.5,
});

function shareOfDraws(pairs: readonly Encounter[]): number {
  const games = pairs.reduce((sum, { wins, draws, losses }) => sum + wins + draws + losses, 0);
  return games === 0 ? 0 : pairs.reduce((sum, { draws }) => sum + draws, 0) / games;
}

function simulated(
  { first, second, wins, draws, losses }: Encounter,
  strengths: readonly number[],
  drawRate: number,
  random: () => number,
): Scored {
  const expected = logistic(strengths[first]! - strengths[second]!);
  const draw = Math.min(4 * drawRate * expected * (1 - expected), 2 * Math.min(expected, 1 - expected));
  const win = expected - draw / 2;
  const games = wins + draws + losses;
  let score = 0;
  for (let game = 0; game < games; game++) {
    const at = random();
    score += at < win ? 1 : at < win + draw ? 0.5 : 0;
  }
  return { first, second, games: games + 1, score: score + 0.5 };
}

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

/**
 * The likeliest strengths in logits, with the average 0: Newton's method for one player after the other, which always
 * converges since each score lies between 0 and the number of games.
 */
function fit(
  players: number,
  pairs: readonly Scored[],
  start: readonly number[] = Array.from({ length: players }, () => 0),
): number[] {
  const of = Array.from({ length: players }, (): { other: number; games: number; score: number }[] => []);
  for (const { first, second, games, score } of pairs) {
    of[first]!.push({ other: second, games, score });
    of[second]!.push({ other: first, games, score: games - score });
  }
  const strengths = [...start];
  for (let round = 0; round < 1000; round++) {
    let change = 0;
    for (let at = 0; at < players; at++) {
      if (of[at]!.length === 0) continue;
      let gradient = 0;
      let curvature = 0;
      for (const { other, games, score } of of[at]!) {
        const expected = logistic(strengths[at]! - strengths[other]!);
        gradient += score - games * expected;
        curvature += games * expected * (1 - expected);
      }
      const move = Math.max(-1, Math.min(1, gradient / curvature));
      strengths[at] = strengths[at]! + move;
      change = Math.max(change, Math.abs(move));
    }
    if (change < 1e-8) break;
  }
  const met = strengths.filter((_, at) => of[at]!.length > 0);
  const average = met.reduce((sum, strength) => sum + strength, 0) / Math.max(1, met.length);
  return strengths.map((strength, at) => (of[at]!.length > 0 ? strength - average : 0));
}

function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}
