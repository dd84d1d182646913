/** Asks one engine once for its move in a game: waits until it can be asked, and returns its report or why there is none. */
import type { Line } from '../games/line.ts';
import type { Failure, Search, Report } from '../protocols/protocol.ts';
import type { SearchEnd, Session } from '../sessions/session.ts';
import type { Limit } from '../shapes/engines.ts';
import type { SessionEnding } from '../shapes/sessions.ts';

/** The outcome of a request for a move. */
export type Decision =
  | { readonly kind: 'report'; readonly report: Report }
  /** The engine still runs but cannot or does not answer. */
  | { readonly kind: 'failed'; readonly reason: string; readonly by?: Failure }
  | { readonly kind: 'ended'; readonly ending: SessionEnding }
  | { readonly kind: 'cancelled' };

/** A failed process was replaced by one that is addressed in another way. */
export interface Retry {
  /** The failure, in words. */
  readonly failure: string;
  /** Why the next process may do better: the end of a sentence. */
  readonly reason: string;
}

let lastSearch = 0;

/** Unique within this process, hence within every session. */
export const nextSearchId = (): number => ++lastSearch;

/**
 * Resolves when the engine can be asked: with null, or with the ending if it ended first. Also resolves with null when
 * `signal` is aborted; the caller then asks nothing.
 */
export function whenReady(session: Session, signal?: AbortSignal): Promise<SessionEnding | null> {
  if (session.ending) return Promise.resolve(session.ending);
  if (session.opened || signal?.aborted) return Promise.resolve(null);
  return new Promise((resolve) => {
    const finish = (ending: SessionEnding | null) => {
      unsubscribe();
      signal?.removeEventListener('abort', cancel);
      resolve(ending);
    };
    const cancel = () => finish(null);
    const unsubscribe = session.subscribe((event) => {
      if (event.kind === 'ready') finish(null);
      else if (event.kind === 'ended') finish(event.ending);
    });
    signal?.addEventListener('abort', cancel);
  });
}

/** What to call when a signal is aborted, by the signal. */
const allCancels = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls that `signal` makes when it is aborted. They are added and removed for every move, which listeners are too slow for. */
function cancelsOf(signal: AbortSignal): Set<() => void> {
  const known = allCancels.get(signal);
  if (known !== undefined) return known;
  const cancels = new Set<() => void>();
  signal.addEventListener('abort', () => {
    for (const cancel of cancels) cancel();
  });
  allCancels.set(signal, cancels);
  return cancels;
}

/**
 * Asks an engine for its move in a game. Returns the decision itself where it is known at once, as with an engine that
 * answers within microseconds. Aborting stops the engine and resolves at once as `cancelled`; its late answer is
 * dropped. A report is returned even if its answer is not a legal move, which `judge` decides. If a user told the engine
 * to quit, the outcome is its ending.
 * @param only the one move to ask about, if the protocol can do that
 */
export function askForMove(
  session: Session,
  line: Line,
  limit: Limit,
  signal?: AbortSignal,
  only?: unknown,
): Decision | Promise<Decision> {
  // Not `async`: each function that awaits costs another microtask, for every move.
  if (session.opened) return askNow(session, session.ending, line, limit, signal, only);
  return whenReady(session, signal).then((ended) => askNow(session, ended, line, limit, signal, only));
}

function askNow(
  session: Session,
  ended: SessionEnding | null,
  line: Line,
  limit: Limit,
  signal: AbortSignal | undefined,
  only: unknown,
): Decision | Promise<Decision> {
  if (ended) return { kind: 'ended', ending: ended };
  if (signal?.aborted) return { kind: 'cancelled' };
  const refused = session.accepts(line);
  if (refused !== null) return { kind: 'failed', reason: refused, by: 'unable' };

  const search: Search = { id: nextSearchId(), line, limit, purpose: 'play', only };
  let known: Decision | null = null;
  let decide = (decision: Decision): void => void (known = decision);
  const forget = session.search(search, (end) => decide(decisionOf(end)));
  if (known !== null) return known;
  return new Promise((resolve) => {
    const cancels = signal && cancelsOf(signal);
    const cancel = (): void => {
      forget();
      decide({ kind: 'cancelled' });
      session.request({ kind: 'stop' });
    };
    decide = (decision) => {
      cancels?.delete(cancel);
      resolve(decision);
    };
    cancels?.add(cancel);
    // A listener of the session may have aborted it meanwhile.
    if (signal?.aborted) cancel();
  });
}

function decisionOf(end: SearchEnd): Decision {
  switch (end.kind) {
    case 'report':
      return { kind: 'report', report: end.report };
    case 'failed':
      return { kind: 'failed', reason: end.reason, ...(end.by && { by: end.by }) };
    case 'ended':
      return { kind: 'ended', ending: end.ending };
  }
}
