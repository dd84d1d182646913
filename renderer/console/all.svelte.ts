/** The lines of all sessions in one console, in the order of time. It is fed while it is looked at. */
import type { SessionState, TrafficLine } from '../../app/api/contract.ts';
import type { HostClient } from '../host/client.ts';
import { ConsoleModel } from './model.svelte.ts';
import type { Pair } from './pairs.ts';
import { Tags } from './tags.ts';
import { Weaver, type WovenLine } from './weaver.ts';

/** Milliseconds between two looks at whose turn it is. */
const pace = 100;

/** A pair, and whose it is. */
interface OwnPair extends Pair {
  readonly session: string;
}

const isWoven = (line: TrafficLine): line is WovenLine => 'own' in line;

export class AllModel extends ConsoleModel {
  readonly tags = new Tags();
  readonly #of: (session: string) => ConsoleModel;
  readonly #weaver = new Weaver();
  /** What is fed now, by session. */
  // Nothing on the page hangs on it.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #feeding = new Map<string, AbortController>();
  #sessions: readonly SessionState[] = [];
  #client: HostClient | null = null;

  /** @param of gives the console of a session, whose lines these are too */
  constructor(of: (session: string) => ConsoleModel) {
    super(null);
    this.#of = of;
  }

  /** What a session lacks in its own console is lacking here too. */
  override get isPartial(): boolean {
    return this.leftOut > 0 || this.#sessions.some(({ id }) => this.#of(id).leftOut > 0);
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
      this.#weaver.part(session);
      this.#feeding.delete(session);
    }
    if (this.#client !== null) for (const session of sessions) this.#feedFrom(session, this.#client);
  }

  override async feed(client: HostClient, signal: AbortSignal): Promise<void> {
    this.#client = client;
    this.follow(this.#sessions);
    const timer = setInterval(() => this.#weave(), pace);
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
    const weaver = this.#weaver;
    weaver.join(id, this.tags.of(id), Date.parse(startedAt) / 1000);
    // What its own console has already.
    weaver.add(id, model.store.slice(0), null, performance.now());
    const deaf = model.listen((lines, until) => weaver.add(id, lines, until, performance.now()));
    void model.feed(client, stop.signal, true).finally(() => {
      deaf();
      weaver.part(id);
    });
  }

  #weave(): void {
    const lines = this.#weaver.take(this.store.next, performance.now());
    if (lines.length > 0) this.take({ lines, forgotten: 0 });
  }

  override pairOf(line: TrafficLine): OwnPair | null {
    // Of a session that was let go there are no others to look at.
    if (!isWoven(line) || !this.#isListed(line.session)) return null;
    const model = this.#of(line.session);
    const own = model.store.line(line.own);
    const pair = own === undefined ? null : model.pairOf(own);
    return pair && { ...pair, session: line.session };
  }

  override sideIn(pair: Pair, line: TrafficLine): Pair['side'] | null {
    const { session } = pair as OwnPair;
    if (!isWoven(line) || line.session !== session || !this.#isListed(session)) return null;
    return this.#of(session).pairs.sideOf(pair, line.own);
  }

  override otherOf(pair: Pair): TrafficLine | null {
    const { session } = pair as OwnPair;
    if (!this.#isListed(session)) return null;
    const other = this.#of(session).otherOf(pair);
    if (other === null) return null;
    const isOther = (line: TrafficLine): boolean =>
      isWoven(line) && line.session === session && line.own === other.seq;
    return this.store.slice(0).find(isOther) ?? null;
  }
}
