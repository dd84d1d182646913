/** The engines of a report: from the library, each in a session of its own that is started when there is room. */
import { randomBytes } from 'node:crypto';
import type { LaneEngine } from '../analysis/report/lane.ts';
import type { Line } from '../games/line.ts';
import { capabilitiesOf } from '../protocols/registry.ts';
import type { EngineRegistry } from '../library/engines.ts';
import type { SessionRegistry } from '../sessions/session-registry.ts';
import type { EvaluationStore } from '../evaluations/store.ts';
import { UnknownBuild, type TellerFacts, type Tellers } from '../evaluations/tellers.ts';
import type { Teller } from '../shapes/evaluations.ts';
import type { Limit, OptionValues } from '../shapes/engines.ts';
import type { EngineScale } from '../shapes/report.ts';
import { spokenBy, type EngineLauncher } from './engine-launcher.ts';
import { programHash } from './match-engines.ts';
import { requireServed } from './requirements.ts';

/** What starts the engines of reports. */
export interface LanePorts {
  readonly engines: EngineRegistry;
  readonly launcher: EngineLauncher;
  readonly sessionRegistry: SessionRegistry;
  readonly evaluations: EvaluationStore;
  readonly tellers: Tellers;
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
  { engines, launcher, sessionRegistry, evaluations, tellers }: LanePorts,
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
    program: () => programHash({ engines, tellers }, engine.record.id),
    teller: async () => {
      // From then on it is known what it has said before.
      await evaluations.open();
      return tellerOf(tellers, launcher.factsOf(engine.record.id, protocol.id, asked.options));
    },
    open: async (signal) => {
      const handle = await sessionRegistry.room.whenFree(
        () => launcher.open(engine.record.id, protocol.id, 'report', asked.options),
        signal,
      );
      return handle;
    },
  };
}

/** Who the engine is; without files if it is unknown which build it is, so that nothing it said is found again. */
async function tellerOf(tellers: Tellers, facts: TellerFacts): Promise<Teller> {
  try {
    return await tellers.identify(tellers.started(facts));
  } catch (error) {
    if (!(error instanceof UnknownBuild)) throw error;
    const { engine, name, protocol, launch, settings, options } = facts;
    const id = randomBytes(32).toString('hex');
    return {
      id,
      engine,
      name,
      protocol,
      files: [],
      args: [...launch.args],
      settings: { ...settings },
      options,
    };
  }
}
