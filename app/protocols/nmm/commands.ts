/** Reads and writes the GUI's commands. Driver and responder share them. */
import { BadNotation } from '../../games/game.ts';
import type { Line } from '../../games/line.ts';
import { formatPosition, morris, type MorrisPosition, type PointNotation } from '../../games/morris/index.ts';
import type { CommandHelp, Commands } from '../protocol.ts';
import { briefly, quoted, readMoveText, writeMove } from './messages.ts';
import type { Notations } from './notations.ts';

export type CommandRead =
  | { readonly kind: 'init' | 'stop' | 'quit' }
  | { readonly kind: 'newgame'; readonly position: MorrisPosition }
  | { readonly kind: 'move'; readonly move: number }
  | { readonly kind: 'go'; readonly noplay: boolean }
  /** A `newgame` or a `move` whose argument cannot be read. */
  | { readonly kind: 'unreadable'; readonly command: 'newgame' | 'move'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly word: string }
  | { readonly kind: 'nothing' };

interface Decoded {
  readonly command: CommandRead;
  /** The first token that the text does not allow in its place; engines ignore it. */
  readonly extra: string | null;
}

/** The most characters that are read, far more than the largest position takes. */
const LONGEST = 2000;

/** Five fields, the last of them a number. */
const POSITION = /^(?:[^;]*;){4}\s*\d+(?=\s|$)/;

/** Reads a command as leniently as the text asks. */
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

/** Omits the initial position, since a game begins with it anyway. */
export function newgameLine(position: MorrisPosition, notation: PointNotation): string {
  return isInitial(position) ? 'newgame' : `newgame ${formatPosition(position, notation)}`;
}

export const moveLine = (move: number, notation: PointNotation): string =>
  `move ${writeMove(move, notation)}`;

export const goLine = (noplay: boolean): string => (noplay ? 'go noplay' : 'go');

export const isInitial = (position: MorrisPosition): boolean => sameText(position, morris.initial());

/** Whether two positions have the same text, regardless of the moves that led to them. */
export const sameText = (one: MorrisPosition, other: MorrisPosition): boolean =>
  one.white === other.white &&
  one.black === other.black &&
  one.mover === other.mover &&
  one.plies === other.plies &&
  one.quiet === other.quiet;

type Word = Exclude<CommandRead['kind'], 'unreadable' | 'unknown' | 'nothing'>;

const idle = { states: ['idle', 'preparing'], otherwise: 'the engine is thinking' } as const;

const told: Readonly<Record<Word, CommandHelp>> = {
  init: {
    args: [],
    help: 'prepares the engine',
    example: 'init',
    when: { states: ['new', 'handshake'], otherwise: 'sent once, after ready' },
    harmless: true,
  },
  newgame: {
    args: [{ name: 'position', optional: true }],
    help: 'begins a game, optionally from a position: white; black; side to move; plies; quiet plies',
    example: 'newgame w:0,2,4;b:1,3;b;5;0',
    when: idle,
  },
  move: {
    args: [{ name: 'move' }],
    help: "plays a move on the engine's board: P4 places, M0-1 moves, an added T15 takes",
    example: 'move P4',
    when: idle,
  },
  go: {
    args: [{ name: 'noplay', choices: ['noplay'], optional: true }],
    help: 'starts a search; the engine plays its move (with noplay, it only reports it) and answers bestmove',
    example: 'go noplay',
    when: { states: idle.states, otherwise: 'another go is not permitted before bestmove' },
  },
  stop: {
    args: [],
    help: 'ends the search; bestmove follows as quickly as possible',
    example: 'stop',
    when: { states: ['thinking', 'stopping'], otherwise: 'the engine is not thinking and does nothing' },
    harmless: true,
  },
  quit: { args: [], help: 'ends the engine', example: 'quit' },
};

const words = Object.keys(told) as Word[];

export const commands: Commands = {
  table: words.map((word) => ({
    word,
    clause: `NMM, Messages From GUI To Engine, ${word}`,
    ...told[word],
  })),
  find(line) {
    const { kind } = decodeCommand(line).command;
    return words.find((word) => word === kind) ?? null;
  },
};

/** What can follow a command's word at the end of `line`; in the text's notation if the engine's is unknown. */
export function offersAt(word: string, line: Line, { positions, moves }: Notations): readonly string[] {
  const position = line.position as MorrisPosition;
  const rest = (whole: string): string => whole.slice(word.length + 1);
  if (word === 'newgame')
    return [rest(newgameLine(position, positions ?? 'index'))].filter((text) => text !== '');
  if (word !== 'move') return [];
  return morris.moves(position).map((move) => rest(moveLine(move, moves ?? 'index')));
}
