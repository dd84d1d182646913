import type { Seat } from '../games/game.ts';
import { launchOf, settingsFor, type Engine, type EngineRegistry } from '../library/engines.ts';
import type { Kept } from '../library/files.ts';
import { Refused } from '../library/refused.ts';
import type { OptionValues, Settings } from '../library/shapes.ts';
import { whenReady } from '../play/ask.ts';
import type { EngineSeat } from '../play/table.ts';
import { capabilitiesOf } from '../protocols/registry.ts';
import type { Protocol } from '../protocols/protocol.ts';
import type { Berth, Purpose, Roster } from '../sessions/roster.ts';
import type { Session } from '../sessions/session.ts';
import type { SessionEnding } from '../sessions/types.ts';
import { knownProtocol } from './known.ts';
import { Turns } from './turns.ts';

/** Checks of first contact at a time: a folder of engines is gone through without stalling the machine. */
const checksAtOnce = 4;

/** What first contact with an engine found. */
export type Contact =
  | { readonly state: 'unknown' }
  /** It waits for its turn. */
  | { readonly state: 'waiting' }
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
  readonly #turns = new Turns(checksAtOnce, () => this.hasRoom && this.#restarts === 0);
  /** The check of an engine that waits or is under way. */
  readonly #checks = new Map<string, AbortController>();
  /** What was asked of a session beyond what is kept for its engine. */
  readonly #ownValues = new WeakMap<Session, OptionValues>();
  /** Restarts by hand that are under way. */
  #restarts = 0;

  constructor(roster: Roster, engines: EngineRegistry, settings: Kept<Settings>, onChange: () => void) {
    this.#roster = roster;
    this.#engines = engines;
    this.#settings = settings;
    this.#onChange = onChange;
  }

  contactOf(engine: string): Contact {
    return this.#contacts.get(engine) ?? { state: 'unknown' };
  }

  /** Whether one more engine may run. */
  get hasRoom(): boolean {
    return this.#roster.running < this.#settings.value.enginesAtOnce;
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
    replaced: Berth | null = null,
  ): Berth {
    const engine = this.#engines.get(engineId);
    const protocol = spokenBy(engine, protocolId);
    const { record } = engine;
    const { deadlines, limits, enginesAtOnce } = this.#settings.value;
    if (!this.hasRoom) throw tooMany(enginesAtOnce, record.name);
    const berth = this.#roster.open(
      {
        engine: engineId,
        title: record.name,
        purpose,
        launch: launchOf(engine),
        protocol,
        deadlines,
        settings: settingsFor(engine, protocol),
        limits: {
          memoryBytes: limits.memoryMiB * 1024 ** 2,
          processes: limits.processes,
          journalBytes: limits.journalMiB * 1024 ** 2,
        },
        values: capabilitiesOf(protocol).options ? { ...record.values, ...own } : {},
      },
      replaced,
    );
    this.#ownValues.set(berth.session, own);
    berth.session.subscribe((event) => {
      if (event.kind === 'ready') this.#learn(engineId, berth.session);
      else if (event.kind === 'learned') this.#learnSetting(engineId, event, berth.session);
      else if (event.kind === 'ended') this.#mourn(engineId, event.ending);
    });
    return berth;
  }

  /**
   * The engine of an ended session once more, for the same purpose and with the same options of its own.
   * @throws Refused as `open`, and when that session has left the list
   */
  reopen(session: Session): Session {
    const berth = this.#roster.get(session.id);
    if (!berth) throw restartedAlready();
    const { engine, purpose } = berth.opening;
    const own = this.#ownValues.get(session);
    const fresh = this.open(engine, session.protocol.id, purpose, own, berth).session;
    for (const [seat, seated] of this.#seated) if (seated === session) this.#seated.set(seat, fresh);
    return fresh;
  }

  /**
   * Ends a session and starts its engine once more, as `reopen`. No check takes its place meanwhile.
   * @throws Refused as `reopen`, and when it has been restarted already; the session has ended all the same
   */
  async restart(session: Session): Promise<Session> {
    this.#restarts++;
    try {
      await session.close();
      if (this.#roster.get(session.id)?.successor) throw restartedAlready();
      return this.reopen(session);
    } finally {
      this.#restarts--;
      this.#turns.look();
    }
  }

  /** Tells the running sessions of an engine what is kept for it now. */
  tellOptions(engineId: string): void {
    for (const { session, opening } of this.#roster.list()) {
      if (opening.engine === engineId) this.#tellOptions(engineId, session);
    }
  }

  /** The engine of a seat, started if it is not running, with the seat's options. */
  seated(seat: Seat, player: EngineSeat): Session {
    const sitting = this.#seated.get(seat);
    if (sitting && !sitting.ending && sitting.state !== 'closing') {
      this.#ownValues.set(sitting, player.options);
      this.#tellOptions(player.engine, sitting);
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

  /** Ends the engine of a seat; nobody waits for it, and closing never rejects. */
  dismissSeat(seat: Seat): void {
    void this.#seated.get(seat)?.close();
    this.#seated.delete(seat);
  }

  /** Where a session sits, if it does. */
  seatOf(session: Session): Seat | null {
    for (const [seat, seated] of this.#seated) if (seated === session) return seat;
    return null;
  }

  /**
   * Starts an engine, waits for the end of its handshake and ends it, over each of its protocols;
   * `contactOf` has what was found. It waits for its turn before, and takes the place of a check of the same
   * engine that is not over. @throws Refused
   */
  async check(engineId: string): Promise<void> {
    const { protocols } = this.#engines.get(engineId);
    this.callOff(engineId);
    const check = new AbortController();
    this.#checks.set(engineId, check);
    try {
      for (const protocol of protocols) {
        this.#setContact(engineId, { state: 'waiting' });
        const met = await this.#turns.run(() => this.#meet(engineId, protocol, check.signal), check.signal);
        if (!met) return;
      }
    } finally {
      if (this.#checks.get(engineId) === check) {
        this.#checks.delete(engineId);
        // Called off, or it could not even be tried: nothing is known of it, and a person may ask again.
        if (this.contactOf(engineId).state === 'waiting') this.#setContact(engineId, { state: 'unknown' });
      }
    }
  }

  /** The same without waiting; an engine that is removed meanwhile is no error. */
  checkSoon(engineId: string): void {
    this.check(engineId).catch(() => undefined);
  }

  /** Ends the check of an engine, if one waits or is under way. */
  callOff(engineId: string): void {
    this.#checks.get(engineId)?.abort();
  }

  /** No check begins any more. */
  close(): void {
    for (const check of this.#checks.values()) check.abort();
  }

  /** Sessions have come or gone, or more may run: a check that waits may begin. */
  handleChange(): void {
    // A crash is followed by its restart before anything else takes the place.
    queueMicrotask(() => this.#turns.look());
  }

  /** Whether the engine speaks this protocol; a failed contact stays on the list, for its console says why. */
  async #meet(engineId: string, protocol: string, signal: AbortSignal): Promise<boolean> {
    const { session } = this.open(engineId, protocol, 'contact');
    this.#setContact(engineId, { state: 'checking' });
    if (await whenReady(session, signal)) return false;
    await session.close();
    this.#roster.dismiss(session.id);
    return !signal.aborted;
  }

  /** All values that hold: what went back to its default must be said to a running engine, too. */
  #tellOptions(engineId: string, session: Session): void {
    if (!session.capabilities.options) return;
    const { record } = this.#engines.get(engineId);
    const values = { ...defaultsOf(record), ...record.values, ...this.#ownValues.get(session) };
    session.request({ kind: 'options', values });
  }

  #learn(engineId: string, session: Session): void {
    this.#setContact(engineId, { state: 'ok' });
    void this.#remember(engineId, session)
      .catch((error: Error) => session.note(`what the engine told of itself is not kept: ${error.message}`))
      .then(() => this.#onChange());
  }

  #learnSetting(
    engineId: string,
    { setting, value }: { readonly setting: string; readonly value: string },
    session: Session,
  ): void {
    session.note(`${setting}: ${value}, as was found out`);
    void this.#engines
      .learnSetting(engineId, setting, value)
      .catch((error: Error) => session.note(`what was found out is not kept: ${error.message}`))
      .then(() => this.#onChange());
  }

  async #remember(engineId: string, session: Session): Promise<void> {
    const { record } = this.#engines.get(engineId);
    // A protocol without names or options says nothing against what another one told.
    const options = session.capabilities.options ? session.options : record.options;
    const { name, author } = session.identity;
    const identity = name === null && author === null ? record.identity : { name, author };
    await this.#engines.learn(engineId, identity, options);
  }

  #mourn(engineId: string, ending: SessionEnding): void {
    const checking = this.contactOf(engineId).state === 'checking';
    if (
      ending.word === 'unstartable' ||
      ending.word === 'handshake' ||
      (checking && ending.word !== 'quit')
    ) {
      this.#setContact(engineId, { state: 'failed', ending });
    } else if (checking) this.#setContact(engineId, { state: 'unknown' });
  }

  #setContact(engineId: string, contact: Contact): void {
    this.#contacts.set(engineId, contact);
    this.#onChange();
  }
}

const restartedAlready = (): Refused => new Refused('That engine has been restarted already.');

const tooMany = (atOnce: number, name: string): Refused =>
  new Refused(
    `${name} was not started: ${atOnce === 1 ? 'one engine runs' : `${atOnce} engines run`} already, as many as the settings allow.`,
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

/** The values that options have before anybody changed them, as text. */
export function defaultsOf({ options }: Engine['record']): Record<string, string> {
  return Object.fromEntries(
    options.flatMap((option) => ('default' in option ? [[option.name, String(option.default)]] : [])),
  );
}
