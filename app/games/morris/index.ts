import type { Game } from '../game.ts';
import { completeSetup } from '../setup.ts';
import { choices, prompt, refusal } from './choices.ts';
import { editor } from './editor.ts';
import { geometry } from './geometry.ts';
import { measures } from './measures.ts';
import { moveText, movesText, parseMove, parseMoves, parsePosition, positionText } from './notation.ts';
import { moves, play, playOn, REPETITION, result, SEATS, start, type MorrisPosition } from './rules.ts';
import { key, ownKey, symmetries } from './symmetry.ts';
import { view } from './view.ts';

export {
  ALL,
  count,
  inMill,
  LINES,
  lowest,
  maskOf,
  millsThrough,
  NAMES,
  NEIGHBOURS,
  NONE,
  packMove,
  pointOf,
  POINTS,
  pointsOf,
  readMove,
  takeable,
  takenOf,
  type MorrisMove,
} from './board.ts';
export { formatPosition, type PointNotation } from './notation.ts';
export {
  inHand,
  isFlying,
  isPlacing,
  lost,
  MAX_PLIES,
  MAX_QUIET,
  MEN,
  menOf,
  pliesPlayed,
  playLegal,
  repeatsAny,
  seatOn,
  type MorrisPosition,
} from './rules.ts';

/** Moves are numbers: see `packMove` and `readMove`. The game has no setup fields. */
export const morris: Game<MorrisPosition, number> = {
  id: 'morris',
  name: "Nine Men's Morris",
  sgfNumber: 5,
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
  beginsTurn: () => true,
  moves,
  play,
  playOn,
  result,
  symmetries: () => symmetries,
  key,
  ownKey,
  quietPlies: ({ quiet }) => quiet,
  endingsByHistory: [REPETITION],

  moveText,
  parseMove,
  movesText,
  parseMoves,
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
