import type { Protocol } from '../../../app/protocols/protocol.ts';
import { EchoDriver } from './driver.ts';
import { commands } from './manual.ts';

const games = ['nim'];

export const echo: Protocol = {
  id: 'echo',
  name: 'Echo',
  shortName: 'Echo',
  games,
  opening: 'hello',
  shutdown: { lines: ['bye'], milliseconds: 500 },
  singleMatch: false,
  settings: [],
  commands,
  createDriver: (deadlines) => new EchoDriver(deadlines, games),
};
