/** The commands of CFSI, from client to server: encoding, decoding and help. */
import {
  parsePlacement,
  TOKENS,
  formatPlacement,
  type Connect4Board,
  type Connect4Position,
} from '../../games/connect4/index.ts';
import { quoted } from '../text.ts';
import { type Fault, recognise, splitWords, wholeNumber } from './values.ts';
import { openColumns } from './messages.ts';
import type { CommandHelp, Commands } from '../protocol.ts';
import type { DriverState } from '../../shapes/engines.ts';

export interface PlayCommand {
  readonly kind: 'play';
  /** As on the wire: rows from the bottom up. */
  readonly placement: string;
  readonly token: 'x' | 'o';
  /** In plies, at least 1. */
  readonly depth: number;
  /** Counted from 0; it may lie off the board. Null for all columns. */
  readonly column: number | null;
}

export type Command =
  | { readonly kind: 'start' | 'stop' | 'ping' | 'quit' }
  | PlayCommand
  /** A play that the text forbids; the server only answers with a debug line. */
  | {
      readonly kind: 'invalid-play';
      readonly reason: string;
      /** Present if only the depth is wrong; the board is known then. */
      readonly token?: 'x' | 'o';
    }
  | { readonly kind: 'unknown'; readonly word: string }
  | { readonly kind: 'nothing' };

export interface DecodedCommand {
  readonly command: Command;
  /** The board of a valid play. */
  readonly board: Connect4Board | null;
  readonly faults: readonly Fault[];
}

/** In the order of the text. */
export const commandNames = ['start', 'stop', 'ping', 'play', 'quit'] as const;

export type CommandName = (typeof commandNames)[number];

/** The command as a line, in the only form that all real servers understand. */
export function encodeCommand(
  command: PlayCommand | { readonly kind: 'start' | 'stop' | 'ping' | 'quit' },
): string {
  if (command.kind !== 'play') return command.kind;
  const { placement, token, depth, column } = command;
  return `play ${placement} ${token} ${depth}${column === null ? '' : ` --column ${column}`}`;
}

/** Reads any line; never throws. */
export function decodeCommand(line: string): DecodedCommand {
  const split = splitWords(line);
  const faults: Fault[] = [...split.faults];
  const [first, ...rest] = split.words;
  if (first === undefined) return { command: { kind: 'nothing' }, board: null, faults };
  const name = recognise(first, commandNames, faults);
  if (name === null) return { command: { kind: 'unknown', word: first }, board: null, faults };
  if (name === 'play') {
    const played = decodePlay(rest);
    if (typeof played === 'string') {
      return { command: { kind: 'invalid-play', reason: played }, board: null, faults };
    }
    return { command: played.command, board: played.board, faults };
  }
  if (rest.length > 0) faults.push({ name: 'unknown-word', detail: quoted(rest.join(' ')) });
  return { command: { kind: name }, board: null, faults };
}

/** The play, or why it is invalid. */
function decodePlay(words: readonly string[]): Pick<DecodedCommand, 'command' | 'board'> | string {
  const plain: string[] = [];
  let column: number | null = null;
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (!word.startsWith('--')) {
      plain.push(word);
      continue;
    }
    if (word.toLowerCase() !== '--column') return `there is no parameter ${quoted(word)}`;
    if (column !== null) return '--column is given twice';
    const value = words[++at];
    if (value === undefined) return '--column has no column';
    column = wholeNumber(value, true);
    if (column === null) return `${quoted(value)} is not a column`;
  }
  const [placement, token, depthText, extra] = plain;
  if (placement === undefined) return 'the board is missing';
  if (token === undefined) return 'the token is missing';
  if (depthText === undefined) return 'the depth is missing';
  if (extra !== undefined) return `nothing but --column follows the depth, not ${quoted(extra)}`;
  let board: Connect4Board;
  try {
    board = parsePlacement(placement);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const known = TOKENS.find((candidate) => candidate === token);
  if (known === undefined) return `the token is x or o, not ${quoted(token)}`;
  const depth = wholeNumber(depthText);
  if (depth === null) return `${quoted(depthText)} is not a depth`;
  if (depth === 0) {
    const reason = 'the depth must be greater than zero';
    return { command: { kind: 'invalid-play', reason, token: known }, board };
  }
  return { command: { kind: 'play', placement, token: known, depth, column }, board };
}

// Help for the user who types commands.

const started: readonly DriverState[] = ['idle', 'thinking', 'stopping'];
const unstarted = 'the server has not answered started';

const told: Readonly<Record<CommandName, CommandHelp>> = {
  start: {
    args: [],
    help: 'starts the server; it answers started when it is ready',
    example: 'start',
    when: { states: ['new'], otherwise: 'the server is already started' },
    harmless: true,
  },
  stop: { args: [], help: 'ends the server: it sends nothing more and accepts no command', example: 'stop' },
  ping: {
    args: [],
    help: 'checks that the server is alive; it answers pong at once, even during a play',
    example: 'ping',
    harmless: true,
  },
  // Harmless, since a server keeps no game.
  play: {
    args: [
      { name: 'board' },
      { name: 'token', choices: ['x', 'o'] },
      { name: 'depth' },
      { name: 'column', keyword: '--column', optional: true },
    ],
    help: 'asks for a move on a board (rows from the bottom up) at a search depth; the server answers bestmove',
    example: 'play 7/7/7/7/7/7 x 4 --column 3',
    when: { states: started, otherwise: unstarted },
    harmless: true,
  },
  quit: {
    args: [],
    help: 'ends the running and the waiting plays; the server answers each with bestmove',
    example: 'quit',
    when: { states: ['thinking', 'stopping'], otherwise: 'no play is running' },
    harmless: true,
  },
};

export const commands: Commands = {
  table: commandNames.map((word) => ({ word, clause: `CFSI, Commands, ${word}`, ...told[word] })),
  find(line) {
    const { kind } = decodeCommand(line).command;
    return commandNames.find((word) => word === kind) ?? null;
  },
};

/** In plies: a depth that any server reaches quickly. */
const DEPTH = 8;

/** Completions of `play` for a position: for all columns, and for each open one. */
export function playsAt(position: Connect4Position): readonly string[] {
  const placement = formatPlacement(position);
  const token = TOKENS[position.mover];
  return [null, ...openColumns(position)].map((column) =>
    encodeCommand({ kind: 'play', placement, token, depth: DEPTH, column }).slice('play '.length),
  );
}
