/**
 * The sessions of one Plywire: those that run and, for their consoles, those that ended last. It opens
 * them, lists them and ends them all; what they are used for is the business of higher floors.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { noConfinement, type Confinement } from './confinement/confinement.ts';
import type { Caretaker } from './managed-process.ts';
import type { Deadlines, Protocol } from '../protocols/protocol.ts';
import { systemClock, type Timer } from './clock.ts';
import { Rebuilds } from './watch/rebuilds.ts';
import { Session } from './session.ts';
import type { Launch, Renewal, SessionEvent, Use } from './types.ts';
import type { ProcessLimits } from './watch/limits.ts';
import type { SessionEnding } from '../shapes/sessions.ts';

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

export interface Opening extends Use {
  readonly launch: Launch;
  readonly protocol: Protocol;
  readonly deadlines: Deadlines;
  /** The protocol's settings for this engine, by id. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly limits: ProcessLimits & { readonly journalBytes: number };
  /** Option values that differ from the engine's own. */
  readonly values: Readonly<Record<string, string>>;
  /** Why it takes the place of another session, where the user did not ask for it. */
  readonly renewal?: Renewal;
}

/** A session with what it is for. */
export interface SessionEntry {
  readonly session: Session;
  readonly opening: Opening;
  /** The session that took this one's place when it was restarted. */
  readonly successor: string | null;
}

export class SessionRegistry {
  readonly #journals: string;
  readonly #onChange: () => void;
  readonly #rebuilds: Rebuilds;
  readonly #confinement: Confinement;
  readonly #caretaker: Caretaker | undefined;
  readonly #entries = new Map<string, SessionEntry>();
  /** Ids in the order the sessions ended, which need not be the order they were opened in. */
  readonly #ended = new Set<string>();
  #growth: Timer | null = null;

  /**
   * `journals` is the folder for new journals; `onChange` hears of every change of list or state;
   * `confinement` is what engines can be confined with here, and `caretaker` hears of their processes.
   */
  constructor(
    journals: string,
    onChange: () => void,
    confinement: Confinement = noConfinement,
    caretaker?: Caretaker,
  ) {
    this.#journals = journals;
    this.#onChange = onChange;
    this.#rebuilds = new Rebuilds(systemClock, onChange);
    this.#confinement = confinement;
    this.#caretaker = caretaker;
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

  /** Starts an engine, in the place of an ended session where one is given; its handshake is under way when this returns. */
  open(opening: Opening, replaced: SessionEntry | null = null): SessionEntry {
    const id = `s-${randomBytes(5).toString('hex')}`;
    const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
    const session = new Session({
      id,
      launch: opening.launch,
      protocol: opening.protocol,
      use: { engine: opening.engine, title: opening.title, purpose: opening.purpose },
      deadlines: opening.deadlines,
      ...(opening.settings && { settings: opening.settings }),
      ...(opening.renewal && { renewal: opening.renewal }),
      limits: opening.limits,
      quotaBytes: opening.limits.journalBytes,
      confinement: this.#confinement,
      journalPath: join(this.#journals, `${stamp}-${id}.journal`),
      ...(this.#caretaker && { caretaker: this.#caretaker }),
    });
    const entry = { session, opening, successor: null };
    this.#entries.set(id, entry);
    if (replaced && this.#entries.has(replaced.session.id)) {
      this.#entries.set(replaced.session.id, { ...replaced, successor: id });
    }
    session.subscribe((event) => {
      if (event.kind === 'ended') this.#retire(id);
      if (event.kind === 'line') return;
      if (frequent.has(event.kind)) this.#handleGrowth();
      else this.#onChange();
    });
    if (Object.keys(opening.values).length > 0) session.request({ kind: 'options', values: opening.values });
    this.#rebuilds.watch(id, opening.launch);
    session.start();
    this.#onChange();
    return entry;
  }

  /** Takes an ended session off the list. False when it runs or is unknown. */
  dismiss(id: string): boolean {
    if (!this.#entries.get(id)?.session.ending) return false;
    this.#forget(id);
    this.#onChange();
    return true;
  }

  async closeAll(): Promise<SessionEnding[]> {
    const endings = await Promise.all(this.list().map(({ session }) => session.close()));
    this.#growth?.clear();
    return endings;
  }

  #handleGrowth(): void {
    this.#growth ??= systemClock.setTimer(() => {
      this.#growth = null;
      this.#onChange();
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
