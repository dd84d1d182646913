/**
 * The Game of Stones' rules compared with a plain generator: the protocol's matrix, lines walked by coordinates, whole
 * copies.
 */
import { boardRows, START, stones } from '../../app/games/stones/index.ts';
import { perft } from '../../app/games/perft.ts';
import { compare, perProcessorSecond, type BenchRow } from './harness.ts';

const depth = 4;
/** Perft 4: 42, 1797, 260 556, 11 010 135. */
const nodes = 11_010_135;

type State = readonly (readonly number[])[];

/** The next action: the only one of White's first turn, or the first or the second of a turn. */
type Action = 'opening' | 'first' | 'second';

const steps = [
  ...([[0, -1] as const, [0, 1] as const, [1, 0] as const] as const),
  ...([[-1, 0] as const, [1, 1] as const, [-1, -1] as const] as const),
];

const exists = (x: number, y: number): boolean =>
  x >= 0 && x < 9 && y >= 0 && y < 9 && Math.abs(x - y) < 5 && (x !== 4 || y !== 4);

const height = (stone: number): number => Math.abs(stone) >> 2;

/** Every board that results from an action of `owner`. */
function plainBoards(state: State, owner: 1 | -1, action: Action): State[] {
  const boards: State[] = action === 'second' ? [state] : [];
  for (let y = 0; y < 9; y++) {
    for (let x = 0; x < 9; x++) {
      const stone = state[y]![x]!;
      if (stone * owner <= 0) continue;
      for (const [stepX, stepY] of steps) {
        let [toX, toY] = [x + stepX, y + stepY];
        while (exists(toX, toY) && state[toY]![toX] === 0) [toX, toY] = [toX + stepX, toY + stepY];
        if (!exists(toX, toY)) continue;
        const other = state[toY]![toX]!;
        const attacks = other * owner < 0;
        if (attacks ? height(other) > height(stone) : action !== 'second') continue;
        const next = state.map((row) => [...row]);
        next[y]![x] = 0;
        next[toY]![toX] = attacks ? stone : stone + owner * 4 * height(other);
        boards.push(next);
      }
    }
  }
  return boards;
}

function isLost(state: State, owner: 1 | -1): boolean {
  const types = new Set<number>();
  for (const row of state) for (const stone of row) if (stone * owner > 0) types.add(Math.abs(stone) & 3);
  return types.size < 3;
}

function plainPerft(state: State, owner: 1 | -1, action: Action, plies: number): number {
  if (plies === 0) return 1;
  if (isLost(state, 1) || isLost(state, -1)) return 0;
  const boards = plainBoards(state, owner, action);
  if (plies === 1) return boards.length;
  const [next, then]: [1 | -1, Action] =
    action === 'first' ? [owner, 'second'] : [owner === 1 ? -1 : 1, 'first'];
  return boards.reduce((sum, board) => sum + plainPerft(board, next, then, plies - 1), 0);
}

function expectNodes(counted: number): void {
  if (counted !== nodes) throw new Error(`perft ${depth} counted ${counted} instead of ${nodes}`);
}

export async function run(): Promise<BenchRow[]> {
  return [
    await compare({
      work: `perft ${depth} of the Game of Stones`,
      unit: 'nodes/s of processor time',
      rounds: 3,
      ours: () => perProcessorSecond(nodes, () => expectNodes(perft(stones, stones.initial(), depth))),
      reference: {
        name: 'copied matrices',
        measure: () =>
          perProcessorSecond(nodes, () => expectNodes(plainPerft(boardRows(START), 1, 'opening', depth))),
      },
      target: { of: 'ours', atLeast: 3_000_000 },
    }),
  ];
}
