/** The engines of a report: from the library, each in a session of its own that is started when there is room. */
import { createHash } from 'node:crypto';
import type { LaneEngine } from '../analysis/report/lane.ts';
import type { Line } from '../games/line.ts';
import { capabilitiesOf } from '../protocols/registry.ts';
import type { Engine, EngineRegistry } from '../library/engines.ts';
import type { SessionRegistry } from '../sessions/session-registry.ts';
import type { Protocol } from '../protocols/protocol.ts';
import type { Teller } from '../shapes/evaluations.ts';
import type { Limit, OptionValues } from '../shapes/engines.ts';
import type { EngineScale } from '../shapes/report.ts';
import { spokenBy, type EngineLauncher } from './engine-launcher.ts';
import { requireServed } from './requirements.ts';

/** What starts the engines of reports. */
export interface LanePorts {
  readonly engines: EngineRegistry;
  readonly launcher: EngineLauncher;
  readonly sessionRegistry: SessionRegistry;
}

export interface AskedEngine {
  readonly engine: string;
  readonly protocol?: string | undefined;
  readonly limit: Limit;
  readonly options?: OptionValues | undefined;
  /** Instead of the engine's own. */
  readonly scale?: EngineScale | null | undefined;
}

/**
 * An engine that can be asked about the positions of a line.
 * @throws Refused if it or its protocol cannot serve the game, the limit or the options
 */
export function laneEngine(
  { engines, launcher, sessionRegistry }: LanePorts,
  line: Line,
  asked: AskedEngine,
): LaneEngine {
  const engine = engines.get(asked.engine);
  const protocol = spokenBy(engine, asked.protocol);
  const { time, depth } = capabilitiesOf(protocol);
  // Where nothing limits a search, the engine decides.
  const limit: Limit = time || depth ? asked.limit : { kind: 'none' };
  requireServed(engine, line, { ...asked, limit });
  return {
    name: engine.record.name,
    protocol: protocol.id,
    limit,
    scale: asked.scale === undefined ? engine.record.scale : asked.scale,
    // Plywire's own engines are tested against plain counting.
    proves: engine.bundled,
    teller: async () => tellerOf(engine, protocol, asked),
    open: async (signal) => {
      const handle = await sessionRegistry.room.whenFree(
        () => launcher.open(engine.record.id, protocol.id, 'report', asked.options),
        signal,
      );
      return handle;
    },
  };
}

/** Who the engine is. */
function tellerOf(engine: Engine, { id: protocol }: Protocol, { options = {} }: AskedEngine): Teller {
  const { record } = engine;
  const facts = [record.file, record.args, protocol, record.dialect, record.values, options];
  const id = createHash('sha256').update(JSON.stringify(facts)).digest('hex');
  return {
    ...{ id, engine: record.id, name: record.name, protocol, files: [], args: [...record.args] },
    ...{ settings: { ...record.dialect }, options: { ...record.values, ...options } },
  };
}
