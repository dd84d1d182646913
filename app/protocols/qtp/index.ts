/** QTP, the Go Text Protocol adapted to Quoridor: one command per line, one answer for each. */
import type { Protocol } from '../protocol.ts';
import type { QuoridorPosition } from '../../games/quoridor/index.ts';
import { readDrawing, shownOf } from './drawings.ts';
import type { WallForm } from './messages.ts';
import { QtpDriver } from './driver.ts';
import { commands } from './commands.ts';

export { createQtpResponder, type QtpEngine } from './responder.ts';

const wallForm = (value: string | undefined): WallForm | null =>
  value === 'token' || value === 'vertex+word' ? value : null;

export const qtp: Protocol = {
  id: 'qtp',
  name: 'QTP (Quoridor Text Protocol)',
  shortName: 'QTP',
  games: ['quoridor'],
  opening: 'the opening by `name` and `list_commands` was over',
  shutdown: { lines: ['quit'], milliseconds: 2000 },
  singleMatch: false,
  settings: [
    {
      id: 'walls',
      label: 'Walls',
      help: 'How the engine writes walls. The one-word form uses the row below, and only works on a 9 by 9 board.',
      values: [
        { value: 'auto', label: 'Detect automatically' },
        { value: 'vertex+word', label: 'A vertex and a word, as in the text: E3 horizontal' },
        { value: 'token', label: 'One word, with the row below: e2h' },
      ],
      default: 'auto',
    },
  ],
  commands,
  drawings: { read: readDrawing, of: (position) => shownOf(position as QuoridorPosition) },
  createDriver: (deadlines, settings = {}) => new QtpDriver(deadlines, wallForm(settings['walls'])),
};
