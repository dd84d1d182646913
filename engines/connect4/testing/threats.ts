/**
 * How often a level overlooks a threat: positions in which exactly one column is right, for a four that is this many
 * plies away, and the number of the levels' wrong choices in them.
 */
import type { Connect4Position } from '../../../app/games/connect4/index.ts';
import { Connect4SearchBoard } from '../board.ts';
import { seatWeights, isDecisive, pliesOf, win } from '../evaluate.ts';
import { levelDepth, seenAtLevel } from '../levels.ts';
import { seededRandom } from '../../../app/games/random.ts';
import { bestOf, search, type Iteration } from '../search.ts';
import { centreFirst } from '../settings.ts';
import { Table } from '../table.ts';
import { playedPosition } from './positions.ts';

/** In plies: the mover's own fours at odd ones, the opponent's at even ones. */
export const threatDistances = [1, 2, 3, 4, 5, 6] as const;

/** Level 10 overlooks nothing: it solves the board. */
export const measuredLevels = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** The number that the stated figures were measured with. */
export const positionsEach = 24;
export const choicesEach = 50;

export interface Threat {
  readonly position: Connect4Position;
  /** The only column that makes the four, or that avoids it. */
  readonly right: number;
}

const order = centreFirst(7);
const table = new Table(8);

/** Of one search with exact values for each column. */
export function iterationsOf(position: Connect4Position, depth: number): Iteration[] {
  const board = new Connect4SearchBoard(position);
  const iterations: Iteration[] = [];
  table.clear();
  search({
    board,
    table,
    columns: order.filter((column) => board.canPlay(column)),
    order,
    weights: seatWeights('Normal', position.mover),
    salt: 0,
    maxDepth: depth,
    everyColumn: true,
    extend: false,
    shouldStop: () => false,
    onIteration: (iteration) => iterations.push(iteration),
  });
  return iterations;
}

/**
 * The only right column in the face of a four in `plies` plies, or null. Only this column forces an own four in as many
 * plies or fewer; the opponent's four comes no later after any other column, and in exactly as many plies after at
 * least three of them.
 */
export function rightColumn(position: Connect4Position, plies: number): number | null {
  const { values } = iterationsOf(position, plies).at(-1)!;
  const within = values.filter(({ value }) => isDecisive(value) && pliesOf(value) <= plies);
  if (plies % 2 === 1) {
    const wins = within.filter(({ value }) => value > 0);
    return wins.length === 1 && wins[0]!.value === win - plies ? wins[0]!.column : null;
  }
  const lost = within.filter(({ value }) => value < 0);
  if (lost.length !== within.length || lost.length !== values.length - 1) return null;
  if (lost.filter(({ value }) => value === plies - win).length < 3) return null;
  return values.find((entry) => !lost.includes(entry))!.column;
}

/** Positions of 6 to 26 random stones on the usual board, the same in every run. */
export function threatsAt(plies: number, count: number): Threat[] {
  const random = seededRandom(1000 + plies);
  const threats: Threat[] = [];
  while (threats.length < count) {
    const position = playedPosition(random, 7, 6, 6 + Math.floor(random() * 21));
    const right = rightColumn(position, plies);
    if (right !== null) threats.push({ position, right });
  }
  return threats;
}

/**
 * How many of `choices` choices in each of the positions are wrong.
 * @param series selects other random numbers
 */
export function overlooked(level: number, threats: readonly Threat[], choices: number, series = 0): number {
  let count = 0;
  threats.forEach(({ position, right }, index) => {
    const iterations = iterationsOf(position, levelDepth(level));
    const random = seededRandom((series * 1000 + index) * 16 + level);
    for (let choice = 0; choice < choices; choice++) {
      if (bestOf(seenAtLevel(level, iterations, random)).column !== right) count++;
    }
  });
  return count;
}
