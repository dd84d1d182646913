/** The consoles of all sessions, the one in front, and the console that merges their lines. */
import type { SessionState } from '../../app/api/contract.ts';
import type { HostClient } from '../host/client.ts';
import type { Pair } from './answers.ts';
import { LineMerger, Tags } from './line-merger.ts';
import type { ConsoleLine } from './lines.ts';
import { ConsoleModel } from './model.svelte.ts';
import { levelOf, LineStore, NumberedList, storeLimits, type StoreLimits } from './store.ts';

/** Milliseconds between two merges. */
const pace = 100;

/**
 * The most lines that the consoles of single sessions keep together: eight full ones. Many more would take hundreds of
 * megabytes for lines that are mostly never read. A session with few lines keeps all of them.
 */
const togetherLimits: StoreLimits = {
  lines: 8 * storeLimits.lines,
  characters: 8 * storeLimits.characters,
};

/** A pair with the session of its lines. */
interface OwnPair extends Pair {
  readonly session: string;
}

/** The console of the lines of all sessions in chronological order. It is fed while it is in front. */
export class AllModel extends ConsoleModel {
  readonly tags = new Tags();
  readonly #of: (session: string) => ConsoleModel;
  readonly #together: StoreLimits;
  readonly #merger = new LineMerger();
  /** The running feeds, by session. */
  // Not reactive: the page does not depend on it.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #feeding = new Map<string, AbortController>();
  #sessions: readonly SessionState[] = [];
  #client: HostClient | null = null;
  /** Ends the feed with a defect of ours. */
  #fail: (error: unknown) => void = () => undefined;
  /** Lines that were never received. */
  #missing = 0;
  /** The numbers of the kept lines that stand for them. */
  readonly #gaps = new NumberedList((seq: number) => seq);

  /**
   * @param of returns the console of a session
   * @param together the combined limits of these consoles
   */
  constructor(of: (session: string) => ConsoleModel, together = togetherLimits) {
    super(null, new LineStore());
    this.#of = of;
    this.#together = together;
  }

  /** Lines that a session's own console lacks are missing here too. */
  protected override get lost(): number {
    return this.store.leftOut + this.#missing - this.#gaps.indexOf(this.store.oldest);
  }

  /** Sets the sessions to feed from. */
  follow(sessions: readonly SessionState[]): void {
    this.#sessions = sessions;
    this.tags.name(sessions);
    // eslint-disable-next-line svelte/prefer-svelte-reactivity
    const listed = new Set(sessions.map(({ id }) => id));
    for (const [session, stop] of this.#feeding) {
      if (listed.has(session)) continue;
      stop.abort();
      this.#merger.forget(session);
      this.#feeding.delete(session);
    }
    if (this.#client !== null) for (const session of sessions) this.#feedFrom(session, this.#client);
  }

  override async feed(client: HostClient, signal: AbortSignal): Promise<void> {
    this.#client = client;
    const ended = new Promise<void>((resolve, reject) => {
      this.#fail = reject;
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    this.follow(this.#sessions);
    const timer = setInterval(() => {
      try {
        this.#merge();
      } catch (error) {
        this.#fail(error);
      }
    }, pace);
    try {
      await ended;
    } finally {
      clearInterval(timer);
      this.#client = null;
      for (const stop of this.#feeding.values()) stop.abort();
      this.#feeding.clear();
    }
  }

  #isListed(session: string): boolean {
    return this.#sessions.some(({ id }) => id === session);
  }

  #feedFrom(session: SessionState, client: HostClient): void {
    const { id, startedAt } = session;
    if (this.#feeding.has(id)) return;
    const stop = new AbortController();
    this.#feeding.set(id, stop);
    const model = this.#of(id);
    const merger = this.#merger;
    merger.join(id, this.tags.of(id), Date.parse(startedAt) / 1000);
    // The lines that the session's console already has.
    merger.add(id, model.store.slice(0), null, performance.now());
    const unsubscribe = model.listen((lines, until) => merger.add(id, lines, until, performance.now()));
    const feeding = model.feed(client, stop.signal, true).finally(() => {
      unsubscribe();
      // The feed may have been replaced in the meantime.
      if (this.#feeding.get(id) === stop) merger.part(id);
    });
    feeding.catch((error: unknown) => this.#fail(error));
  }

  #merge(): void {
    const lines = this.#merger.take(this.store.next, performance.now());
    if (lines.length === 0) return;
    for (const { seq, origin } of lines) {
      const standsFor = origin?.standsFor ?? 0;
      if (standsFor === 0) continue;
      this.#missing += standsFor;
      this.#gaps.push(seq);
    }
    this.take({ lines, forgotten: 0 });
    // A placeholder for missing lines is not missing itself.
    const gone = this.#gaps.indexOf(this.store.oldest);
    this.#gaps.drop(gone);
    this.#missing -= gone;
    this.#share();
  }

  /** Shrinks the largest consoles if all of them together exceed the combined limits. */
  #share(): void {
    const models = this.#sessions.map(({ id }) => this.#of(id));
    const lines = levelOf(
      models.map(({ store }) => store.size),
      this.#together.lines,
    );
    const characters = levelOf(
      models.map(({ store }) => store.characters),
      this.#together.characters,
    );
    if (lines === Infinity && characters === Infinity) return;
    for (const model of models) {
      if (model.store.size > lines || model.store.characters > characters)
        model.shrink({ lines, characters });
    }
  }

  override pairOf({ origin }: ConsoleLine): OwnPair | null {
    // If the session is no longer listed, its other lines are gone.
    if (origin === undefined || !this.#isListed(origin.session)) return null;
    const model = this.#of(origin.session);
    const own = model.store.line(origin.seq);
    const pair = own === undefined ? null : model.pairOf(own);
    return pair && { ...pair, session: origin.session };
  }

  override sideIn(pair: Pair, { origin }: ConsoleLine): Pair['side'] | null {
    const { session } = pair as OwnPair;
    if (origin?.session !== session || !this.#isListed(session)) return null;
    return this.#of(session).pairs.sideOf(pair, origin.seq);
  }

  override otherOf(pair: Pair): ConsoleLine | null {
    const { session } = pair as OwnPair;
    if (!this.#isListed(session)) return null;
    const other = this.#of(session).otherOf(pair);
    if (other === null) return null;
    const isOther = ({ origin }: ConsoleLine): boolean =>
      origin?.session === session && origin.seq === other.seq;
    return this.store.slice(0).find(isOther) ?? null;
  }
}

/** Stands for all sessions where an id is expected. */
export const everySession = 'all';

class Consoles {
  /** The session in front, or `everySession`; null for the newest session. */
  front = $state<string | null>(null);
  /** Set to make the window open the dock; the window resets it. */
  wanted = $state(false);
  /** The console in front. */
  shown = $state.raw<ConsoleModel | null>(null);
  readonly #models = new Map<string, ConsoleModel>();

  /** The console of the merged lines of all sessions. */
  all = $state.raw(this.#newAll());

  of(session: string): ConsoleModel {
    let model = this.#models.get(session);
    if (model === undefined) {
      model = new ConsoleModel(session);
      this.#models.set(session, model);
    }
    return model;
  }

  #newAll(): AllModel {
    return new AllModel((session) => this.of(session));
  }

  /** Drops the lines of sessions that are no longer listed. */
  keepOnly(sessions: ReadonlySet<string>): void {
    for (const [session, model] of this.#models) {
      if (sessions.has(session)) continue;
      model.close();
      this.#models.delete(session);
    }
    // The merged console keeps its lines until no session is listed.
    if (sessions.size > 0 || this.all.next === 0) return;
    this.all.close();
    this.all = this.#newAll();
  }
}

export const consoles = new Consoles();

/** Brings the console of a session to the front, and opens the dock if it is folded. */
export function showConsole(session: string): void {
  consoles.front = session;
  consoles.wanted = true;
}
