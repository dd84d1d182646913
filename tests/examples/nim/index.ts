/** Nim with one heap. */
import { BadNotation, identity, IllegalMove, type Game } from '../../../app/games/game.ts';
import { completeSetup } from '../../../app/games/setup.ts';
import { choices, geometry, refusal, view } from './geometry.ts';
import { initial, MOST_TAKEN, moves, play, result, type NimPosition } from './rules.ts';

export type { NimPosition } from './rules.ts';

const setupFields = [
  { id: 'stones', label: 'Stones', min: 1, max: 30, offered: { min: 5, max: 30 }, step: 1, default: 12 },
];

function parseMove(text: string): number {
  if (!/^\d{1,2}$/.test(text)) throw new BadNotation(`"${text}" is not a number of stones`);
  return Number(text);
}

function parseMoves(start: NimPosition, text: string): readonly number[] {
  let position = start;
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  return words.map((word, index) => {
    try {
      const taken = parseMove(word);
      position = play(position, taken);
      return taken;
    } catch (error) {
      const ply = `ply ${index + 1}: `;
      if (error instanceof BadNotation) throw new BadNotation(ply + error.message);
      if (error instanceof IllegalMove) throw new IllegalMove(ply + error.message);
      throw error;
    }
  });
}

const positionText = ({ left, stones, mover }: NimPosition): string =>
  `${left}/${stones} ${mover === 0 ? 'x' : 'o'}`;

/** `9/12 x`: nine of twelve stones are left and the first player is to move. */
function parsePosition(text: string): NimPosition {
  const match = /^(\d{1,2})\/(\d{1,2}) ([xo])$/.exec(text.trim());
  if (!match) throw new BadNotation(`a position is like "9/12 x", not "${text}"`);
  const [left, stones] = [Number(match[1]), Number(match[2])];
  completeSetup(setupFields, { stones });
  if (left > stones) throw new BadNotation(`${left} stones cannot be left of ${stones}`);
  return { stones, left, mover: match[3] === 'x' ? 0 : 1 };
}

/** Moves are numbers of stones. */
export const nim: Game<NimPosition, number> = {
  id: 'nim',
  name: 'Nim',
  seats: [
    { name: 'Player 1', token: 'x', colour: 'light', piece: 'stone' },
    { name: 'Player 2', token: 'o', colour: 'dark', piece: 'stone' },
  ],
  setupFields,
  setupFlags: [{ name: 'stones', form: 'N', fields: ['stones'] }],
  flip: 'mirror',

  initial: (setup) => initial(completeSetup(setupFields, setup)['stones']!),
  setupOf: ({ stones }) => ({ stones }),
  seatToMove: ({ mover }) => mover,
  beginsTurn: () => true,
  moves,
  play,
  result,
  symmetries: () => [identity()],
  key: positionText,
  ownKey: positionText,

  moveText: (_, taken) => String(taken),
  parseMove: (_, text) => parseMove(text),
  movesText: (_, taken) => taken.join(' '),
  parseMoves,
  positionText,
  parsePosition,

  geometry: (setup) => geometry(completeSetup(setupFields, setup)['stones']!),
  view,
  choices: (position) => choices(position, moves(position)),
  refusal: (position, picks) => refusal(position, picks, MOST_TAKEN),
};
