/** The rules of nine men's morris as everybody uses them (immutable positions), beside bare counting on two masks. */
import { ALL, inMill, lowest, morris, takeable } from '../../app/games/morris/index.ts';
import { perft } from '../../app/games/perft.ts';
import { compare, perSecond, type BenchRow } from './harness.ts';

const depth = 5;
/** Perft 5: 24, 552, 12 144, 255 024, 5 140 800. */
const nodes = 5_140_800;

/** Placing alone, which is all that five plies from the start are. */
function barePerft(own: number, enemy: number, plies: number): number {
  if (plies === 0) return 1;
  let found = 0;
  for (let left = ALL & ~(own | enemy); left !== 0; left &= left - 1) {
    const to = lowest(left);
    const men = own | (1 << to);
    if (enemy === 0 || !inMill(own, to)) found += barePerft(enemy, men, plies - 1);
    else {
      for (let targets = takeable(enemy); targets !== 0; targets &= targets - 1) {
        found += barePerft(enemy & ~(1 << lowest(targets)), men, plies - 1);
      }
    }
  }
  return found;
}

function expectNodes(counted: number): void {
  if (counted !== nodes) throw new Error(`perft ${depth} counted ${counted} instead of ${nodes}`);
}

export async function run(): Promise<BenchRow[]> {
  return [
    await compare({
      work: `perft ${depth} of nine men's morris`,
      unit: 'nodes/s',
      rounds: 3,
      ours: () => perSecond(nodes, () => expectNodes(perft(morris, morris.initial(), depth))),
      reference: {
        name: 'two masks',
        measure: () => perSecond(nodes, () => expectNodes(barePerft(0, 0, depth))),
      },
      target: { of: 'ours', atLeast: 3_000_000 },
    }),
  ];
}
