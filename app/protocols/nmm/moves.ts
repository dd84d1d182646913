/**
 * Moves as the protocol writes them: `P4T15`, `M1-4T9`. The text numbers the points, real engines name them (`Pe3Tc3`,
 * `Md7-d6Ta7`). Both are read in either case, with blanks anywhere.
 */
import { NAMES, packMove, pointOf, POINTS, readMove, type PointNotation } from '../../games/morris/index.ts';
import { copyOf, excerpt } from '../text.ts';

export interface MoveRead {
  readonly move: number;
  readonly kind: 'place' | 'move';
  /** Null where some points are numbered and some are named. */
  readonly notation: PointNotation | null;
  /** As written, trimmed. */
  readonly text: string;
  /** A letter is not in the text's case. */
  readonly letterCase: boolean;
  /** The text behind it. */
  readonly rest: string;
}

/** Takes both digits, so that a point out of range is reported as such. */
const POINT = String.raw`(\d{1,2}|[a-z]\d)`;
const MOVE = new RegExp(
  String.raw`^\s*(?:(p)\s*${POINT}|(m)\s*${POINT}\s*-\s*${POINT})(?:\s*t\s*${POINT})?(?=\s|$)`,
  'i',
);

/** Characters that are read, far more than any move takes with its blanks. */
const LONGEST = 200;

const notationOf = (text: string): PointNotation => (/^\d/.test(text) ? 'index' : 'name');

/** The move that a text begins with, or the reason why there is none. */
export function readMoveText(text: string): MoveRead | string {
  const match = MOVE.exec(text.slice(0, LONGEST));
  if (!match) return `${excerpt(text.trim(), 30)} is not a move, which is written like P4T15 or M1-4T9`;
  const [whole, place, placedOn, , from, to, taken] = match;
  const texts = [placedOn, from, to, taken].filter((point) => point !== undefined);
  for (const point of texts) {
    if (numberOf(point) === null) {
      return notationOf(point) === 'index'
        ? `there is no point ${point}: they are numbered from 0 to ${POINTS - 1}`
        : `the board has no point ${point.toLowerCase()}`;
    }
  }
  const at = (point: string | undefined): number | null => (point === undefined ? null : numberOf(point));
  const notations = new Set(texts.map(notationOf));
  const said = whole.trim();
  return {
    move: packMove({ from: at(from), to: at(placedOn ?? to)!, taken: at(taken) }),
    kind: place === undefined ? 'move' : 'place',
    notation: notations.size === 1 ? [...notations][0]! : null,
    text: copyOf(said, LONGEST),
    letterCase: /[pmtA-G]/.test(said),
    rest: text.slice(whole.length),
  };
}

function numberOf(text: string): number | null {
  if (notationOf(text) === 'name') return pointOf(text.toLowerCase()) ?? null;
  const value = Number(text);
  return value < POINTS ? value : null;
}

/** `P4T15`, `M1-4T9`, or the same with the points' names. */
export function writeMove(move: number, notation: PointNotation): string {
  const { from, to, taken } = readMove(move);
  const point = (at: number): string => (notation === 'index' ? String(at) : NAMES[at]!);
  const start = from === null ? `P${point(to)}` : `M${point(from)}-${point(to)}`;
  return taken === null ? start : `${start}T${point(taken)}`;
}
