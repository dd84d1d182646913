/** What a person who types commands of NMM is told of them. */
import type { Line } from '../../games/line.ts';
import { morris, type MorrisPosition } from '../../games/morris/index.ts';
import type { CommandHelp, Commands } from '../commands.ts';
import { decodeCommand, moveLine, newgameLine, type Command } from './commands.ts';
import type { Notations } from './notations.ts';

type Word = Exclude<Command['kind'], 'unreadable' | 'unknown' | 'nothing'>;

const idle = { states: ['idle', 'preparing'], otherwise: 'the engine is thinking' } as const;

const told: Readonly<Record<Word, CommandHelp>> = {
  init: {
    args: [],
    help: 'has the engine get ready to play',
    example: 'init',
    when: { states: ['new', 'handshake'], otherwise: 'it is sent once, after ready' },
    harmless: true,
  },
  newgame: {
    args: [{ name: 'position', optional: true }],
    help: 'begins a game, from a position where one is given: white; black; who is to move; plies; quiet plies',
    example: 'newgame w:0,2,4;b:1,3;b;5;0',
    when: idle,
  },
  move: {
    args: [{ name: 'move' }],
    help: "plays a move on the engine's board: P4 places, M0-1 moves, T15 behind it takes",
    example: 'move P4',
    when: idle,
  },
  go: {
    args: [{ name: 'noplay', choices: ['noplay'], optional: true }],
    help: 'has the engine think and play its move, or with noplay only say it; bestmove answers it',
    example: 'go noplay',
    when: { states: idle.states, otherwise: 'another go is not permitted before the bestmove' },
  },
  stop: {
    args: [],
    help: 'ends the thinking; bestmove follows as quickly as possible',
    example: 'stop',
    when: { states: ['thinking', 'stopping'], otherwise: 'the engine is not thinking, and does nothing' },
    harmless: true,
  },
  quit: { args: [], help: 'has the engine leave', example: 'quit' },
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

/** What stands behind a command to bring the engine to a place, or on from there. What is not known is as the text has it. */
export function offersAt(word: string, line: Line, { positions, moves }: Notations): readonly string[] {
  const position = line.position as MorrisPosition;
  const rest = (whole: string): string => whole.slice(word.length + 1);
  if (word === 'newgame')
    return [rest(newgameLine(position, positions ?? 'index'))].filter((text) => text !== '');
  if (word !== 'move') return [];
  return morris.moves(position).map((move) => rest(moveLine(move, moves ?? 'index')));
}
