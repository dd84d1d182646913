/** QTP, the Go Text Protocol as it was made over for Quoridor: the engine is asked by commands, one a line. */
import type { Protocol } from '../protocol.ts';
import { QtpDriver } from './driver.ts';

export { createQtpResponder, type QtpEngine } from './responder.ts';

export const qtp: Protocol = {
  id: 'qtp',
  name: 'QTP (Quoridor Text Protocol)',
  games: ['quoridor'],
  opening: '=',
  shutdown: { lines: ['quit'], milliseconds: 2000 },
  createDriver: (deadlines) => new QtpDriver(deadlines, null),
};
