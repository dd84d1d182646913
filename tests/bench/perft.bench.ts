/** The rules with immutable positions, compared with bare counting on one array. */
import { connect4 } from '../../app/games/connect4/index.ts';
import { perft } from '../../app/games/perft.ts';
import { compare, perSecond, type BenchRow } from './harness.ts';

const depth = 8;
/** Perft 8 of Connect Four on 7x6: 1, 7, 49, … 5 673 234. */
const nodes = 5_673_234;

const width = 7;
const height = 6;

/** Whether a stone in `column` completes four, looking only around that stone. */
function completesFour(board: Uint8Array, column: number, row: number, stone: number): boolean {
  for (const [dx, dy] of [
    [1, 0],
    [0, 1],
    [1, 1],
    [1, -1],
  ] as const) {
    let run = 1;
    for (const sign of [1, -1]) {
      let x = column + sign * dx;
      let y = row + sign * dy;
      while (x >= 0 && x < width && y >= 0 && y < height && board[y * width + x] === stone) {
        run++;
        x += sign * dx;
        y += sign * dy;
      }
    }
    if (run >= 4) return true;
  }
  return false;
}

function barePerft(board: Uint8Array, fill: Uint8Array, stone: 1 | 2, plies: number): number {
  let count = 0;
  for (let column = 0; column < width; column++) {
    const row = fill[column]!;
    if (row === height) continue;
    if (plies === 1) {
      count++;
      continue;
    }
    board[row * width + column] = stone;
    fill[column] = row + 1;
    if (!completesFour(board, column, row, stone))
      count += barePerft(board, fill, stone === 1 ? 2 : 1, plies - 1);
    board[row * width + column] = 0;
    fill[column] = row;
  }
  return count;
}

function expectNodes(counted: number): void {
  if (counted !== nodes) throw new Error(`perft ${depth} counted ${counted} instead of ${nodes}`);
}

export async function run(): Promise<BenchRow[]> {
  return [
    await compare({
      work: `perft ${depth} of Connect Four`,
      unit: 'nodes/s',
      rounds: 3,
      ours: () => perSecond(nodes, () => expectNodes(perft(connect4, connect4.initial(), depth))),
      reference: {
        name: 'one mutable array',
        measure: () =>
          perSecond(nodes, () => {
            expectNodes(barePerft(new Uint8Array(width * height), new Uint8Array(width), 1, depth));
          }),
      },
      target: { of: 'ours', atLeast: 1_000_000 },
    }),
  ];
}
