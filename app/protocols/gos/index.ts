/** GoS, the Game of Stones protocol: JSON lines between a referee, our side, and a player, the bot. */
import type { Protocol } from '../protocol.ts';
import { AUTO } from '../settings.ts';
import { commands } from './commands.ts';
import { GosDriver } from './driver.ts';
import { isReply } from './messages.ts';
import { FIRST_MOVE, MOVE, SECONDS } from './settings.ts';
import { mayEndMessage } from './stream.ts';

export { createGosResponder, type GosEngine } from './responder.ts';

const seconds = SECONDS.map((value) => ({ value, label: `${value} s` }));

export const gos: Protocol = {
  id: 'gos',
  name: 'GoS (Game of Stones)',
  shortName: 'GoS',
  games: ['stones'],
  // A bot exits after a winner, or at the end of its input.
  shutdown: { lines: [], milliseconds: 2000 },
  singleMatch: true,
  // The text asks for JSON, which shows its own end, and says nothing of lines.
  isWhole: (begun) => mayEndMessage(begun, isReply),
  settings: [
    {
      id: 'enums',
      label: 'Enums',
      help: 'How colours, move types and winners are written to the bot. Some bots read only one form.',
      values: [
        { value: AUTO, label: 'Detect automatically' },
        { value: 'string', label: 'Strings, like the original referee: "1"' },
        { value: 'number', label: 'Numbers, as in the text: 1' },
      ],
      default: AUTO,
      revisable: true,
    },
    {
      id: 'first-move',
      label: 'First move',
      help: 'Time limit for the first move.',
      values: seconds,
      default: FIRST_MOVE,
      isLimit: true,
    },
    {
      id: 'move',
      label: 'Move',
      help: 'Time limit for each later move.',
      values: seconds,
      default: MOVE,
      isLimit: true,
    },
  ],
  commands,
  createDriver: (_deadlines, settings = {}) => new GosDriver(settings),
};
