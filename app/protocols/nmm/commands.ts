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
  /**
   * The first token in front of the command or of its argument, also where that is left out; some engines read no further
   * than that.
   */
  readonly before: string | null;
  /** The first token behind that the text does not allow; engines ignore it. */
  readonly extra: string | null;
}

/** The most characters that are read, far more than the largest position takes. */
const LONGEST = 2000;

/** Five fields, the last of them a number. */
const POSITION = /^(?:[^;]*;){4}\s*\d+(?=\s|$)/;

/** In any text that is meant as a position, readable or not: other tokens behind `newgame` are invalid ones to skip. */
const PART_OF_POSITION = /[;:]/;

/** Reads a command as leniently as the text asks: tokens in front of what is known are skipped, and those behind. */
export function decodeCommand(line: string): Decoded {
  const text = line.slice(0, LONGEST).trim();
  if (text === '') return decoded({ kind: 'nothing' }, null);
  const tail = tailsOf(text).find((each) => isWord(wordOf(each)));
  if (tail === undefined) return decoded({ kind: 'unknown', word: quoted(wordOf(text)) }, null);
  const read = readKnown(wordOf(tail) as Word, tail.slice(wordOf(tail).length).trim());
  return tail === text ? read : { ...read, before: firstOf(text) };
}

function readKnown(word: Word, rest: string): Decoded {
  switch (word) {
    case 'init':
    case 'stop':
    case 'quit':
      return decoded({ kind: word }, firstOf(rest));
    case 'go': {
      const given = rest === '' ? [] : rest.split(/\s+/);
      const extra = given.find((each) => each !== 'noplay');
      const noplay = given.includes('noplay');
      return decoded({ kind: 'go', noplay }, extra === undefined ? null : briefly(extra));
    }
    case 'newgame':
      return PART_OF_POSITION.test(rest)
        ? readArgument('newgame', rest, readPosition)
        : { ...decoded({ kind: 'newgame', position: morris.initial() }, null), before: firstOf(rest) };
    case 'move':
      return readArgument('move', rest, readMove);
  }
}

const decoded = (command: CommandRead, extra: string | null): Decoded => ({ command, before: null, extra });

const wordOf = (text: string): string => text.split(/\s/, 1)[0]!;

/** The first word of a trimmed text; null if it is empty. */
const firstOf = (text: string): string | null => (text === '' ? null : briefly(wordOf(text)));

/** The text from each of its tokens on. */
const tailsOf = (text: string): string[] => [...text.matchAll(/\S+/g)].map(({ index }) => text.slice(index));

/** An argument at the beginning of a text, and the text behind it; a reason if there is none. */
type ArgumentRead = { readonly command: CommandRead; readonly rest: string } | string;

/** The argument at the first token with which one begins. */
function readArgument(
  command: 'newgame' | 'move',
  text: string,
  read: (tail: string) => ArgumentRead,
): Decoded {
  const whole = read(text);
  if (typeof whole !== 'string') return decoded(whole.command, firstOf(whole.rest.trim()));
  for (const tail of tailsOf(text).slice(1)) {
    const found = read(tail);
    if (typeof found === 'string') continue;
    return { command: found.command, before: firstOf(text), extra: firstOf(found.rest.trim()) };
  }
  return decoded({ kind: 'unreadable', command, reason: whole }, null);
}

function readMove(text: string): ArgumentRead {
  const read = readMoveText(text);
  return typeof read === 'string' ? read : { command: { kind: 'move', move: read.move }, rest: read.rest };
}

function readPosition(tail: string): ArgumentRead {
  const [text = tail] = POSITION.exec(tail) ?? [];
  try {
    return {
      command: { kind: 'newgame', position: morris.parsePosition(text) },
      rest: tail.slice(text.length),
    };
  } catch (error) {
    if (!(error instanceof BadNotation)) throw error;
    return error.message;
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

const isWord = (text: string): text is Word => (words as string[]).includes(text);

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
