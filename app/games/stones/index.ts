import type { Game } from '../game.ts';
import { completeSetup } from '../setup.ts';
import { choices, prompt, refusal } from './choices.ts';
import { editor } from './editor.ts';
import { geometry } from './geometry.ts';
import { viewerLog } from './match-log.ts';
import { measures } from './measures.ts';
import { moveText, movesText, parseMove, parseMoves, parsePosition, positionText } from './notation.ts';
import { moves, play, result, SEATS, start, type StonesPosition } from './rules.ts';
import { key, ownKey, symmetries } from './symmetry.ts';
import { view } from './view.ts';

export {
  columnOf,
  DIRECTIONS,
  END,
  fromOf,
  heightOf,
  HOLE,
  isPlace,
  moveOf,
  packStone,
  PASS,
  placeName,
  PLACES,
  RAY_STRIDE,
  RAYS,
  readMove,
  readStone,
  rowOf,
  SIDE,
  squareAt,
  SQUARES,
  START,
  STEP_BETWEEN,
  stoneAt,
  STONES,
  STONES_OF,
  toOf,
  typeOf,
  TYPES,
  typeText,
  type Stone,
  type Stones,
  type StoneType,
} from './board.ts';
export { boardRows, readBoard } from './notation.ts';
export {
  makePosition,
  mustAttack,
  NO_ATTACK,
  objection,
  visible,
  type Phase,
  type StonesPosition,
} from './rules.ts';

/** Moves are numbers: see `moveOf` and `readMove`. The game has no setup fields. */
export const stones: Game<StonesPosition, number> = {
  id: 'stones',
  name: 'Game of Stones',
  seats: SEATS,
  setupFields: [],
  setupFlags: [],
  flip: 'turn',

  initial(setup) {
    completeSetup([], setup);
    return start;
  },
  setupOf: () => ({}),
  seatToMove: (position) => position.mover,
  beginsTurn: (position) => position.phase !== 'second',
  moves,
  play,
  result,
  symmetries: () => symmetries,
  key,
  ownKey,

  moveText,
  parseMove,
  movesText,
  parseMoves,
  logs: [viewerLog],
  positionText,
  parsePosition,

  geometry,
  view,
  choices,
  refusal,
  prompt,
  measures,
  editor,
};
