/** The Connect Four Protocol: boards of 7 by 6, a move without a score, options of five types. */
import type { DriverState } from '../../shapes/engines.ts';
import type { CommandHelp, Commands, Protocol } from '../protocol.ts';
import { CfpDriver } from './driver.ts';
import { guiCommands, readGui, type GuiMessage } from './messages.ts';

export { createCfpResponder, type CfpIdentity } from './responder.ts';

const waiting: readonly DriverState[] = ['idle', 'preparing'];
const opened: readonly DriverState[] = [...waiting, 'thinking', 'stopping'];

const unopened = 'nothing else may be sent before cfpok';
const whileItThinks = 'sent only while the engine is idle';

const told: Readonly<Record<GuiMessage['kind'], CommandHelp>> = {
  cfp: {
    args: [],
    help: 'asks the engine to use CFP; it sends its name, its options and cfpok',
    example: 'cfp',
    when: { states: ['new'], otherwise: 'sent once, as the first command' },
  },
  debug: {
    args: [{ name: 'on or off', choices: ['on', 'off'] }],
    help: 'makes the engine report more, in info lines',
    example: 'debug on',
    when: { states: opened, otherwise: unopened },
    harmless: true,
  },
  isready: {
    args: [],
    help: 'checks that the engine is alive; it answers readyok at once, even while thinking',
    example: 'isready',
    when: { states: opened, otherwise: unopened },
    harmless: true,
  },
  setoption: {
    args: [
      { name: 'name', keyword: 'name', takes: 'option' },
      { name: 'value', keyword: 'value', takes: 'value', optional: true },
    ],
    help: 'changes an option of the engine; for a button, the name alone',
    example: 'setoption name Play Style value Normal',
    when: { states: waiting, otherwise: whileItThinks },
  },
  cfpnewgame: {
    args: [],
    help: 'announces a new game; isready must follow',
    example: 'cfpnewgame',
    when: { states: waiting, otherwise: whileItThinks },
  },
  position: {
    args: [{ name: 'position', choices: ['startpos'] }],
    help: 'sets up a board: 42 digits from the top left, then the side to move; or startpos',
    example: `position ${'0'.repeat(42)}1`,
    when: { states: waiting, otherwise: whileItThinks },
  },
  go: {
    args: [{ name: 'seconds', keyword: 'movetime', optional: true }],
    help: 'starts a search of the last position until stop, for at most this time',
    example: 'go movetime 0.5',
    when: { states: waiting, otherwise: 'the engine is already thinking' },
  },
  stop: {
    args: [],
    help: 'ends the search; the engine answers bestmove',
    example: 'stop',
    when: { states: ['thinking', 'stopping'], otherwise: 'the engine is not thinking and ignores it' },
    harmless: true,
  },
  quit: { args: [], help: 'ends the engine', example: 'quit' },
};

const kinds = Object.keys(guiCommands) as GuiMessage['kind'][];

const commands: Commands = {
  table: kinds.map((word) => ({ word, clause: guiCommands[word].clause, ...told[word] })),
  find(line) {
    const { message } = readGui(line);
    return message === null || message.kind === 'unreadable' ? null : message.kind;
  },
};

export const cfp: Protocol = {
  id: 'cfp',
  name: 'CFP (Connect Four Protocol)',
  shortName: 'CFP',
  games: ['connect4'],
  opening: '`cfpok`',
  shutdown: { lines: ['quit'], milliseconds: 1000 },
  singleMatch: false,
  settings: [],
  commands,
  createDriver: (deadlines) => new CfpDriver(deadlines),
};
