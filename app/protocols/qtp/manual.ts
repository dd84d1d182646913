/** What a person who types commands of QTP is told of them. Any of them may be sent at any time. */
import { quoridor, wallsPlaced, type QuoridorPosition } from '../../games/quoridor/index.ts';
import type { Line } from '../../games/line.ts';
import type { CommandHelp, Commands } from '../commands.ts';
import { commandNames, commandOf, readCommand, type CommandName } from './commands.ts';
import { writeColor, writePlacement, type WallForm } from './entities.ts';
import { placementOf } from './telling.ts';
import type { CommandArgument } from '../../shapes/engines.ts';

const color: CommandArgument = { name: 'color', choices: ['black', 'white'] };
const vertex: CommandArgument = { name: 'vertex' };

const told: Readonly<Record<CommandName, CommandHelp>> = {
  name: { args: [], help: 'asks for the name of the engine', example: 'name', harmless: true },
  known_command: {
    args: [{ name: 'command', takes: 'command' }],
    help: 'asks whether the engine knows a command; true or false answers it',
    example: 'known_command undo',
    harmless: true,
  },
  list_commands: {
    args: [],
    help: 'asks for all commands that the engine knows, one a line',
    example: 'list_commands',
    harmless: true,
  },
  quit: { args: [], help: 'has the engine answer and leave', example: 'quit' },
  boardsize: {
    args: [{ name: 'size' }],
    help: 'changes the size of the board; clear_board and walls are to follow',
    example: 'boardsize 9',
  },
  clear_board: {
    args: [],
    help: 'takes the walls off the board and puts both pawns back; walls is to follow',
    example: 'clear_board',
  },
  walls: {
    args: [{ name: 'number' }],
    help: 'gives each player so many walls',
    example: 'walls 10',
  },
  playmove: {
    args: [color, vertex],
    help: 'moves the pawn of a color to a vertex, whoever is to move',
    example: 'playmove white e8',
  },
  playwall: {
    args: [color, vertex, { name: 'orientation', choices: ['horizontal', 'vertical'] }],
    help: 'puts up a wall of a color; the vertex is the one northwest of its center',
    example: 'playwall black e3 horizontal',
  },
  genmove: {
    args: [color],
    help: 'has the engine choose a move for a color and make it; the move answers it',
    example: 'genmove white',
  },
  undo: {
    args: [{ name: 'times', optional: true }],
    help: 'takes back one move, or so many',
    example: 'undo 2',
  },
  winner: {
    args: [],
    help: 'asks whether the game is over; true and the color that has won, or false, answers it',
    example: 'winner',
    harmless: true,
  },
  showboard: {
    args: [],
    help: "asks for the engine's own drawing of its board",
    example: 'showboard',
    harmless: true,
  },
};

export const commands: Commands = {
  table: commandNames.map((word) => ({ word, clause: `QTP, Commands, ${word}`, ...told[word] })),
  find(line) {
    const command = readCommand(line);
    const known = command && commandOf(command.name);
    return known && command.args.length >= known.words ? command.name : null;
  },
};

/** What stands behind a command to bring the engine to a place, or on from there. @param form null: as the text has it */
export function offersAt(
  word: string,
  { game, position: shown }: Line,
  form: WallForm | null,
): readonly string[] {
  if (game.id !== quoridor.id) return [];
  const position = shown as QuoridorPosition;
  const { size, mover, wallsLeft } = position;
  switch (word) {
    case 'boardsize':
      return [`${size}`];
    case 'walls':
      return [`${wallsLeft[0] + wallsPlaced(position)[0]}`];
    case 'genmove':
      return [writeColor(mover)];
    case 'playmove':
    case 'playwall': {
      const kind = word === 'playmove' ? 'pawn' : 'wall';
      const placements = quoridor.moves(position).map((move) => placementOf(size, move));
      return placements
        .filter((placement) => placement.kind === kind)
        .map((placement) => `${writeColor(mover)} ${writePlacement(placement, form ?? 'vertex+word')}`);
    }
    default:
      return [];
  }
}
