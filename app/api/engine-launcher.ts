import { limitsIn } from '../library/settings.ts';
import { settingsFor, launchOf, type Engine, type EngineRegistry } from '../library/engines.ts';
import type { Kept } from '../library/files.ts';
import { Refused } from '../library/refused.ts';
import type { Settings } from '../library/settings-table.ts';
import { capabilitiesOf } from '../protocols/registry.ts';
import type { Protocol } from '../protocols/protocol.ts';
import type { SessionEntry, SessionRegistry } from '../sessions/session-registry.ts';
import type { Session } from '../sessions/session.ts';
import type { Renewal } from '../sessions/types.ts';
import { knownProtocol } from './known.ts';
import type { OptionValues } from '../shapes/engines.ts';
import type { Purpose } from '../shapes/sessions.ts';

export interface LauncherListener {
  /** A session of an engine of the registry has begun; nothing has been heard from it. */
  onOpened(engine: string, session: Session): void;
  /** What is known of an engine has changed. */
  onLearned(): void;
  /** A restart is over, or a place was left: an engine that waits for room may take it. */
  onRoom(): void;
}

/** How a session is opened, where it is not the first of its use. */
interface Succession {
  readonly replaced: SessionEntry;
  readonly renewal: Renewal | undefined;
}

/** Opens sessions for engines of the registry, and keeps what they tell of themselves. */
export class EngineLauncher {
  readonly #sessionRegistry: SessionRegistry;
  readonly #engines: EngineRegistry;
  readonly #settings: Kept<Settings>;
  readonly #listener: LauncherListener;
  /** What was asked of a session beyond what is kept for its engine. */
  readonly #ownValues = new WeakMap<Session, OptionValues>();
  /** Restarts that are under way. */
  #restarts = 0;
  /** Engines that run without a session. */
  #beside = 0;

  constructor(
    sessionRegistry: SessionRegistry,
    engines: EngineRegistry,
    settings: Kept<Settings>,
    listener: LauncherListener,
  ) {
    this.#sessionRegistry = sessionRegistry;
    this.#engines = engines;
    this.#settings = settings;
    this.#listener = listener;
  }

  /** How many more engines may run. */
  get room(): number {
    return Math.max(0, this.#settings.value.enginesAtOnce - this.#sessionRegistry.running - this.#beside);
  }

  get hasRoom(): boolean {
    return this.room > 0;
  }

  /** Counts an engine that runs without a session among those that run. @returns what says that it has gone */
  takePlace(): () => void {
    this.#beside++;
    let taken = true;
    return () => {
      if (!taken) return;
      taken = false;
      this.#beside--;
      this.#listener.onRoom();
    };
  }

  /** An engine has ended to be started once more: the room that it left is its own. */
  get restarting(): boolean {
    return this.#restarts > 0;
  }

  /** The protocol that is spoken with an engine, where `protocolId` is asked for or its usual one. @throws Refused */
  protocolOf(engineId: string, protocolId: string | undefined): Protocol {
    return spokenBy(this.#engines.get(engineId), protocolId);
  }

  /**
   * Starts an engine.
   * @param own option values that hold for this session alone
   * @throws Refused when it is unknown, does not speak the protocol, or as many run as may
   */
  open(
    engineId: string,
    protocolId: string | undefined,
    purpose: Purpose,
    own: OptionValues = {},
  ): SessionEntry {
    return this.#open(engineId, protocolId, purpose, own, null);
  }

  /**
   * Ends a session and starts its engine once more, for the same purpose and with the same options of its own. No
   * check takes its place meanwhile. Where we have a reason of our own, its console begins with it, and a session that
   * was ended for it alone leaves the list.
   * @throws Refused as `open`, and when it has been restarted already; the session has ended all the same
   */
  readonly restart = async (session: Session, renewal?: Renewal): Promise<Session> => {
    this.#restarts++;
    try {
      const { word } = await session.close();
      const replaced = this.#sessionRegistry.get(session.id);
      if (!replaced || replaced.successor) throw restartedAlready();
      const { engine, purpose } = replaced.opening;
      const own = this.#ownValues.get(session) ?? {};
      const fresh = this.#open(engine, session.protocol.id, purpose, own, { replaced, renewal }).session;
      if (renewal && word === 'quit') this.#sessionRegistry.dismiss(session.id);
      return fresh;
    } finally {
      this.#restarts--;
      this.#listener.onRoom();
    }
  };

  /** Tells the running sessions of an engine what is kept for it now. */
  tellOptions(engineId: string): void {
    for (const { session, opening } of this.#sessionRegistry.list()) {
      if (opening.engine === engineId) this.#tellOptions(engineId, session);
    }
  }

  /** Has a running session go by these options of its own from now on. */
  setOwnOptions(engineId: string, session: Session, own: OptionValues): void {
    this.#ownValues.set(session, own);
    this.#tellOptions(engineId, session);
  }

  #open(
    engineId: string,
    protocolId: string | undefined,
    purpose: Purpose,
    own: OptionValues,
    succession: Succession | null,
  ): SessionEntry {
    const engine = this.#engines.get(engineId);
    const protocol = spokenBy(engine, protocolId);
    const { record } = engine;
    const { deadlines, limits, enginesAtOnce } = this.#settings.value;
    if (!this.hasRoom) throw tooMany(enginesAtOnce, record.name);
    const renewal = succession?.renewal;
    const entry = this.#sessionRegistry.open(
      {
        engine: engineId,
        title: record.name,
        purpose,
        launch: launchOf(engine),
        protocol,
        deadlines,
        settings: settingsFor(engine, protocol),
        limits: {
          ...limitsIn(this.#settings.value),
          journalBytes: limits.journalMiB * 1024 ** 2,
        },
        values: capabilitiesOf(protocol).options ? { ...record.values, ...own } : {},
        ...(renewal && { renewal }),
      },
      succession?.replaced ?? null,
    );
    const { session } = entry;
    this.#ownValues.set(session, own);
    session.subscribe((event) => {
      if (event.kind === 'ready') void this.#keep(session, this.#remember(engineId, session));
      else if (event.kind === 'learned') this.#learnSetting(engineId, event, session);
    });
    this.#listener.onOpened(engineId, session);
    return entry;
  }

  /** All values that hold: what went back to its default must be said to a running engine, too. */
  #tellOptions(engineId: string, session: Session): void {
    if (!session.capabilities.options) return;
    const { record } = this.#engines.get(engineId);
    const values = { ...defaultsOf(record), ...record.values, ...this.#ownValues.get(session) };
    session.request({ kind: 'options', values });
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
    // A protocol without names or options says nothing against what another one told.
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

const restartedAlready = (): Refused => new Refused('That engine was already restarted.');

const tooMany = (atOnce: number, name: string): Refused =>
  new Refused(
    `${name} was not started: ${atOnce === 1 ? 'one engine is' : `${atOnce} engines are`} already running, which is the limit in the settings.`,
    'End one, or raise "Engines at once" in the settings.',
  );

/** The protocol to speak with an engine: the one asked for, or its usual one. @throws Refused */
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
