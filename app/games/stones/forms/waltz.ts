/**
 * Waltz (PavelVesely/tzaar-ai): the side to move (1, and -1 or 2 for Black), 81 types and 81 heights by TZAAR's columns
 * from the bottom up, 100 or 0 where there is no place; then, if any, the turns: `G4 C6`, and `0 F2 F1` for the second
 * action (1 captures, 0 stacks), `-1` for a pass and `-2` for none.
 */
import type { FileForm } from '../../form.ts';
import { BadNotation, quote, type Seat } from '../../game.ts';
import {
  heightOf,
  isPlace,
  moveOf,
  packStone,
  PASS,
  readMove,
  SIDE,
  SQUARES,
  typeOf,
  type StoneType,
} from '../board.ts';
import { readBoard, boardRows } from '../notation.ts';
import { makePosition, mustAttack, play, type StonesPosition } from '../rules.ts';
import { squareOfTzaar, tzaarPlace } from './tzaar.ts';

const BORDER = 100;

/** Our square of Waltz' index: its columns count from the bottom. */
const squareOf = (index: number): number => {
  const column = Math.floor(index / SIDE);
  const row = index % SIDE;
  // Index row is the place of 81 in which the column begins at max(0, column - 4).
  const [first, last] = [Math.max(0, column - 4), Math.min(SIDE - 1, column + 4)];
  return row < first || row > last ? -1 : (first + last - row) * SIDE + column;
};

interface Word {
  readonly text: string;
  readonly at: number;
}

/** @throws BadNotation */
function startOf(words: readonly Word[]): StonesPosition {
  if (words.length < 1 + 2 * SQUARES) {
    throw new BadNotation(`a position has ${1 + 2 * SQUARES} numbers, not ${words.length}`);
  }
  const numbers = words.slice(0, 1 + 2 * SQUARES).map(({ text }) => {
    if (/^-?\d{1,3}$/.test(text)) return Number(text);
    throw new BadNotation(`${quote(text)} is not a number`);
  });
  const side = numbers[0]!;
  if (side !== 1 && side !== 2 && side !== -1)
    throw new BadNotation(`the side to move is 1, 2 or -1, not ${side}`);
  const stones = Array.from({ length: SQUARES }, () => 0);
  for (let index = 0; index < SQUARES; index++) {
    const [type, height] = [numbers[1 + index]!, numbers[1 + SQUARES + index]!];
    const square = squareOf(index);
    if (type === BORDER || type === 0) continue;
    if (square < 0 || !isPlace(square)) throw new BadNotation(`number ${index + 2} stands for no place`);
    if (Math.abs(type) > 3 || height < 1) {
      throw new BadNotation(
        `${type} of height ${height} is not a stack: types are 1, 2, 3, negative for Black`,
      );
    }
    const seat: Seat = type > 0 ? 0 : 1;
    stones[square] = packStone({ seat, type: Math.abs(type) as StoneType, height });
  }
  return makePosition(readBoard(boardRows(stones)), side === 1 ? 0 : 1, 'first');
}

/** @throws BadNotation */
function moveOfWords(from: string | undefined, to: string | undefined): number {
  const squares = [from, to].map((text) => {
    const match = /^([A-I])(\d)$/i.exec(text ?? '');
    if (match === null) throw new BadNotation(`${quote(text ?? '')} is not a place such as G4`);
    return squareOfTzaar(match[1]!, Number(match[2]), false);
  });
  return moveOf(squares[0]!, squares[1]!);
}

const placeText = (square: number): string => tzaarPlace(square, false).join('');

/** In characters; a position takes a few hundred, a turn ten. */
const MOST = 64 * 1024;

export const waltz: FileForm<StonesPosition, number> = {
  ...{ kind: 'file', id: 'waltz', name: 'Waltz, a position and the turns after it' },
  examples: [
    `1
1 2 -1 -1 1 100 100 100 100
1 0 0 0 0 0 100 100 100
0 0 0 0 0 0 -3 100 100
1 0 0 0 0 0 0 1 100
-1 0 0 -2 100 0 0 -1 1
100 0 0 0 0 0 0 0 0
100 100 0 0 0 0 0 0 1
100 100 100 -2 0 0 2 -2 -1
100 100 100 100 0 3 0 1 -1

1 5 1 1 1 0 0 0 0
1 0 0 0 0 0 0 0 0
0 0 0 0 0 0 6 0 0
1 0 0 0 0 0 0 1 0
1 0 0 2 0 0 0 2 1
0 0 0 0 0 0 0 0 0
0 0 0 0 0 0 0 0 2
0 0 0 4 0 0 1 1 1
0 0 0 0 0 3 0 2 1
A2 A3
-1
`,
  ],
  read(text) {
    if (text.length > MOST) throw new BadNotation(`${text.length} characters are more than a position takes`);
    const words: Word[] = [...text.matchAll(/\S+/g)].map((match) => ({ text: match[0], at: match.index }));
    const start = startOf(words);
    const moves: number[] = [];
    let position = start;
    let next = 1 + 2 * SQUARES;
    const word = (): string | undefined => words[next++]?.text;
    let at = 0;
    try {
      const act = (move: number): void => {
        position = play(position, move);
        moves.push(move);
      };
      while (next < words.length) {
        at = words[next]!.at;
        act(moveOfWords(word(), word()));
        if (next >= words.length) break;
        at = words[next]!.at;
        const second = word();
        if (second === '-1') act(PASS);
        else if (second === '0' || second === '1') act(moveOfWords(word(), word()));
        else if (second !== '-2')
          throw new BadNotation(`${quote(second!)} is not 0, 1, -1 or -2 before a second action`);
      }
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      return { start, moves, fault: { at, why: error.message } };
    }
    return { start, moves, fault: null };
  },
  write(start, moves) {
    if (!mustAttack(start)) throw new BadNotation('the form has no position in the middle of a turn');
    const at = (valueOf: (square: number) => number): string =>
      Array.from({ length: SIDE }, (_, column) =>
        Array.from({ length: SIDE }, (_each, row) => valueOf(squareOf(column * SIDE + row))).join(' '),
      ).join('\n');
    const types = at((square) => {
      if (square < 0 || !isPlace(square)) return BORDER;
      const value = start.stones[square]!;
      return value === 0 ? 0 : value > 0 ? typeOf(value) : -typeOf(value);
    });
    const heights = at((square) => (square >= 0 && isPlace(square) ? heightOf(start.stones[square]!) : 0));
    const lines = [String(start.mover === 0 ? 1 : -1), types, heights];
    let position = start;
    for (const move of moves) {
      const meant = readMove(move);
      const isSecond = position.phase === 'second';
      if (meant === null) lines.push('-1');
      else {
        const places = `${placeText(meant.from)} ${placeText(meant.to)}`;
        const captures = position.stones[meant.from]! > 0 !== position.stones[meant.to]! > 0;
        lines.push(isSecond ? `${captures ? 1 : 0} ${places}` : places);
        // After the only action of the first turn, the second is none.
        if (position.phase === 'opening') lines.push('-2');
      }
      position = play(position, move);
    }
    return `${lines.join('\n')}\n`;
  },
};
