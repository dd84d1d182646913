/** NMM, the Nine Men's Morris Protocol: the engine receives a game or a position, and then `go`. */
import type { Protocol } from '../protocol.ts';
import { AUTO } from '../settings.ts';
import { NmmDriver } from './driver.ts';
import { commands } from './commands.ts';
import { NEITHER, type NotationSettings } from './notations.ts';

export { createNmmResponder, WIN, type NmmEngine } from './responder.ts';
import type { ProtocolSetting } from '../../shapes/engines.ts';

const notation = (
  id: keyof NotationSettings,
  label: string,
  help: string,
  more: ProtocolSetting['values'] = [],
): ProtocolSetting => ({
  id,
  label,
  help,
  values: [
    { value: AUTO, label: 'Detect automatically' },
    { value: 'index', label: 'Numbers, as in the text: 0 to 23' },
    { value: 'name', label: 'Names: a7 to g1' },
    ...more,
  ],
  default: AUTO,
  revisable: true,
});

export const nmm: Protocol = {
  id: 'nmm',
  name: "NMM (Nine Men's Morris Protocol)",
  shortName: 'NMM',
  games: ['morris'],
  opening: '`ready`',
  shutdown: { lines: ['quit'], milliseconds: 2000 },
  singleMatch: false,
  settings: [
    notation(
      'moves',
      'Moves',
      'How the engine writes and reads the points of a move. Some engines crash on the wrong one.',
    ),
    notation('positions', 'Positions', 'How the engine reads the points of a position.', [
      { value: NEITHER, label: 'Neither: games are sent from the start' },
    ]),
  ],
  commands,
  createDriver: (deadlines, settings = {}) => new NmmDriver(deadlines, settings),
};
