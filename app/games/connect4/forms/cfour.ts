/**
 * Connect Four as the chess variant `cfour` (Fairy-Stockfish): a man of 21 in hand is dropped, `P@d1`. The FEN has rows from
 * the top, the men in hand, and the side to move.
 */
import type { FormScore, PositionsForm, WordsForm } from '../../form.ts';
import { BadNotation, quote, type Seat } from '../../game.ts';
import { EMPTY, emptyBoard, makePosition, stoneOf, type Connect4Position } from '../rules.ts';

const WIDTH = 7;
const HEIGHT = 6;
const MEN = (WIDTH * HEIGHT) / 2;
const LETTERS = ['P', 'p'] as const;

/** @throws BadNotation */
function requireUsual({ width, height }: Connect4Position): void {
  if (width === WIDTH && height === HEIGHT) return;
  throw new BadNotation(`the form is for ${WIDTH} x ${HEIGHT}, and this board is ${width} x ${height}`);
}

function writeFen(position: Connect4Position): string {
  requireUsual(position);
  const left: [number, number] = [MEN, MEN];
  const rows: string[] = [];
  for (let row = HEIGHT - 1; row >= 0; row--) {
    let text = '';
    let gap = 0;
    for (const cell of position.cells.subarray(row * WIDTH, (row + 1) * WIDTH)) {
      if (cell === EMPTY) gap++;
      else {
        const seat = cell === stoneOf(0) ? 0 : 1;
        if (left[seat]-- === 0) throw new BadNotation(`a side has more than ${MEN} stones`);
        text += (gap > 0 ? gap : '') + LETTERS[seat];
        gap = 0;
      }
    }
    rows.push(text + (gap > 0 ? gap : ''));
  }
  const hands = LETTERS.map((letter, seat) => letter.repeat(left[seat as Seat])).join('');
  const moves = Math.floor((2 * MEN - left[0] - left[1]) / 2) + 1;
  return `${rows.join('/')}[${hands}] ${position.mover === 0 ? 'w' : 'b'} - - 0 ${moves}`;
}

function readFen(text: string): Connect4Position {
  const [placement = '', side, ...rest] = text.trim().split(/\s+/, 8);
  const [rows = '', hand = ''] = placement.replace(/\]$/, '').split('[', 2);
  if (
    rest.length > 4 ||
    (side !== 'w' && side !== 'b') ||
    !/^[Pp1-7/]+$/.test(rows) ||
    !/^[Pp-]*$/.test(hand)
  ) {
    throw new BadNotation(`${quote(text)} is not a FEN of cfour`);
  }
  const board = emptyBoard(WIDTH, HEIGHT);
  const lines = rows.split('/');
  if (lines.length !== HEIGHT)
    throw new BadNotation(`a FEN of cfour has ${HEIGHT} rows, not ${lines.length}`);
  lines.forEach((line, index) => {
    let column = 0;
    const row = HEIGHT - 1 - index;
    for (const character of line) {
      const seat = LETTERS.findIndex((letter) => letter === character);
      if (seat >= 0 && column < WIDTH) board.cells[row * WIDTH + column] = stoneOf(seat as Seat);
      column += seat >= 0 ? 1 : Number(character);
    }
    if (column !== WIDTH)
      throw new BadNotation(`row ${index + 1} of the FEN has ${column} columns, not ${WIDTH}`);
  });
  return makePosition(board, side === 'w' ? 0 : 1);
}

export const cfour: WordsForm<Connect4Position, number> = {
  ...{ kind: 'words', id: 'cfour', name: 'the chess variant cfour, as PGN' },
  isPgn: true,
  examples: ['[Variant "cfour"]\n[Result "*"]\n\n1. P@d1 P@d2 2. P@d3 P@e1 *\n'],
  variants: ['cfour'],
  fen: { read: readFen, write: writeFen },
  readMove({ tops }, word) {
    const match = /^P?@([a-g])([1-6])$/.exec(word);
    if (match === null) throw new BadNotation(`${quote(word)} is not a drop such as P@d1`);
    const column = match[1]!.charCodeAt(0) - 'a'.charCodeAt(0);
    const row = tops[column];
    if (row !== undefined && row < HEIGHT && row + 1 !== Number(match[2])) {
      throw new BadNotation(`a stone in column ${match[1]!} falls to row ${row + 1}, not ${match[2]!}`);
    }
    return column;
  },
  moveText(position, move) {
    requireUsual(position);
    return `P@${String.fromCharCode(97 + move)}${position.tops[move]! + 1}`;
  },
};

const MARKS = ['b', 'x', 'o'] as const;
const OUTCOMES: Readonly<Record<string, FormScore>> = {
  win: { kind: 'win', plies: null },
  loss: { kind: 'loss', plies: null },
  draw: { kind: 'draw' },
};

/**
 * The UCI data set "Connect-4": `b`, `x` or `o` for each cell, column by column from a1 upwards, and what the game is
 * worth for `x`, who is to move after eight plies.
 */
export const cells42: PositionsForm<Connect4Position> = {
  ...{ kind: 'positions', id: 'cells42', name: 'the UCI data set, 42 fields and the outcome' },
  examples: ['b,b,b,b,b,b,b,b,b,b,b,b,x,o,b,b,b,b,x,o,x,o,x,o,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,win'],
  read(text) {
    const fields = text.trim().split(',', WIDTH * HEIGHT + 2);
    const outcome = fields[WIDTH * HEIGHT];
    if (fields.length < WIDTH * HEIGHT || fields.length > WIDTH * HEIGHT + 1) {
      throw new BadNotation(`a position has ${WIDTH * HEIGHT} fields and the outcome, not ${fields.length}`);
    }
    const score = outcome === undefined ? undefined : OUTCOMES[outcome];
    if (outcome !== undefined && score === undefined) {
      throw new BadNotation(`the outcome is win, loss or draw, not ${quote(outcome)}`);
    }
    const board = emptyBoard(WIDTH, HEIGHT);
    let stones = 0;
    for (let index = 0; index < WIDTH * HEIGHT; index++) {
      const stone = MARKS.findIndex((mark) => mark === fields[index]);
      if (stone < 0) throw new BadNotation(`field ${index + 1} is b, x or o, not ${quote(fields[index]!)}`);
      if (stone > 0) stones++;
      board.cells[(index % HEIGHT) * WIDTH + Math.floor(index / HEIGHT)] = stone;
    }
    const position = makePosition(board, stones % 2 === 0 ? 0 : 1);
    if (score === undefined || position.mover === 0)
      return score === undefined ? { position } : { position, score };
    const turned = { win: 'loss', loss: 'win', draw: 'draw' } as const;
    return { position, score: OUTCOMES[turned[score.kind]]! };
  },
};
