/** The lines of all sessions in one console, in the order of time. It is fed while it is looked at. */
import type { SessionState } from '../../app/api/contract.ts';
import type { HostClient } from '../host/client.ts';
import { levelOf, LineStore, storeLimits, type StoreLimits } from './store.ts';
import { type ConsoleLine, firstAtLeast } from './lines.ts';
import { ConsoleModel } from './model.svelte.ts';
import type { Pair } from './pairs.ts';
import { Tags } from './tags.ts';
import { LineMerger } from './line-merger.ts';

/** Milliseconds between two looks at whose turn it is. */
const pace = 100;

/**
 * What the consoles of single sessions keep together while all are fed: eight full ones. Of many more it would be
 * hundreds of megabytes, for lines of which most were never looked at; a session that says little keeps all it said.
 */
export const togetherLimits: StoreLimits = {
  lines: 8 * storeLimits.lines,
  characters: 8 * storeLimits.characters,
};

/** A pair, and whose it is. */
interface OwnPair extends Pair {
  readonly session: string;
}

export class AllModel extends ConsoleModel {
  readonly tags = new Tags();
  readonly #of: (session: string) => ConsoleModel;
  readonly #together: StoreLimits;
  readonly #merger = new LineMerger();
  /** What is fed now, by session. */
  // Nothing on the page hangs on it.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #feeding = new Map<string, AbortController>();
  #sessions: readonly SessionState[] = [];
  #client: HostClient | null = null;
  /** Lines that were never here. */
  #missing = 0;
  /** The numbers of those that stand for them here. */
  readonly #gaps: number[] = [];

  /**
   * @param of gives the console of a session, whose lines these are too
   * @param together what these consoles keep in all
   */
  constructor(of: (session: string) => ConsoleModel, together = togetherLimits) {
    super(null, new LineStore());
    this.#of = of;
    this.#together = together;
  }

  /** What a session lacks in its own console is lacking here too. */
  protected override get lost(): number {
    return this.store.leftOut + this.#missing - this.#gapsGone();
  }

  /** These are the sessions now. */
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
    this.follow(this.#sessions);
    const timer = setInterval(() => this.#merge(), pace);
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    clearInterval(timer);
    this.#client = null;
    for (const stop of this.#feeding.values()) stop.abort();
    this.#feeding.clear();
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
    // What its own console has already.
    merger.add(id, model.store.slice(0), null, performance.now());
    const deaf = model.listen((lines, until) => merger.add(id, lines, until, performance.now()));
    void model.feed(client, stop.signal, true).finally(() => {
      deaf();
      // It may be fed anew by now.
      if (this.#feeding.get(id) === stop) merger.part(id);
    });
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
    const gone = this.#gapsGone();
    this.#gaps.splice(0, gone);
    this.#missing -= gone;
    this.#share();
  }

  /** Lines that stood for others and were let go: they are none that is missing. */
  #gapsGone(): number {
    const oldest = this.store.slice(0, 1)[0]?.seq ?? this.store.next;
    return firstAtLeast(this.#gaps, 0, oldest, (seq) => seq);
  }

  /** Has those consoles keep less that keep most, where all together keep too much. */
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
    // Of a session that was let go there are no others to look at.
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
