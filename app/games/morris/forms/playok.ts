/** PlayOK: points from 1 to 24, from left to right and top to bottom; PGN's tags; a capture may stand alone (`x12`). */
import type { WordsForm } from '../../form.ts';
import { BadNotation, quote } from '../../game.ts';
import { NONE, pack, POINTS, readMove } from '../board.ts';
import type { MorrisPosition } from '../rules.ts';

/** @throws BadNotation */
function pointOf(text: string | undefined): number {
  if (text === undefined) return NONE;
  const point = Number(text) - 1;
  if (point >= 0 && point < POINTS) return point;
  throw new BadNotation(`there is no point ${text}; points are numbered from 1 to ${POINTS}`);
}

export const playok: WordsForm<MorrisPosition, number> = {
  ...{ kind: 'words', id: 'playok', name: 'PlayOK, points from 1 to 24' },
  isPgn: true,
  examples: [
    '[Event "?"]\n[Result "*"]\n\n1. 5 13 2. 20 19 3. 10 1\n',
    '1. 4 1 2. 5 2 3. 6x1 8\n4. 9 10',
    '1. 4 1 2. 5 2 3. 6\nx1 8',
  ],
  fromInitial: true,
  joins: (word) => /^x\d/.test(word),
  readMove(_position, word) {
    const match = /^(?:(\d{1,2})-)?(\d{1,2})(?:x(\d{1,2}))?$/.exec(word);
    if (match === null) throw new BadNotation(`${quote(word)} is not a move such as 5, 23-24 or 10-1x23`);
    return pack(pointOf(match[1]), pointOf(match[2]), pointOf(match[3]));
  },
  moveText(_position, move) {
    const { from, to, taken } = readMove(move);
    return `${from === null ? '' : `${from + 1}-`}${to + 1}${taken === null ? '' : `x${taken + 1}`}`;
  },
};
