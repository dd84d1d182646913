import { cfpChecks } from './cfp/checks/index.ts';
import { cfsiChecks } from './cfsi/checks/index.ts';
import type { Check } from './conformance.ts';
import { gosChecks } from './gos/checks/index.ts';
import { nmmChecks } from './nmm/checks/index.ts';
import { qtpChecks } from './qtp/checks/index.ts';
import { cfpProbe } from './cfp/probe.ts';
import { cfsiProbe } from './cfsi/probe.ts';
import { gosProbes } from './gos/probe.ts';
import { nmmProbe } from './nmm/probe.ts';
import type { Probe } from './probing.ts';
import { qtpProbe } from './qtp/probe.ts';

/** Each protocol's checks, in the order in which they run and are reported. */
export const checks: ReadonlyMap<string, readonly Check[]> = new Map([
  ['cfp', cfpChecks],
  ['cfsi', cfsiChecks],
  ['gos', gosChecks],
  ['nmm', nmmChecks],
  ['qtp', qtpChecks],
]);

/** Each protocol's probes, of which one has to succeed. */
export const probes: ReadonlyMap<string, readonly Probe[]> = new Map([
  ['cfp', [cfpProbe]],
  ['cfsi', [cfsiProbe]],
  ['gos', gosProbes],
  ['nmm', [nmmProbe]],
  ['qtp', [qtpProbe]],
]);
