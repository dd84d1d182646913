/**
 * Starts sessions for engines of the library, with the protocol, limits and option values stored for each. Values that
 * are changed later are sent to running sessions; what engines report about themselves is stored.
 */
import { limitsIn } from '../library/settings.ts';
import { settingsFor, launchOf, type Engine, type EngineRegistry } from '../library/engines.ts';
import type { Kept } from '../library/files.ts';
import { Refused } from '../shapes/refused.ts';
import type { Settings } from '../library/settings-table.ts';
import type { TellerFacts } from '../evaluations/tellers.ts';
import { capabilitiesOf } from '../protocols/registry.ts';
import { settingsInUse } from '../protocols/settings.ts';
import type { Protocol } from '../protocols/protocol.ts';
import { EngineHandle } from '../play/engine-handle.ts';
import type { EngineSpec, SessionRegistry } from '../sessions/session-registry.ts';
import type { Session } from '../sessions/session.ts';
import type { Renewal } from '../sessions/types.ts';
import { knownProtocol } from './known.ts';
import type { OptionValues } from '../shapes/engines.ts';
import type { Purpose } from '../shapes/sessions.ts';

export interface LauncherListener {
  /** A session of a registered engine has started; it has not produced any output yet. */
  onOpened(engine: string, session: Session, facts: TellerFacts): void;
  /** The option values of a running session that differ from the defaults have changed. */
  onOptions(session: Session, values: OptionValues): void;
  /** The stored facts about an engine have changed. */
  onLearned(): void;
}

/** Opens sessions for registered engines, and stores what the engines report about themselves. */
export class EngineLauncher {
  readonly #sessionRegistry: SessionRegistry;
  readonly #engines: EngineRegistry;
  readonly #settings: Pick<Kept<Settings>, 'value'>;
  readonly #listener: LauncherListener;
  /** Each session's own option values, in addition to those stored for its engine. */
  readonly #ownValues = new WeakMap<Session, OptionValues>();

  constructor(
    sessionRegistry: SessionRegistry,
    engines: EngineRegistry,
    settings: Pick<Kept<Settings>, 'value'>,
    listener: LauncherListener,
  ) {
    this.#sessionRegistry = sessionRegistry;
    this.#engines = engines;
    this.#settings = settings;
    this.#listener = listener;
  }

  /** The protocol to speak with an engine: `protocolId`, or by default its usual one. @throws Refused */
  protocolOf(engineId: string, protocolId: string | undefined): Protocol {
    return spokenBy(this.#engines.get(engineId), protocolId);
  }

  /**
   * Starts an engine.
   * @param own option values for this session only
   * @throws Refused if it is unknown, does not speak the protocol, or the limit on running engines is reached
   */
  open(
    engineId: string,
    protocolId: string | undefined,
    purpose: Purpose,
    own: OptionValues = {},
  ): EngineHandle {
    const spec = this.#specOf(engineId, protocolId, own);
    const { session } = this.#sessionRegistry.open(spec, purpose);
    this.#watch(engineId, session, own);
    return new EngineHandle(session, this.restart);
  }

  /** Starts the engine of a session once more, with the session's own options. @throws Refused */
  openBeside(session: Session, purpose: Purpose): EngineHandle {
    const spec = this.#sessionRegistry.get(session.id)?.spec;
    if (spec === undefined) throw new Refused('That engine was removed.');
    return this.open(spec.engine, spec.protocol, purpose, this.#ownValues.get(session) ?? {});
  }

  /**
   * Who an engine is when it says something about a position, apart from the content of its files.
   * @throws Refused as `open`
   */
  factsOf(engineId: string, protocolId: string | undefined, own: OptionValues = {}): TellerFacts {
    const engine = this.#engines.get(engineId);
    const protocol = spokenBy(engine, protocolId);
    return {
      engine: this.#engines.isTransient(engineId) ? null : engineId,
      name: engine.record.name,
      protocol: protocol.id,
      launch: launchOf(engine),
      // What is found out about an engine makes it no other one.
      settings: settingsInUse(protocol, engine.record.dialect, {}),
      options: capabilitiesOf(protocol).options ? this.#valuesOf(engine.record, own) : {},
    };
  }

  /** Restarts a session's engine as `SessionRegistry.restart` does, with the session's own options. @throws Refused */
  readonly restart = async (before: Session, renewal?: Renewal): Promise<Session> => {
    const own = this.#ownValues.get(before) ?? {};
    const { session, spec } = await this.#sessionRegistry.restart(before, renewal, (replaced) =>
      this.#specOf(replaced.spec.engine, replaced.spec.protocol, own),
    );
    this.#watch(spec.engine, session, own);
    return session;
  };

  /** Sends the option values stored for an engine to its running sessions. */
  sendOptions(engineId: string): void {
    for (const { session, spec } of this.#sessionRegistry.list()) {
      if (spec.engine === engineId) this.#sendOptions(engineId, session);
    }
  }

  /** Replaces a running session's own option values, and sends them. */
  setOwnOptions(engineId: string, session: Session, own: OptionValues): void {
    this.#ownValues.set(session, own);
    this.#sendOptions(engineId, session);
  }

  /** @throws Refused if the engine is unknown or does not speak the protocol */
  #specOf(engineId: string, protocolId: string | undefined, own: OptionValues): EngineSpec {
    const engine = this.#engines.get(engineId);
    const protocol = spokenBy(engine, protocolId);
    const { record } = engine;
    const settings = this.#settings.value;
    return {
      engine: engineId,
      title: record.name,
      launch: launchOf(engine),
      protocol: protocol.id,
      deadlines: settings.deadlines,
      settings: settingsFor(engine, protocol),
      limits: { ...limitsIn(settings), journalBytes: settings.limits.journalMiB * 1024 ** 2 },
      values: capabilitiesOf(protocol).options ? this.#valuesOf(record, own) : {},
    };
  }

  #valuesOf({ values }: Engine['record'], own: OptionValues = {}): OptionValues {
    return { ...values, ...own };
  }

  #watch(engineId: string, session: Session, own: OptionValues): void {
    this.#ownValues.set(session, own);
    session.subscribe((event) => {
      if (event.kind === 'ready') void this.#keep(session, this.#remember(engineId, session));
      else if (event.kind === 'learned') this.#learnSetting(engineId, event, session);
    });
    this.#listener.onOpened(engineId, session, this.factsOf(engineId, session.protocol.id, own));
  }

  /** Sends all values, defaults included: a running engine must also learn which options went back to the default. */
  #sendOptions(engineId: string, session: Session): void {
    if (!session.capabilities.options) return;
    const { record } = this.#engines.get(engineId);
    const values = { ...defaultsOf(record), ...record.values, ...this.#ownValues.get(session) };
    session.request({ kind: 'options', values });
    this.#listener.onOptions(session, this.#valuesOf(record, this.#ownValues.get(session)));
  }

  #learnSetting(
    engineId: string,
    { setting, value }: { readonly setting: string; readonly value: string },
    session: Session,
  ): void {
    session.note(`${setting}: ${value} (detected)`);
    void this.#keep(session, this.#engines.learnSetting(engineId, setting, value));
  }

  async #remember(engineId: string, session: Session): Promise<void> {
    const { record } = this.#engines.get(engineId);
    // If this protocol has no names or options, those reported over another protocol stay.
    const options = session.capabilities.options ? session.options : record.options;
    const { name, author } = session.identity;
    const identity = name === null && author === null ? record.identity : { name, author };
    await this.#engines.learn(engineId, identity, options);
  }

  async #keep(session: Session, learning: Promise<void>): Promise<void> {
    await learning.catch((error: Error) =>
      session.note(`what the engine reported about itself could not be saved: ${error.message}`),
    );
    this.#listener.onLearned();
  }
}

/** The protocol to speak with an engine: `protocolId`, or by default its usual one. @throws Refused */
export function spokenBy({ record, protocols }: Engine, protocolId: string | undefined): Protocol {
  const protocol = knownProtocol(protocolId ?? record.protocol);
  if (protocols.includes(protocol.id)) return protocol;
  throw new Refused(
    `${record.name} does not speak ${protocol.id}.`,
    `Choose ${protocols.join(' or ')}, or another engine.`,
  );
}

/** The default values of the options, as text. */
export function defaultsOf({ options }: Engine['record']): Record<string, string> {
  return Object.fromEntries(
    options.flatMap((option) => ('default' in option ? [[option.name, String(option.default)]] : [])),
  );
}
