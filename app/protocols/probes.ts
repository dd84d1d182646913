import { cfpProbe } from './cfp/probe.ts';
import { cfsiProbe } from './cfsi/probe.ts';
import { gosProbes } from './gos/probe.ts';
import { nmmProbe } from './nmm/probe.ts';
import type { Probe } from './probing.ts';
import { qtpProbe } from './qtp/probe.ts';

/** The probes of each protocol that has some, by its id; one that succeeds is enough: one line each. */
export const probes: ReadonlyMap<string, readonly Probe[]> = new Map([
  ['cfp', [cfpProbe]],
  ['cfsi', [cfsiProbe]],
  ['gos', gosProbes],
  ['nmm', [nmmProbe]],
  ['qtp', [qtpProbe]],
]);
