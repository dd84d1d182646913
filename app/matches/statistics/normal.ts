/** The normal distribution, and Brownian motion between two bounds. Pure. */

/** The two-sided 95 % quantile of the normal distribution. */
export const z95 = 1.959963984540054;

/** The complementary error function, to about 1e-14 relative. */
function erfc(x: number): number {
  if (x < 0) return 2 - erfc(-x);
  if (x < 2.5) {
    // Abramowitz and Stegun 7.1.6: all terms are positive, so that nothing cancels.
    let term = x;
    let sum = x;
    for (let n = 1; term > sum * 1e-17; n++) {
      term *= (2 * x * x) / (2 * n + 1);
      sum += term;
    }
    return 1 - (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
  }
  // Abramowitz and Stegun 7.1.14, a continued fraction, from its end.
  let fraction = x;
  for (let k = 60; k >= 1; k--) fraction = x + k / 2 / fraction;
  return Math.exp(-x * x) / Math.sqrt(Math.PI) / fraction;
}

/** The cumulative distribution function of the standard normal distribution. */
export const phi = (x: number): number => erfc(-x / Math.SQRT2) / 2;

/** Brownian motion that starts at 0 and is stopped at `a` < 0 or `b` > 0. */
export interface StoppedMotion {
  readonly a: number;
  readonly b: number;
  /** Drift and variance per unit of time. */
  readonly drift: number;
  readonly variance: number;
}

/**
 * The probability of an outcome that is worse than `y` at time `t`: stopped at `a` earlier, or below. As fishtest's
 * `brownian.py` has it: the exact series, or Siegmund's approximation where it converges slowly.
 */
export function outcomeProbability(motion: StoppedMotion, t: number, y: number): number {
  const { a, b, drift, variance } = motion;
  const width = b - a;
  const gamma = drift / variance;
  const slow = (variance * t) / width ** 2 < 1e-2 || Math.abs(gamma * width) > 15;
  const value = slow ? siegmund(motion, t, y) : series(motion, t, y);
  return Math.min(1, Math.max(0, value));
}

function series({ a, b, drift, variance }: StoppedMotion, t: number, y: number): number {
  const width = b - a;
  const x = -a;
  const height = y - a;
  const gamma = drift / variance;
  const rate = (n: number): number =>
    (((n * Math.PI) / width) ** 2 * variance) / 2 + drift ** 2 / variance / 2;
  const first = Math.exp(-rate(1) * t - x * gamma + height * gamma);
  let sum = 0;
  for (let n = 1; n < 10_000; n++) {
    const decay = Math.exp(-(rate(n) - rate(1)) * t);
    const angle = (Math.PI * n * height) / width;
    const primitive =
      (2 * width * gamma * Math.sin(angle) - 2 * Math.PI * n * Math.cos(angle)) /
      (width ** 2 * gamma ** 2 + Math.PI ** 2 * n ** 2);
    sum += decay * primitive * Math.sin((n * Math.PI * x) / width);
    if (Math.abs(first * decay * primitive) <= 1e-9) break;
  }
  const wide = gamma * width;
  const before =
    wide > 30
      ? Math.exp(-2 * gamma * x)
      : Math.abs(wide) < 1e-8
        ? (width - x) / width
        : (1 - Math.exp(2 * gamma * (width - x))) / (1 - Math.exp(2 * wide));
  return before + first * sum;
}

function siegmund({ a, b, drift, variance }: StoppedMotion, t: number, y: number): number {
  const spread = Math.sqrt(t * variance);
  const offset = drift * t;
  const gamma = drift / variance;
  const z = (y - offset) / spread;
  const reflected = (bound: number, at: number): number =>
    gamma * bound >= 5
      ? (-Math.exp(-(at ** 2) / 2 + 2 * gamma * bound) / Math.sqrt(2 * Math.PI)) * (1 / at - 1 / at ** 3)
      : Math.exp(2 * gamma * bound) * phi(at);
  const below = reflected(a, (-y + offset + 2 * a) / spread);
  const above = reflected(b, (y - offset - 2 * b) / spread);
  return phi(z) + below - above;
}
