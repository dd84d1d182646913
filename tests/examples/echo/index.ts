import type { Protocol } from '../../../app/protocols/protocol.ts';
import { EchoDriver } from './driver.ts';

const games = ['nim'];

export const echo: Protocol = {
  id: 'echo',
  name: 'Echo',
  games,
  opening: 'hello',
  shutdown: { lines: ['bye'], milliseconds: 500 },
  singleMatch: false,
  settings: [],
  createDriver: (deadlines) => new EchoDriver(deadlines, games),
};
