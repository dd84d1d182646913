/** Games as columns: a run of digits from 1, with a solver's score behind it, or with the side before each column. */
import type { FormLine, FormScore, WordsForm } from '../../form.ts';
import { BadNotation, quote } from '../../game.ts';
import { TOKENS } from '../placement.ts';
import { moveText, parseMove } from '../notation.ts';
import type { Connect4Position } from '../rules.ts';

const WIDTH = 7;
const HEIGHT = 6;

const digitsOf = (word: string): readonly string[] => word.split('');

/** Used by nearly all solvers. */
export const digits: WordsForm<Connect4Position, number> = {
  kind: 'words',
  id: 'digits',
  name: 'digits, columns from 1',
  examples: ['44455', '1234567'],
  aLineEach: true,
  fromInitial: true,
  parts: digitsOf,
  readMove: parseMove,
  moveText(position, move) {
    if (move < 9) return moveText(position, move);
    throw new BadNotation(`column ${move + 1} is not a single digit`);
  },
  between: '',
};

/**
 * The score of Pascal Pons' solver and test sets: 22 minus the stones that the winner has played at the end, negative if
 * the side to move loses.
 */
function solverScore(score: number, stones: number): FormScore | null {
  if (score === 0) return { kind: 'draw' };
  const most = (WIDTH * HEIGHT) / 2 + 1;
  const isWin = score > 0;
  const own = isWin ? Math.floor(stones / 2) : Math.ceil(stones / 2);
  const left = most - Math.abs(score) - own;
  if (left < 1) return null;
  return isWin ? { kind: 'win', plies: 2 * left - 1 } : { kind: 'loss', plies: 2 * left };
}

const SIGNS: Readonly<Record<string, FormScore>> = {
  '+': { kind: 'win', plies: null },
  '-': { kind: 'loss', plies: null },
  '=': { kind: 'draw' },
};

/** A run of digits and a score: `4455 18`, or `+`, `-`, `=` for a win, a loss, a draw of the side to move. */
export const scored: WordsForm<Connect4Position, number> = {
  ...{ kind: 'words', id: 'scored', name: 'digits and a score, as solvers test with' },
  examples: ['2252576253462244111563365343671351441 -1', '44 ='],
  aLineEach: true,
  fromInitial: true,
  line(text): FormLine<Connect4Position> | null {
    const match = /^\s*([1-7]+)\s+([+=-]|[+-]?\d{1,2})\s*$/.exec(text);
    if (match === null) return null;
    const begin = text.search(/\S/);
    const run = match[1]!;
    const score = SIGNS[match[2]!] ?? solverScore(Number(match[2]), run.length);
    if (score === null) throw new BadNotation(`no game of ${run.length} plies has the score ${match[2]!}`);
    return { begin, end: begin + run.length, score };
  },
  parts: digitsOf,
  readMove: parseMove,
};

/** The actions of OpenSpiel: the side, and the column from 0. */
export const openSpiel: WordsForm<Connect4Position, number> = {
  ...{ kind: 'words', id: 'openspiel', name: 'OpenSpiel, the side and its column from 0' },
  examples: ['x3 o3 x3 o4'],
  aLineEach: true,
  fromInitial: true,
  readMove({ mover }, word) {
    const match = /^([xo])(\d{1,2})$/.exec(word);
    if (match === null) throw new BadNotation(`${quote(word)} is not a side and a column such as x3`);
    if (match[1] !== TOKENS[mover]) throw new BadNotation(`${quote(word)} is a move of the other side`);
    return Number(match[2]);
  },
  moveText: ({ mover }, move) => `${TOKENS[mover]}${move}`,
};
