/** What a person who types commands of CFSI is told of them. */
import { formatPlacement, TOKENS, type Connect4Position } from '../../games/connect4/index.ts';
import type { CommandHelp, Commands } from '../protocol.ts';
import { openColumns } from './columns.ts';
import { commandNames, decodeCommand, encodeCommand, type CommandName } from './commands.ts';
import type { DriverState } from '../../shapes/engines.ts';

const started: readonly DriverState[] = ['idle', 'thinking', 'stopping'];
const unstarted = 'the server has not said started';

const told: Readonly<Record<CommandName, CommandHelp>> = {
  start: {
    args: [],
    help: 'starts the server; started answers it once all is ready',
    example: 'start',
    when: { states: ['new'], otherwise: 'the server was started already' },
    harmless: true,
  },
  stop: { args: [], help: 'ends the server: it says nothing more and takes no command', example: 'stop' },
  ping: {
    args: [],
    help: 'asks for a sign of life; pong answers it at once, even while a play is worked on',
    example: 'ping',
    harmless: true,
  },
  // The server holds no state of a game, so that nothing that is played here is remembered.
  play: {
    args: [
      { name: 'board' },
      { name: 'token', choices: ['x', 'o'] },
      { name: 'depth' },
      { name: 'column', keyword: '--column', optional: true },
    ],
    help: 'asks for a move on a board, its rows from the bottom up, looking so many plies ahead; bestmove answers it',
    example: 'play 7/7/7/7/7/7 x 4 --column 3',
    when: { states: started, otherwise: unstarted },
    harmless: true,
  },
  quit: {
    args: [],
    help: 'ends what is being worked on and what waits; each play is answered by a bestmove',
    example: 'quit',
    when: { states: ['thinking', 'stopping'], otherwise: 'there is no play to end' },
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

/** In plies: what any server answers soon. */
const DEPTH = 8;

/** What stands behind `play` to ask about a position, and about each of its columns alone. */
export function playsAt(position: Connect4Position): readonly string[] {
  const placement = formatPlacement(position);
  const token = TOKENS[position.mover];
  return [null, ...openColumns(position)].map((column) =>
    encodeCommand({ kind: 'play', placement, token, depth: DEPTH, column }).slice('play '.length),
  );
}
