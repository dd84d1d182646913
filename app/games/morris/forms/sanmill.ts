/**
 * Sanmill: its PGN has our names of moves; its lines for engines have each capture as a word of its own; its FEN has the
 * rings from the inner one, each from the top middle clockwise, then side, phase, action, men on the board and in hand of
 * White and Black, captures pending, the last mills, the quiet plies and the number of the move.
 */
import type { FormLine, PositionsForm, WordsForm } from '../../form.ts';
import { BadNotation, quote } from '../../game.ts';
import { count, maskOf, moveText, pointOf } from '../board.ts';
import { parseMove, parsePosition, positionText } from '../notation.ts';
import {
  inHand,
  isPlacing,
  MAX_PLIES,
  MEN,
  PLACING_PLIES,
  pliesPlayed,
  type MorrisPosition,
} from '../rules.ts';

const RINGS: readonly (readonly number[])[] = [
  'd5 e5 e4 e3 d3 c3 c4 c5',
  'd6 f6 f4 f2 d2 b2 b4 b6',
  'd7 g7 g4 g1 d1 a1 a4 a7',
].map((ring) => ring.split(' ').map((name) => pointOf(name)!));

const POINTS_IN_ORDER = RINGS.flat();

/** @throws BadNotation */
function number(text: string | undefined, what: string, most: number): number {
  const value = /^\d{1,4}$/.test(text ?? '') ? Number(text) : NaN;
  if (value <= most) return value;
  throw new BadNotation(`${what} is a number up to ${most}, not ${quote(text ?? '')}`);
}

function readFen(text: string): MorrisPosition {
  const words = text.trim().split(/\s+/, 20);
  const [board = '', side, phase, action, whiteOn, whiteIn, blackOn, blackIn, ...rest] = words;
  if (!/^[O@*]{8}\/[O@*]{8}\/[O@*]{8}$/.test(board)) {
    throw new BadNotation(`a FEN begins with three rings of O, @ and *, not ${quote(board)}`);
  }
  if (rest.length < 9) throw new BadNotation('a FEN has 17 words');
  if (side !== 'w' && side !== 'b')
    throw new BadNotation(`the side to move is w or b, not ${quote(side ?? '')}`);
  if (!/^[rpmo]$/.test(phase ?? ''))
    throw new BadNotation(`the phase is r, p, m or o, not ${quote(phase ?? '')}`);
  if (action === 'r')
    throw new BadNotation('a capture is due, which is a part of a move here and no position');
  const cells = board.replaceAll('/', '');
  const menOf = (letter: string): number =>
    maskOf(POINTS_IN_ORDER.filter((_point, index) => cells[index] === letter));
  const [white, black] = [menOf('O'), menOf('@')];
  const hands = [number(whiteIn, 'the men in hand', MEN), number(blackIn, 'the men in hand', MEN)] as const;
  for (const [men, told, name] of [
    [white, whiteOn, 'White'],
    [black, blackOn, 'Black'],
  ] as const) {
    if (count(men) !== number(told, 'the men on the board', MEN)) {
      throw new BadNotation(`${name} has ${count(men)} men on the board, and the FEN says ${told!}`);
    }
  }
  const mover = side === 'w' ? 0 : 1;
  const placed = 2 * MEN - hands[0] - hands[1];
  if (hands[0] !== hands[1] - (mover === 1 && placed < PLACING_PLIES ? 1 : 0)) {
    throw new BadNotation(
      `the sides have ${hands[0]} and ${hands[1]} men in hand, which no game of turns leads to`,
    );
  }
  const turn = number(rest[8], 'the number of the move', MAX_PLIES);
  const plies = placed < PLACING_PLIES ? placed : Math.max(PLACING_PLIES + mover, 2 * (turn - 1) + mover);
  const quiet = number(rest[7], 'the quiet plies', MAX_PLIES);
  const position = {
    white,
    black,
    mover,
    plies: Math.min(plies, MAX_PLIES - 1),
    quiet,
    trail: null,
  } as const;
  return parsePosition(positionText(position));
}

function writeFen(position: MorrisPosition): string {
  const { white, black, mover, quiet } = position;
  const rings = RINGS.map((ring) =>
    ring.map((point) => ((white >> point) & 1 ? 'O' : (black >> point) & 1 ? '@' : '*')).join(''),
  ).join('/');
  const placing = isPlacing(position);
  const men = [count(white), inHand(position, 0), count(black), inHand(position, 1)];
  const turn = Math.floor(pliesPlayed(position) / 2) + 1;
  const words = [rings, mover === 0 ? 'w' : 'b', placing ? 'p' : 'm', placing ? 'p' : 's', ...men];
  return [...words, 0, 0, -1, -1, -1, -1, 0, quiet, turn].join(' ');
}

const isCapture = (word: string): boolean => /^x[a-g]\d$/i.test(word);

export const sanmill: WordsForm<MorrisPosition, number> = {
  ...{ kind: 'words', id: 'sanmill', name: 'Sanmill, as PGN' },
  isPgn: true,
  examples: [
    '[Variant "Nine Men\'s Morris"]\n[Result "*"]\n\n1. d6 f4 2. d7 f2 3. d5xf4 (3. b4 f6xd7) 3... f4 *\n',
    '1. d6 f4 2. d7 f2 3. d5 xf4',
    '[FEN "O*O*****/********/*@*@**** w p p 2 7 2 7 0 0 -1 -1 -1 -1 0 0 3"]\n\n3. e5 d7 *\n',
  ],
  variants: ["Nine Men's Morris"],
  fen: { read: readFen, write: writeFen },
  joins: isCapture,
  readMove: parseMove,
  moveText: (_position, move) => moveText(move),
};

/** The command of Sanmill's engine protocol. */
export const sanmillUci: WordsForm<MorrisPosition, number> = {
  ...{ kind: 'words', id: 'sanmill-uci', name: 'Sanmill, a line to its engine' },
  examples: ['position startpos moves d6 f4 d7 f2 d5 xf4'],
  aLineEach: true,
  line(text): FormLine<MorrisPosition> | null {
    const match =
      /^\s*position\s+(startpos|fen\s+([O@*/]{26}(?:\s+[^\s]{1,40}){16,18}?))(?:\s+moves(?=\s|$)|\s*$)/.exec(
        text,
      );
    if (match === null) return null;
    const begin = match[0].length;
    return match[2] === undefined ? { begin } : { begin, start: readFen(match[2]) };
  },
  before: (start, { plies }) => {
    const isInitial = start.plies === 0 && (start.white | start.black) === 0;
    return `position ${isInitial ? 'startpos' : `fen ${writeFen(start)}`}${plies > 0 ? ' moves' : ''}`;
  },
  joins: isCapture,
  readMove: parseMove,
  moveText: (_position, move) => moveText(move).replace('x', ' x'),
};

export const sanmillFen: PositionsForm<MorrisPosition> = {
  ...{ kind: 'positions', id: 'sanmill-fen', name: "Sanmill's FEN" },
  examples: [
    '********/********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1',
    'O*O*****/********/*@*@**** w p p 2 7 2 7 0 0 0 0 0 0 0 0 3 ids:nodes',
  ],
  read: (text) => ({ position: readFen(text) }),
  write: writeFen,
};
