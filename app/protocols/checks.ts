/** Checks and probes by protocol. They are not in `registry.ts` because most commands need neither. */
import { cfpChecks, cfpProbe } from './cfp/checks/index.ts';
import { cfsiChecks, cfsiProbe } from './cfsi/checks/index.ts';
import type { Probe } from './check-talk.ts';
import type { Check } from './conformance.ts';
import { gosChecks, gosProbes } from './gos/checks/index.ts';
import { nmmChecks, nmmProbe } from './nmm/checks/index.ts';
import { qtpChecks, qtpProbe } from './qtp/checks/index.ts';

/** Each protocol's checks, in the order in which they run and are reported. */
export const checks: ReadonlyMap<string, readonly Check[]> = new Map([
  ['cfp', cfpChecks],
  ['cfsi', cfsiChecks],
  ['gos', gosChecks],
  ['nmm', nmmChecks],
  ['qtp', qtpChecks],
]);

/** Each protocol's probes, one of which must succeed. */
export const probes: ReadonlyMap<string, readonly Probe[]> = new Map([
  ['cfp', [cfpProbe]],
  ['cfsi', [cfsiProbe]],
  ['gos', gosProbes],
  ['nmm', [nmmProbe]],
  ['qtp', [qtpProbe]],
]);
