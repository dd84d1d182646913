/**
 * The sessions of one host: those that run and, for their consoles, those that ended last. It opens them from specs,
 * lists them and ends them all; what they are used for is the business of higher floors. It needs no home: where
 * journals go, how engines are confined, who is told of their processes and how many may run are parameters.
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
import { Session } from './session.ts';
import type { Launch, Renewal, SessionEvent } from './types.ts';
import type { ProcessLimits } from './watch/limits.ts';
import { Refused } from '../shapes/refused.ts';
import type { Purpose, SessionEnding } from '../shapes/sessions.ts';

/** Ended sessions that stay on the list: as many as a person looks back at; their journals stay anyhow. */
export const endedLimit = 12;

/** Milliseconds between two changes that tell of nothing but how long journals have become. */
const growthInterval = 250;

/** What happens at every line of a flood, and changes nothing that the list tells but the journal's length. */
const frequent: ReadonlySet<SessionEvent['kind']> = new Set([
  'info',
  'progress',
  'report',
  'understood',
  'oddity',
  'stale',
  'alive',
] as const);

/** Everything that starting an engine takes. Plain JSON: a worker can be told it, and a file can hold it. */
export interface EngineSpec {
  /** The id of the engine. */
  readonly engine: string;
  /** What a person calls it. */
  readonly title: string;
  readonly launch: Launch;
  /** The id of the protocol. */
  readonly protocol: string;
  readonly deadlines: Deadlines;
  /** The protocol's settings for this engine, by id. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly limits: ProcessLimits & { readonly journalBytes: number };
  /** Option values that differ from the engine's own. */
  readonly values: Readonly<Record<string, string>>;
}

/** A session with what it was opened from. */
export interface SessionEntry {
  readonly session: Session;
  readonly spec: EngineSpec;
  readonly purpose: Purpose;
  /** The session that took this one's place when it was restarted. */
  readonly successor: string | null;
}

export interface RegistryOptions {
  /** The folder for new journals; null keeps none. */
  readonly journals: string | null;
  /** What engines can be confined with here. */
  readonly confinement?: Confinement;
  /** Hears of the processes of engines, so that those of a killed host are ended by the next one. */
  readonly caretaker?: Caretaker;
  readonly clock?: Clock;
  /** How many engines may run at once; asked at every start. No limit if absent. */
  readonly most?: () => number;
  /** Hears of every change of list or state. */
  readonly onChange?: () => void;
}

/** Which session a new one takes the place of, and why where the user did not ask for it. */
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
  /** Ids in the order the sessions ended, which need not be the order they were opened in. */
  readonly #ended = new Set<string>();
  #growth: Timer | null = null;

  constructor(options: RegistryOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#rebuilds = new Rebuilds(this.#clock, () => this.#change());
    this.room = new Room(options.most ?? (() => Infinity), () => this.running);
  }

  /** In the order they were opened. */
  list(): readonly SessionEntry[] {
    return [...this.#entries.values()];
  }

  /** How many engines run, those on their way out among them. */
  get running(): number {
    return this.list().filter(({ session }) => session.ending === null).length;
  }

  get(id: string): SessionEntry | null {
    return this.#entries.get(id) ?? null;
  }

  /** Whether the program of a running session has been built again since it started. */
  isRebuilt(id: string): boolean {
    return this.#rebuilds.isRebuilt(id);
  }

  /** Starts an engine; its handshake is under way when this returns. @throws Refused if as many run as may */
  open(spec: EngineSpec, purpose: Purpose): SessionEntry {
    return this.#open(spec, purpose, null);
  }

  /**
   * Ends a session and starts its engine once more, for the same purpose. Nothing that waits takes its place meanwhile.
   * @param renewal why, where the user did not ask for it: the console of the new session begins with it, and a session
   *   that was ended for it alone leaves the list
   * @param spec what the engine is started from now
   * @throws Refused as `open`, and if it has been restarted already; the session has ended all the same
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

  /** Takes an ended session off the list. False when it runs or is unknown. */
  dismiss(id: string): boolean {
    if (!this.#entries.get(id)?.session.ending) return false;
    this.#forget(id);
    this.#change();
    return true;
  }

  async closeAll(): Promise<SessionEnding[]> {
    const endings = await Promise.all(this.list().map(({ session }) => session.close()));
    this.#growth?.clear();
    return endings;
  }

  #open(spec: EngineSpec, purpose: Purpose, succession: Succession | null): SessionEntry {
    if (this.room.free === 0) throw tooMany(this.room.most, spec.title);
    const { journals, confinement = noConfinement, caretaker } = this.#options;
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
    });
    const entry = { session, spec, purpose, successor: null };
    this.#entries.set(id, entry);
    if (succession && this.#entries.has(succession.replaced.session.id)) {
      this.#entries.set(succession.replaced.session.id, { ...succession.replaced, successor: id });
    }
    session.subscribe((event) => {
      if (event.kind === 'ended') this.#retire(id);
      if (event.kind === 'line') return;
      if (frequent.has(event.kind)) this.#handleGrowth();
      else this.#change();
    });
    if (Object.keys(spec.values).length > 0) session.request({ kind: 'options', values: spec.values });
    this.#rebuilds.watch(id, spec.launch);
    session.start();
    this.#change();
    return entry;
  }

  #change(): void {
    this.#options.onChange?.();
    // A crash is followed by its restart before anything else takes the place.
    queueMicrotask(() => this.room.look());
  }

  #handleGrowth(): void {
    this.#growth ??= this.#clock.setTimer(() => {
      this.#growth = null;
      this.#change();
    }, growthInterval);
  }

  /** However long ago it was opened: the console of the one that ended last is the one that is wanted. */
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

/** @throws Error if it is unknown here */
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
