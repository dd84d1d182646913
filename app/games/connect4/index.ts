import type { Game, SetupField } from '../game.ts';
import { completeSetup } from '../setup.ts';
import { editor } from './editor.ts';
import { choices, geometry, refusal, SEATS, view } from './geometry.ts';
import { measures } from './measures.ts';
import {
  moveText,
  movesText,
  parseMove,
  parseMoves,
  parsePosition,
  positionText,
  wordMoves,
} from './notation.ts';
import { emptyBoard, makePosition, MAX_SIDE, MIN_SIDE, moves, play, result } from './rules.ts';
import type { Connect4Position } from './rules.ts';
import { key, ownKey, symmetries } from './symmetry.ts';

export {
  EMPTY,
  emptyBoard,
  isInFour,
  makePosition,
  MAX_SIDE,
  MIN_SIDE,
  stoneOf,
  winningCells,
} from './rules.ts';
export type { Connect4Board, Connect4Position } from './rules.ts';
export {
  fitsCells43,
  formatCells43,
  formatPlacement,
  parseCells43,
  parsePlacement,
  TOKENS,
} from './placement.ts';

const side = (id: string, label: string, normal: number): SetupField => ({
  id,
  label,
  min: MIN_SIDE,
  max: MAX_SIDE,
  offered: { min: 4, max: MAX_SIDE },
  step: 1,
  default: normal,
});

const setupFields = [side('width', 'Columns', 7), side('height', 'Rows', 6)];

/** Moves are columns counted from 0. */
export const connect4: Game<Connect4Position, number> = {
  id: 'connect4',
  name: 'Connect Four',
  seats: SEATS,
  setupFields,
  presets: [
    { title: '7 × 6, usual', setup: { width: 7, height: 6 } },
    { title: '8 × 7', setup: { width: 8, height: 7 } },
    { title: '9 × 7', setup: { width: 9, height: 7 } },
    { title: '6 × 5', setup: { width: 6, height: 5 } },
  ],
  setupFlags: [{ name: 'size', form: 'WxH', fields: ['width', 'height'] }],
  flip: 'mirror',

  initial(setup) {
    const { width, height } = completeSetup(setupFields, setup);
    return makePosition(emptyBoard(width!, height!), 0);
  },
  setupOf: ({ width, height }) => ({ width, height }),
  seatToMove: (position) => position.mover,
  beginsTurn: () => true,
  moves,
  play,
  result,
  symmetries: ({ width }) => symmetries(width!),
  key,
  ownKey,

  moveText,
  parseMove,
  wordMoves,
  movesText,
  parseMoves,
  positionText,
  parsePosition,

  geometry: (setup) => geometry(completeSetup(setupFields, setup)),
  view,
  choices,
  refusal,
  measures,
  editor,
};
