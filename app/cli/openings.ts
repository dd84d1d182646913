/** `plywire openings`: makes balanced openings, the same ones for the same seed. Loads no host. */
import { gameById } from '../games/registry.ts';
import { seededRandom } from '../games/random.ts';
import { playoutScore, randomOpenings } from '../matches/openings.ts';
import { makeProver } from '../truth/registry.ts';
import { setupOf, type PositionFlags } from './flags.ts';
import type { Output } from './output.ts';

export interface OpeningsFlags extends PositionFlags {
  readonly count: number;
  readonly plies: number;
  readonly srand: number;
  readonly time: number;
  readonly playouts: number;
  readonly balance: number;
}

/** Prints openings, one on each line, that no proof calls lost for a side and that random games do not decide. */
export function openings(output: Output, gameId: string, flags: OpeningsFlags): void {
  const game = gameById(gameId);
  const { count, plies, srand, time, playouts, balance } = flags;
  const setup = setupOf(gameId, flags);
  const prover = makeProver(gameId);
  const random = seededRandom(srand);
  let seen = 0;
  let kept = 0;
  const accepts = (position: unknown): boolean => {
    output.passing(`${kept} of ${count} found, ${++seen} looked at`);
    if (playouts > 0) {
      const score = playoutScore(game, position, playouts, random);
      if (Math.abs(score - 0.5) > balance) return false;
    }
    const until = performance.now() + time * 1000;
    const { verdict } = prover.prove(position, () => performance.now() > until);
    const isOpen = verdict.value === 'unknown' || verdict.value === 'draw';
    if (isOpen) kept++;
    return isOpen;
  };
  const found = randomOpenings(game, setup, { plies, count, random }, accepts);
  output.passing('');
  if (output.json) output.objects(found.map(({ text, moves }) => ({ opening: text, moves })));
  else output.lines(found.map(({ text }) => text));
  if (found.length < count) {
    output.remark(
      `${game.name} has only ${found.length} such openings of ${plies} plies; raise --plies or --balance.`,
    );
  }
}
