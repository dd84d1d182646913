import { defaultDeadlines, type Protocol } from './protocol.ts';
import { cfp } from './cfp/index.ts';
import { cfsi } from './cfsi/index.ts';
import { gos } from './gos/index.ts';
import { nmm } from './nmm/index.ts';
import { qtp } from './qtp/index.ts';
import type { Capabilities } from '../shapes/engines.ts';

const all: readonly Protocol[] = [cfp, cfsi, gos, nmm, qtp];

export const protocols: ReadonlyMap<string, Protocol> = new Map(
  all.map((protocol) => [protocol.id, protocol]),
);

/** The capabilities of a protocol's engines before they have said anything. */
export function capabilitiesOf(protocol: Protocol): Capabilities {
  return protocol.createDriver(defaultDeadlines).capabilities;
}
