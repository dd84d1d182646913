/** CFSI, the Connect Four Server Interface: the engine is a server that plays on any board. */
import type { Protocol } from '../protocol.ts';
import { CfsiDriver } from './driver.ts';
import { commands } from './commands.ts';

export { createCfsiResponder } from './responder.ts';

export const cfsi: Protocol = {
  id: 'cfsi',
  name: 'CFSI (Connect Four Server Interface)',
  shortName: 'CFSI',
  games: ['connect4'],
  opening: '`started`',
  // `quit` first: some servers finish their play before they stop.
  shutdown: { lines: ['quit', 'stop'], milliseconds: 2000 },
  singleMatch: false,
  settings: [],
  commands,
  createDriver: (deadlines) => new CfsiDriver(deadlines),
};
