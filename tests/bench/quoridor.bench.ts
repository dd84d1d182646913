/**
 * Quoridor's rules compared with the same rules using a flood fill for both pawns, over the same bit masks, for every
 * wall that fits.
 */
import {
  goalRow,
  HORIZONTAL,
  inTheWay,
  Maze,
  pawnMoves,
  quoridor,
  VERTICAL,
  wallMove,
  type QuoridorPosition,
} from '../../app/games/quoridor/index.ts';
import { perft } from '../../app/games/perft.ts';
import { Random } from '../../app/protocols/testing/random.ts';
import { compare, perSecond, type BenchRow } from './harness.ts';

const depth = 3;
/** Perft 3 of 9x9 with ten walls each: 131, 16 677, 2 062 264. */
const nodes = 2_062_264;

function plainMoves(position: QuoridorPosition): readonly number[] {
  const { size, walls, pawns, wallsLeft, mover } = position;
  if (quoridor.result(position)) return [];
  const legal = [...pawnMoves(position)];
  if (wallsLeft[mover] === 0) return legal;
  const maze = new Maze(size);
  maze.load(walls);
  for (let centre = 0; centre < walls.length; centre++) {
    for (const orientation of [HORIZONTAL, VERTICAL]) {
      if (inTheWay(size, walls, centre, orientation) >= 0) continue;
      maze.put(centre, orientation);
      const ways = ([0, 1] as const).every((seat) => maze.path(pawns[seat], goalRow(size, seat)) !== null);
      maze.lift(centre, orientation);
      if (ways) legal.push(wallMove(size, centre, orientation));
    }
  }
  return legal;
}

/** The positions of random games, about three walls to a step. */
function positionsOf(size: number, games: number): readonly QuoridorPosition[] {
  const random = new Random(size);
  const positions: QuoridorPosition[] = [];
  for (let game = 0; game < games; game++) {
    let position = quoridor.initial({ size });
    for (let ply = 0; ply < 3 * size; ply++) {
      const legal = quoridor.moves(position);
      if (legal.length === 0) break;
      const walls = legal.filter((move) => move >= size * size);
      position = quoridor.play(
        position,
        walls.length > 0 && ply % 4 !== 0 ? random.pick(walls) : random.pick(legal),
      );
      positions.push(position);
    }
  }
  return positions;
}

async function listing(size: number, games: number): Promise<BenchRow> {
  const positions = positionsOf(size, games);
  const count = (movesOf: (position: QuoridorPosition) => readonly number[]): number =>
    positions.reduce((sum, position) => sum + movesOf(position).length, 0);
  const expected = count(plainMoves);
  const measure = (times: number, movesOf: (position: QuoridorPosition) => readonly number[]) => () =>
    perSecond(times * positions.length, () => {
      for (let time = 0; time < times; time++) {
        const counted = count(movesOf);
        if (counted !== expected) throw new Error(`${counted} moves were listed instead of ${expected}`);
      }
    });
  return compare({
    work: `all moves of a Quoridor position, ${size}x${size}`,
    unit: 'positions/s',
    rounds: 3,
    ours: measure(50, (position) => quoridor.moves(position)),
    reference: { name: 'flood fill on every wall', measure: measure(1, plainMoves) },
    target: { of: 'ratio', atLeast: 5 },
  });
}

export async function run(): Promise<BenchRow[]> {
  const expectNodes = (counted: number): void => {
    if (counted !== nodes) throw new Error(`perft ${depth} counted ${counted} instead of ${nodes}`);
  };
  const plain = { ...quoridor, moves: plainMoves };
  return [
    await compare({
      work: `perft ${depth} of Quoridor, 9x9`,
      unit: 'nodes/s',
      rounds: 3,
      ours: () => perSecond(nodes, () => expectNodes(perft(quoridor, quoridor.initial(), depth))),
      reference: {
        name: 'flood fill on every wall',
        measure: () => perSecond(nodes, () => expectNodes(perft(plain, quoridor.initial(), depth))),
      },
      target: { of: 'ours', atLeast: 1_000_000 },
    }),
    await listing(9, 20),
    await listing(25, 2),
  ];
}
