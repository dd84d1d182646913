/**
 * The sessions of one host: the running ones and, for their consoles, those that ended last. It opens them from specs,
 * lists them and ends them all; higher floors use them. It needs no home: the folder of journals, the confinement, the
 * register of processes and the limit on running engines are parameters.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { noConfinement, type Confinement } from './confinement/confinement.ts';
import type { Caretaker } from './managed-process.ts';
import type { Deadlines, Protocol } from '../protocols/protocol.ts';
import { protocols } from '../protocols/registry.ts';
import { systemClock, type Clock, type Timer } from './clock.ts';
import { Rebuilds } from './watch/rebuilds.ts';
import { Room } from './room.ts';
import type { TrafficLimits } from './journal/traffic.ts';
import { Session } from './session.ts';
import type { Launch, Renewal, SessionEvent } from './types.ts';
import type { ProcessLimits } from './watch/limits.ts';
import { Refused } from '../shapes/refused.ts';
import type { Purpose, SessionEnding } from '../shapes/sessions.ts';

/** The most ended sessions on the list. The journals of others remain. */
export const endedLimit = 12;

/** Minimum milliseconds between two changes in which only journals have grown. */
const growthInterval = 250;

/** Events that each line of a flood may cause; of what the list shows, they change only the journal's size. */
const frequent: ReadonlySet<SessionEvent['kind']> = new Set([
  'info',
  'progress',
  'report',
  'understood',
  'oddity',
  'stale',
  'alive',
] as const);

/** Everything needed to start an engine. It is plain JSON, so it can be sent to a worker or stored in a file. */
export interface EngineSpec {
  /** The id of the engine. */
  readonly engine: string;
  /** The name shown to the user. */
  readonly title: string;
  readonly launch: Launch;
  /** The id of the protocol. */
  readonly protocol: string;
  readonly deadlines: Deadlines;
  /** The protocol's settings for this engine, by id. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly limits: ProcessLimits & { readonly journalBytes: number };
  /** Option values that differ from the engine's defaults. */
  readonly values: Readonly<Record<string, string>>;
}

/** A session with the spec and the purpose it was opened with. */
export interface SessionEntry {
  readonly session: Session;
  readonly spec: EngineSpec;
  readonly purpose: Purpose;
  /** The session that replaced this one at a restart. */
  readonly successor: string | null;
}

export interface RegistryOptions {
  /** The folder for new journals; null keeps none. */
  readonly journals: string | null;
  /** The means of confining engines on this system. */
  readonly confinement?: Confinement;
  /** Registers the processes of engines, so that the next host can end those of a killed one. */
  readonly caretaker?: Caretaker;
  readonly clock?: Clock;
  /** What sessions keep of their lines for views. */
  readonly trafficLimits?: TrafficLimits;
  /** The limit on running engines, asked at each start. No limit if absent. */
  readonly most?: () => number;
  /** Called after each change of the list or of a session's state. */
  readonly onChange?: () => void;
}

/** The session that a new one replaces, and the reason if the user did not ask for it. */
interface Succession {
  readonly replaced: SessionEntry;
  readonly renewal: Renewal | undefined;
}

export class SessionRegistry {
  readonly room: Room;
  readonly #options: RegistryOptions;
  readonly #clock: Clock;
  readonly #rebuilds: Rebuilds;
  readonly #entries = new Map<string, SessionEntry>();
  /** Ids in the order in which the sessions ended, not in which they were opened. */
  readonly #ended = new Set<string>();
  #closed = false;
  #growth: Timer | null = null;

  constructor(options: RegistryOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#rebuilds = new Rebuilds(this.#clock, () => this.#change());
    this.room = new Room(options.most ?? (() => Infinity), () => this.running);
  }

  /** In the order of opening. */
  list(): readonly SessionEntry[] {
    return [...this.#entries.values()];
  }

  /** The number of running engines, including those being shut down. */
  get running(): number {
    return this.list().filter(({ session }) => session.ending === null).length;
  }

  get(id: string): SessionEntry | null {
    return this.#entries.get(id) ?? null;
  }

  /** Whether the program of a running session has been rebuilt since its start. */
  isRebuilt(id: string): boolean {
    return this.#rebuilds.isRebuilt(id);
  }

  /**
   * Starts an engine; its handshake is under way on return.
   * @throws Refused at the limit on running engines, and once the registry is closed
   */
  open(spec: EngineSpec, purpose: Purpose): SessionEntry {
    return this.#open(spec, purpose, null);
  }

  /**
   * Ends a session and starts its engine again for the same purpose. Its place is kept meanwhile.
   * @param renewal the reason, if the user did not ask for the restart. The console of the new session begins with it,
   * and a session that ended only for it leaves the list.
   * @param spec what the engine is now started from
   * @throws Refused as `open`, and if it has already been restarted; the session has ended even so
   */
  async restart(
    session: Session,
    renewal?: Renewal,
    spec = (replaced: SessionEntry): EngineSpec => replaced.spec,
  ): Promise<SessionEntry> {
    const leave = this.room.reserve();
    try {
      const { word } = await session.close();
      const replaced = this.#entries.get(session.id);
      if (!replaced || replaced.successor) throw new Refused('That engine was already restarted.');
      const fresh = this.#open(spec(replaced), replaced.purpose, { replaced, renewal });
      if (renewal && word === 'quit') this.dismiss(session.id);
      return fresh;
    } finally {
      leave();
    }
  }

  /** Removes an ended session from the list. @returns false if it is running or unknown */
  dismiss(id: string): boolean {
    if (!this.#entries.get(id)?.session.ending) return false;
    this.#forget(id);
    this.#change();
    return true;
  }

  /** Ends every session. From the call on none is started, not even by a restart that is under way. */
  async closeAll(): Promise<SessionEnding[]> {
    this.#closed = true;
    const endings = await Promise.all(this.list().map(({ session }) => session.close()));
    this.#growth?.clear();
    return endings;
  }

  #open(spec: EngineSpec, purpose: Purpose, succession: Succession | null): SessionEntry {
    if (this.#closed) throw new Refused(`${spec.title} was not started: Plywire is closing.`);
    if (this.room.free === 0) throw tooMany(this.room.most, spec.title);
    const { journals, confinement = noConfinement, caretaker, trafficLimits } = this.#options;
    const id = `s-${randomBytes(5).toString('hex')}`;
    const stamp = new Date(this.#clock.date()).toISOString().replaceAll(/[:.]/g, '-');
    const renewal = succession?.renewal;
    const session = new Session({
      id,
      launch: spec.launch,
      protocol: protocolOf(spec),
      use: { engine: spec.engine, title: spec.title, purpose },
      clock: this.#clock,
      deadlines: spec.deadlines,
      ...(spec.settings && { settings: spec.settings }),
      ...(renewal && { renewal }),
      limits: spec.limits,
      quotaBytes: spec.limits.journalBytes,
      confinement,
      journalPath: journals === null ? null : join(journals, `${stamp}-${id}.journal`),
      ...(caretaker && { caretaker }),
      ...(trafficLimits && { trafficLimits }),
    });
    const entry = { session, spec, purpose, successor: null };
    this.#entries.set(id, entry);
    if (succession && this.#entries.has(succession.replaced.session.id)) {
      this.#entries.set(succession.replaced.session.id, { ...succession.replaced, successor: id });
    }
    session.subscribe(
      (event) => {
        if (event.kind === 'ended') this.#retire(id);
        // The driver's state is told again as the session's.
        if (event.kind === 'state') return;
        if (frequent.has(event.kind)) this.#handleGrowth();
        else this.#change();
        // Later, so that the restart after a crash takes the place before waiting starts do.
        if (event.kind === 'ended') queueMicrotask(() => this.room.look());
      },
      { lines: false },
    );
    if (Object.keys(spec.values).length > 0) session.request({ kind: 'options', values: spec.values });
    this.#rebuilds.watch(id, spec.launch);
    session.start();
    this.#change();
    return entry;
  }

  #change(): void {
    this.#options.onChange?.();
  }

  #handleGrowth(): void {
    this.#growth ??= this.#clock.setTimer(() => {
      this.#growth = null;
      this.#change();
    }, growthInterval);
  }

  /** Limits the ended sessions by the time of their end, since the console that ended last is needed most. */
  #retire(id: string): void {
    this.#rebuilds.forget(id);
    if (!this.#entries.has(id)) return;
    this.#ended.add(id);
    const [first] = this.#ended;
    if (this.#ended.size > endedLimit) this.#forget(first!);
  }

  #forget(id: string): void {
    this.#entries.delete(id);
    this.#ended.delete(id);
  }
}

/** @throws Error if there is no such protocol */
function protocolOf({ protocol: id }: EngineSpec): Protocol {
  const protocol = protocols.get(id);
  if (!protocol) throw new Error(`there is no protocol "${id}"`);
  return protocol;
}

const tooMany = (most: number, title: string): Refused =>
  new Refused(
    `${title} was not started: ${most === 1 ? 'one engine is' : `${most} engines are`} already running, which is the limit in the settings.`,
    'End one, or raise "Engines at once" in the settings.',
  );
