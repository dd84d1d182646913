/**
 * Keeps what the engines of a host say: every report of every search, for any caller. Who says it is found out
 * when its process is started; reports that come earlier wait for that.
 */
import { judgeReport } from '../play/report.ts';
import type { Session } from '../sessions/session.ts';
import type { SessionEvent } from '../sessions/types.ts';
import type { OptionValues } from '../shapes/engines.ts';
import type { Teller } from '../shapes/evaluations.ts';
import { measureOf } from './measure.ts';
import type { EvaluationStore, Said } from './store.ts';
import { UnknownBuild, type Started, type TellerFacts, type Tellers } from './tellers.ts';

/** The most reports of a session that wait until it is known who says them; the deepest of each position. */
const mostWaiting = 256;

/** In milliseconds: how long an end waits for programs to be hashed. A gigabyte takes less. */
const patienceMilliseconds = 3000;

interface Watched {
  started: Started;
  /** Null if it cannot be known. */
  teller: Promise<Teller | null>;
  known: Teller | null | undefined;
  waiting: readonly Omit<Said, 'teller'>[];
}

export class Recording {
  readonly #store: Pick<EvaluationStore, 'record'>;
  readonly #tellers: Tellers;
  readonly #watched = new WeakMap<Session, Watched>();
  /** Sessions of which reports wait. */
  readonly #identifying = new Set<Promise<unknown>>();

  constructor(store: Pick<EvaluationStore, 'record'>, tellers: Tellers) {
    this.#store = store;
    this.#tellers = tellers;
  }

  /** To be called when a session is started. */
  watch(session: Session, facts: TellerFacts): void {
    const started = this.#tellers.started(facts);
    const watched: Watched = { started, teller: Promise.resolve(null), known: undefined, waiting: [] };
    this.#watched.set(session, watched);
    this.#identify(session, watched);
    session.subscribe((event) => {
      if (event.kind === 'report') this.#handleReport(session, watched, event);
    });
  }

  /** The options of a session have changed: from now on it is another teller. */
  setOptions(session: Session, options: OptionValues): void {
    const watched = this.#watched.get(session);
    if (watched === undefined) return;
    const { facts, files } = watched.started;
    if (JSON.stringify(facts.options) === JSON.stringify(options)) return;
    watched.started = { files, facts: { ...facts, options } };
    watched.known = undefined;
    watched.waiting = [];
    this.#identify(session, watched);
  }

  /** Who an engine would be if it were started now. @throws UnknownBuild */
  tellerFor(facts: TellerFacts): Promise<Teller> {
    return this.#tellers.identify(this.#tellers.started(facts));
  }

  /** Who speaks in a session; null if that is unknown. */
  async tellerOf(session: Session): Promise<Teller | null> {
    return (await this.#watched.get(session)?.teller) ?? null;
  }

  /** Resolves when all reports so far are recorded; does not wait for long for programs that take long to hash. */
  async settled(): Promise<void> {
    const patience = new Promise<void>((resolve) => setTimeout(resolve, patienceMilliseconds).unref());
    await Promise.race([patience, Promise.all(this.#identifying)]);
  }

  #identify(session: Session, watched: Watched): void {
    const { started } = watched;
    watched.teller = this.#tellers.identify(started).catch((error: Error) => {
      const reason =
        error instanceof UnknownBuild ? error.message : `its program cannot be read: ${error.message}`;
      session.note(`what this engine says about positions is not kept: ${reason}`);
      return null;
    });
    const identified = watched.teller.then((teller) => {
      // Its options have changed since.
      if (watched.started !== started) return;
      watched.known = teller;
      const { waiting } = watched;
      watched.waiting = [];
      if (teller !== null) for (const said of waiting) this.#store.record({ ...said, teller });
    });
    this.#identifying.add(identified);
    void identified.then(() => this.#identifying.delete(identified));
  }

  #handleReport(session: Session, watched: Watched, event: SessionEvent & { kind: 'report' }): void {
    const search = session.searchOf(event.search);
    // A search of one move alone says nothing about the position; after a typed line, the position is unknown.
    if (search === null || search.only !== undefined || session.disturbed || watched.known === null) return;
    const { line } = search;
    const { report: looked, source } = event;
    const judged = () => judgeReport(line, looked);
    const said = { game: line.game, position: line.position, looked, judged, source };
    if (watched.known !== undefined) this.#store.record({ ...said, teller: watched.known });
    else watched.waiting = withReport(watched.waiting, said);
  }
}

/** Adds a report. It replaces an earlier one about the same position with the same kind of measure, which is not as deep. */
function withReport(
  waiting: readonly Omit<Said, 'teller'>[],
  said: Omit<Said, 'teller'>,
): readonly Omit<Said, 'teller'>[] {
  const { kind } = measureOf(said.looked);
  const others = waiting.filter(
    ({ position, looked }) => position !== said.position || measureOf(looked).kind !== kind,
  );
  return [...others, said].slice(-mostWaiting);
}
