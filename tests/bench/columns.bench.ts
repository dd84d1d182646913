/**
 * How long the truth takes to prove all columns of random positions of Connect Four, equally many of each number of
 * stones. Processor time, which excludes other programs. The short form asks about fewer positions, and its tail says
 * little; the long one takes some minutes.
 */
import { connect4, type Connect4Position } from '../../app/games/connect4/index.ts';
import { seededRandom } from '../../app/games/random.ts';
import { makeProver } from '../../app/truth/registry.ts';
import { playedPosition } from '../../engines/connect4/testing/positions.ts';
import { long, percentile, type BenchRow, type Target } from './harness.ts';

const positions = long ? 10_000 : 420;
const stones = 42;
const second = 1000;
const share = 0.999;

/** Positions of random games that are not over, a different one each time where the random numbers differ. */
function positionOf(random: () => number, count: number): Connect4Position {
  for (;;) {
    const position = playedPosition(random, 7, 6, count);
    if (position.tops.reduce((sum, top) => sum + top, 0) === count) return position;
  }
}

export function run(): BenchRow[] {
  const random = seededRandom(19);
  const prover = makeProver('connect4');
  const times: number[] = [];
  const slow = new Map<number, number>();
  for (let asked = 0; asked < positions; asked++) {
    const count = asked % stones;
    const position = positionOf(random, count);
    const before = process.cpuUsage();
    const { moves } = prover.prove(position, () => false);
    const { user, system } = process.cpuUsage(before);
    if (moves.some(({ verdict }) => verdict.value === 'unknown')) {
      throw new Error(`not every column of ${connect4.positionText(position)} is proven`);
    }
    const milliseconds = (user + system) / 1000;
    times.push(milliseconds);
    if (milliseconds > second) slow.set(count, (slow.get(count) ?? 0) + 1);
  }
  for (const [count, some] of [...slow].toSorted(([one], [other]) => one - other)) {
    console.log(`  over 1 s: ${some} of about ${Math.round(positions / stones)} with ${count} stones`);
  }
  const within = times.filter((time) => time <= second).length / positions;
  const row = (what: string, ours: number, unit = 'ms', target: Target | null = null): BenchRow => ({
    work: `Connect Four, all columns of ${positions} random positions, ${what}`,
    unit,
    ours,
    reference: null,
    target,
  });
  return [
    row('within 1 s', 100 * within, '%', { of: 'ours', atLeast: 100 * share }),
    row('median', percentile(times, 0.5)),
    row('99 %', percentile(times, 0.99)),
    row('99.9 %', percentile(times, share), 'ms', { of: 'ours', atMost: second }),
    row('worst', percentile(times, 1)),
  ];
}
