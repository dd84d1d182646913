import type { Seat } from '../games/game.ts';
import { launchOf, NoSuchEngine, type EngineRegistry } from '../library/engines.ts';
import type { Kept } from '../library/files.ts';
import type { OptionValues, Settings } from '../library/shapes.ts';
import { whenReady } from '../play/ask.ts';
import type { EngineSeat } from '../play/table.ts';
import { capabilitiesOf, protocolById } from '../protocols/registry.ts';
import type { Berth, Purpose, Roster } from '../sessions/roster.ts';
import type { Session } from '../sessions/session.ts';
import type { SessionEnding } from '../sessions/types.ts';

/** What first contact with an engine found. */
export type Contact =
  | { readonly state: 'unknown' }
  | { readonly state: 'checking' }
  | { readonly state: 'ok' }
  | { readonly state: 'failed'; readonly ending: SessionEnding };

/** Opens sessions for engines of the registry, remembers who sits where, and learns from each handshake. */
export class Crew {
  readonly #roster: Roster;
  readonly #engines: EngineRegistry;
  readonly #settings: Kept<Settings>;
  readonly #onChange: () => void;
  readonly #contacts = new Map<string, Contact>();
  readonly #seated = new Map<Seat, Session>();

  constructor(roster: Roster, engines: EngineRegistry, settings: Kept<Settings>, onChange: () => void) {
    this.#roster = roster;
    this.#engines = engines;
    this.#settings = settings;
    this.#onChange = onChange;
  }

  contactOf(engine: string): Contact {
    return this.#contacts.get(engine) ?? { state: 'unknown' };
  }

  /** Starts an engine. @throws NoSuchEngine when it is unknown or does not speak the protocol */
  open(engineId: string, protocolId: string | undefined, purpose: Purpose, values: OptionValues = {}): Berth {
    const engine = this.#engines.get(engineId);
    const { record } = engine;
    const protocol = protocolById(protocolId ?? record.protocol);
    if (!engine.protocols.includes(protocol.id)) {
      throw new NoSuchEngine(
        `${record.name} does not speak ${protocol.id}, but ${engine.protocols.join(' and ')}.`,
      );
    }
    const berth = this.#roster.open({
      engine: engineId,
      title: record.name,
      purpose,
      launch: launchOf(engine),
      protocol,
      deadlines: this.#settings.value.deadlines,
      values: capabilitiesOf(protocol).options ? { ...record.values, ...values } : {},
    });
    berth.session.subscribe((event) => {
      if (event.kind === 'ready') this.#learn(engineId, berth.session);
      else if (event.kind === 'ended') this.#mourn(engineId, event.ending);
    });
    return berth;
  }

  /** The engine of a seat, started if it is not running, with the seat's options. */
  seated(seat: Seat, player: EngineSeat): Session {
    const sitting = this.#seated.get(seat);
    if (sitting && !sitting.ending && sitting.state !== 'closing') {
      const { record } = this.#engines.get(player.engine);
      sitting.request({ kind: 'options', values: { ...record.values, ...player.options } });
      return sitting;
    }
    const purpose = seat === 0 ? 'first player' : 'second player';
    const { session } = this.open(player.engine, player.protocol, purpose, player.options);
    this.#seated.set(seat, session);
    return session;
  }

  /** The engine that sits at a seat, if one runs. */
  at(seat: Seat): Session | null {
    return this.#seated.get(seat) ?? null;
  }

  dismissSeat(seat: Seat): void {
    void this.#seated.get(seat)?.close();
    this.#seated.delete(seat);
  }

  /** Lets a restarted session take the seat of the one it replaces. */
  replaceSeated(old: Session, fresh: Session): void {
    for (const [seat, session] of this.#seated) if (session === old) this.#seated.set(seat, fresh);
  }

  /**
   * Starts an engine, waits for the end of its handshake and ends it, over each of its protocols;
   * `contactOf` has what was found. @throws NoSuchEngine
   */
  async check(engineId: string): Promise<void> {
    const { protocols } = this.#engines.get(engineId);
    for (const protocol of protocols) {
      this.#setContact(engineId, { state: 'checking' });
      const { session } = this.open(engineId, protocol, 'contact');
      // A failed contact stays on the list, for its console says why.
      if (await whenReady(session)) return;
      await session.close();
      this.#roster.dismiss(session.id);
    }
  }

  /** The same without waiting; an engine that is removed meanwhile is no error. */
  checkSoon(engineId: string): void {
    this.check(engineId).catch((error: unknown) => {
      if (!(error instanceof NoSuchEngine)) throw error;
    });
  }

  #learn(engineId: string, session: Session): void {
    this.#setContact(engineId, { state: 'ok' });
    // A protocol without names or options says nothing against what another one told.
    const { options } = session.capabilities.options ? session : this.#engines.get(engineId).record;
    const { name, author } = session.identity;
    const known = this.#engines.get(engineId).record.identity;
    const identity = name === null && author === null ? known : { name, author };
    void this.#engines
      .learn(engineId, identity, options)
      .catch((error: Error) => session.note(`what the engine offers could not be kept: ${error.message}`))
      .then(() => this.#onChange());
  }

  #mourn(engineId: string, ending: SessionEnding): void {
    const failed = ending.word === 'unstartable' || ending.word === 'handshake';
    if (failed) this.#setContact(engineId, { state: 'failed', ending });
    else if (this.contactOf(engineId).state === 'checking') this.#setContact(engineId, { state: 'unknown' });
  }

  #setContact(engineId: string, contact: Contact): void {
    this.#contacts.set(engineId, contact);
    this.#onChange();
  }
}
