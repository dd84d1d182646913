import type { Game, SetupField } from '../game.ts';
import { completeSetup } from '../setup.ts';
import {
  MAX_SIZE,
  MIN_SIZE,
  defaultWalls,
  initial,
  MAX_WALLS,
  result,
  SEATS,
  wallsPlaced,
  type QuoridorPosition,
} from './board.ts';
import { editor } from './editor.ts';
import { geometry } from './geometry.ts';
import { measures } from './measures.ts';
import { moveText, movesText, parseMove, parseMoves, parsePosition, positionText } from './notation.ts';
import { moves, play } from './rules.ts';
import { key, ownKey, symmetries } from './symmetry.ts';
import { choices, paths, refusal, view } from './view.ts';

export * from './board.ts';
export { EAST, inTheWay, Maze, NORTH, SOUTH, WEST } from './maze.ts';
export { objection } from './rules.ts';
export { distance, shortestPath } from './paths.ts';
export { pawnMoves, wallFits } from './rules.ts';

const setupFields: readonly SetupField[] = [
  {
    id: 'size',
    label: 'Size',
    min: MIN_SIZE,
    max: MAX_SIZE,
    offered: { min: MIN_SIZE, max: MAX_SIZE },
    step: 2,
    default: 9,
  },
  {
    id: 'walls',
    label: 'Walls each',
    min: 0,
    max: MAX_WALLS,
    offered: { min: 0, max: 99 },
    step: 1,
    default: ({ size }) => defaultWalls(size!),
  },
];

/** Moves are numbers; `readMove` says what they mean. */
export const quoridor: Game<QuoridorPosition, number> = {
  id: 'quoridor',
  name: 'Quoridor',
  seats: SEATS,
  setupFields,
  presets: [9, 7, 5, 3].map((size) => ({
    title: `${size} × ${size}, ${defaultWalls(size)} walls${size === 9 ? ', usual' : ''}`,
    setup: { size, walls: defaultWalls(size) },
  })),
  setupFlags: [
    { name: 'size', form: 'N', fields: ['size'] },
    { name: 'walls', form: 'N', fields: ['walls'] },
  ],
  flip: 'turn',

  initial(setup) {
    const { size, walls } = completeSetup(setupFields, setup);
    return initial(size!, walls!);
  },
  setupOf(position) {
    const placed = wallsPlaced(position);
    const [black, white] = position.wallsLeft;
    return { size: position.size, walls: Math.max(black + placed[0], white + placed[1]) };
  },
  seatToMove: (position) => position.mover,
  beginsTurn: () => true,
  moves,
  play,
  result,
  symmetries: ({ size }) => symmetries(size!),
  key,
  ownKey,
  endless: true,

  moveText,
  parseMove,
  movesText,
  parseMoves,
  positionText,
  parsePosition,

  geometry: (setup) => geometry(completeSetup(setupFields, setup)),
  view,
  choices,
  refusal,
  overlays: [paths],
  measures,
  editor,
};
