import type { Protocol } from '../protocol.ts';
import { CfpDriver } from './driver.ts';
import { commands } from './commands.ts';

export { createCfpResponder, type CfpIdentity } from './responder.ts';

/** The Connect Four Protocol: 7 by 6, a move and no score, options of five types. */
export const cfp: Protocol = {
  id: 'cfp',
  name: 'CFP (Connect Four Protocol)',
  games: ['connect4'],
  opening: 'cfpok',
  shutdown: { lines: ['quit'], milliseconds: 1000 },
  singleMatch: false,
  settings: [],
  commands,
  createDriver: (deadlines) => new CfpDriver(deadlines),
};
