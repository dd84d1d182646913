/** What a person who types commands of CFP is told of them. */
import type { CommandHelp, Commands } from '../protocol.ts';
import { guiCommands, readGui, type GuiMessage } from './messages.ts';
import type { DriverState } from '../../shapes/engines.ts';

const waiting: readonly DriverState[] = ['idle', 'preparing'];
const opened: readonly DriverState[] = [...waiting, 'thinking', 'stopping'];

const unopened = 'nothing else is sent before cfpok';
const whileItThinks = 'it is sent only while the engine waits';

const told: Readonly<Record<GuiMessage['kind'], CommandHelp>> = {
  cfp: {
    args: [],
    help: 'asks the engine to use CFP; it says who it is, offers its options and ends with cfpok',
    example: 'cfp',
    when: { states: ['new'], otherwise: 'it is sent once, as the first command' },
  },
  debug: {
    args: [{ name: 'on or off', choices: ['on', 'off'] }],
    help: 'has the engine say more of what it does, by info',
    example: 'debug on',
    when: { states: opened, otherwise: unopened },
    harmless: true,
  },
  isready: {
    args: [],
    help: 'asks for a sign of life; readyok answers it at once, even while the engine thinks',
    example: 'isready',
    when: { states: opened, otherwise: unopened },
    harmless: true,
  },
  setoption: {
    args: [
      { name: 'name', keyword: 'name', takes: 'option' },
      { name: 'value', keyword: 'value', takes: 'value', optional: true },
    ],
    help: 'changes a setting of the engine; a button is pressed by its name alone',
    example: 'setoption name Play Style value Normal',
    when: { states: waiting, otherwise: whileItThinks },
  },
  cfpnewgame: {
    args: [],
    help: 'says that the next position is of another game; isready is to follow',
    example: 'cfpnewgame',
    when: { states: waiting, otherwise: whileItThinks },
  },
  position: {
    args: [{ name: 'position', choices: ['startpos'] }],
    help: 'sets up a board: 42 digits from the top left, then who is to move; or startpos',
    example: `position ${'0'.repeat(42)}1`,
    when: { states: waiting, otherwise: whileItThinks },
  },
  go: {
    args: [{ name: 'seconds', keyword: 'movetime', optional: true }],
    help: 'has the engine think about the position told last, at most so long, until stop',
    example: 'go movetime 0.5',
    when: { states: waiting, otherwise: 'the engine thinks already' },
  },
  stop: {
    args: [],
    help: 'ends the thinking; bestmove answers it',
    example: 'stop',
    when: { states: ['thinking', 'stopping'], otherwise: 'the engine is not thinking, and ignores it' },
    harmless: true,
  },
  quit: { args: [], help: 'has the engine leave', example: 'quit' },
};

const kinds = Object.keys(guiCommands) as GuiMessage['kind'][];

export const commands: Commands = {
  table: kinds.map((word) => ({ word, clause: guiCommands[word].clause, ...told[word] })),
  find(line) {
    const { message } = readGui(line);
    return message === null || message.kind === 'unreadable' ? null : message.kind;
  },
};
