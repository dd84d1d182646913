/** What we say to the engine: lines into commands and commands into lines. Driver and responder share it. */
import { BadNotation } from '../../games/game.ts';
import { formatPosition, morris, type MorrisPosition, type PointNotation } from '../../games/morris/index.ts';
import { readMoveText, writeMove } from './moves.ts';
import { briefly, quoted } from './oddities.ts';

export type Command =
  | { readonly kind: 'init' | 'stop' | 'quit' }
  | { readonly kind: 'newgame'; readonly position: MorrisPosition }
  | { readonly kind: 'move'; readonly move: number }
  | { readonly kind: 'go'; readonly noplay: boolean }
  /** A `newgame` or a `move` with something behind it that cannot be read. */
  | { readonly kind: 'unreadable'; readonly command: 'newgame' | 'move'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly word: string }
  | { readonly kind: 'nothing' };

export interface Decoded {
  readonly command: Command;
  /** The first token that the text does not know where it stands; engines are to ignore it. */
  readonly extra: string | null;
}

/** In characters, far above what the largest position takes; what stands behind it is not looked at. */
const LONGEST = 2000;

/** Five fields, the last of them a number: what follows them is none of it. */
const POSITION = /^(?:[^;]*;){4}\s*\d+(?=\s|$)/;

/** Reads a line of ours, as leniently as the text asks. */
export function decodeCommand(line: string): Decoded {
  const text = line.slice(0, LONGEST).trim();
  const end = text.search(/\s/);
  const word = end < 0 ? text : text.slice(0, end);
  const rest = end < 0 ? '' : text.slice(end).trim();
  const first = firstOf(rest);
  switch (word) {
    case '':
      return { command: { kind: 'nothing' }, extra: null };
    case 'init':
    case 'stop':
    case 'quit':
      return { command: { kind: word }, extra: first };
    case 'go': {
      const words = rest === '' ? [] : rest.split(/\s+/);
      const extra = words.find((each) => each !== 'noplay');
      const noplay = words.includes('noplay');
      return { command: { kind: 'go', noplay }, extra: extra === undefined ? null : briefly(extra) };
    }
    case 'newgame':
      return readNewgame(rest);
    case 'move': {
      const read = readMoveText(rest);
      return typeof read === 'string'
        ? { command: { kind: 'unreadable', command: 'move', reason: read }, extra: null }
        : { command: { kind: 'move', move: read.move }, extra: firstOf(read.rest.trim()) };
    }
    default:
      return { command: { kind: 'unknown', word: quoted(word) }, extra: null };
  }
}

const firstOf = (rest: string): string | null => (rest === '' ? null : briefly(rest.split(/\s/, 1)[0]!));

function readNewgame(rest: string): Decoded {
  if (rest === '') return { command: { kind: 'newgame', position: morris.initial() }, extra: null };
  const [text = rest] = POSITION.exec(rest) ?? [];
  try {
    const position = morris.parsePosition(text);
    return { command: { kind: 'newgame', position }, extra: firstOf(rest.slice(text.length).trim()) };
  } catch (error) {
    if (!(error instanceof BadNotation)) throw error;
    return { command: { kind: 'unreadable', command: 'newgame', reason: error.message }, extra: null };
  }
}

/** A position as it begins a game; nothing where a game begins with it anyway. */
export function newgameLine(position: MorrisPosition, notation: PointNotation): string {
  return isInitial(position) ? 'newgame' : `newgame ${formatPosition(position, notation)}`;
}

export const moveLine = (move: number, notation: PointNotation): string =>
  `move ${writeMove(move, notation)}`;

export const goLine = (noplay: boolean): string => (noplay ? 'go noplay' : 'go');

export const isInitial = (position: MorrisPosition): boolean => sameText(position, morris.initial());

/** Whether two positions are told by the same text; what led to them is not in it. */
export const sameText = (one: MorrisPosition, other: MorrisPosition): boolean =>
  one.white === other.white &&
  one.black === other.black &&
  one.mover === other.mover &&
  one.plies === other.plies &&
  one.quiet === other.quiet;
