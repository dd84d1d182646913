import type { Line } from '../games/line.ts';
import type { Failure } from '../protocols/protocol.ts';
import { nextSearchId, whenReady, type Retry } from '../play/ask.ts';
import type { EngineHandle } from '../play/engine-handle.ts';
import { wordOf } from '../play/ending.ts';
import type { Verdict } from '../play/judge.ts';
import type { JudgedReport } from '../shapes/analysis.ts';
import { judgeReport, judgeTurn } from '../play/report.ts';
import type { Session } from '../sessions/session.ts';
import type { SessionEvent } from '../sessions/types.ts';
import { Wakeup } from '../sessions/wakeup.ts';
import type { Limit, Oddity } from '../shapes/engines.ts';
import type { GameEndingWord, Score } from '../shapes/games.ts';
import type { SessionEnding } from '../shapes/sessions.ts';

export type AnalysisEvent =
  | { readonly kind: 'info'; readonly text: string }
  | { readonly kind: 'progress'; readonly nodes: number | null; readonly score: Score | null }
  | { readonly kind: 'oddity'; readonly oddity: Oddity }
  | {
      readonly kind: 'report';
      readonly final: boolean;
      readonly report: JudgedReport;
      /** The ending of a game in which this answer was given; null if it is a legal move. */
      readonly fault: GameEndingWord | null;
    }
  /** A failed process was replaced by one that is addressed in another way. */
  | ({ readonly kind: 'retry' } & Retry)
  /** The engine still runs but gives no answer. */
  | { readonly kind: 'failed'; readonly reason: string; readonly by?: Failure }
  | { readonly kind: 'ended'; readonly ending: SessionEnding };

/**
 * Progress lines buffered for a slow reader, some megabytes at a usual length. Further ones are dropped and counted;
 * the journal has them all.
 */
const waitingLimit = 10_000;

/**
 * Analyses the end of `line` once: yields events from the request to the final report, or to the failure that replaced
 * it, and retries in every way in which the protocol can address the engine. Leaving the loop early stops the engine.
 * @throws Refused if the engine has to be restarted and cannot be
 */
export async function* analyse(
  handle: EngineHandle,
  line: Line,
  limit: Limit,
  signal?: AbortSignal,
): AsyncGenerator<AnalysisEvent> {
  for (let session = await handle.sessionFor(line); ; { session } = handle) {
    let retry: Retry | null = null;
    for await (const event of analyseOver(session, line, limit, signal)) {
      const failure = signal?.aborted ? null : failureOf(event);
      retry = failure === null ? null : await handle.tryAgain(failure);
      if (retry) break;
      yield event;
    }
    if (!retry) return;
    yield { kind: 'retry', ...retry };
  }
}

/** What a new process may do better, in words. */
function failureOf(event: AnalysisEvent): string | null {
  if (event.kind === 'ended') return `${event.ending.word}: ${event.ending.reason}`;
  return event.kind === 'report' && event.final && event.fault !== null ? event.report.fault : null;
}

/** As `analyse`, with this process only. */
async function* analyseOver(
  session: Session,
  line: Line,
  limit: Limit,
  signal?: AbortSignal,
): AsyncGenerator<AnalysisEvent> {
  const ended = await whenReady(session, signal);
  if (ended) return yield { kind: 'ended', ending: ended };
  if (signal?.aborted) return;
  const refusal = session.accepts(line);
  if (refusal !== null) return yield { kind: 'failed', reason: refusal, by: 'unable' };

  const id = nextSearchId();
  const queue = new WaitingEvents();
  const wakeup = new Wakeup();
  const unsubscribe = session.subscribe((event) => {
    const told = eventOf(event, id, line);
    if (told === null) return;
    queue.push(told);
    wakeup.wake();
  });
  let over = false;
  try {
    session.request({ kind: 'search', search: { id, line, limit, purpose: 'analyse' } });
    while (!signal?.aborted) {
      const event = queue.shift();
      if (!event) {
        await wakeup.sleep(undefined, signal);
        continue;
      }
      over = event.kind === 'report' ? event.final : event.kind === 'failed' || event.kind === 'ended';
      yield event;
      if (over) return;
    }
  } finally {
    unsubscribe();
    if (!over) session.request({ kind: 'stop' });
  }
}

/** First in, first out. Of progress only the newest is kept; words beyond the limit are counted. */
class WaitingEvents {
  readonly #events: AnalysisEvent[] = [];
  #leftOut = 0;

  push(event: AnalysisEvent): void {
    const last = this.#events.at(-1);
    if (event.kind === 'progress' && last?.kind === 'progress') {
      this.#events[this.#events.length - 1] = event;
    } else if (this.#events.length >= waitingLimit && (event.kind === 'info' || event.kind === 'oddity')) {
      this.#leftOut++;
    } else {
      this.#events.push(event);
    }
  }

  shift(): AnalysisEvent | undefined {
    if (this.#leftOut > 0 && this.#events.length < waitingLimit / 2) {
      const text = `(${this.#leftOut} lines left out here; the journal has them)`;
      this.#leftOut = 0;
      return { kind: 'info', text };
    }
    return this.#events.shift();
  }
}

function eventOf(event: SessionEvent, search: number, line: Line): AnalysisEvent | null {
  switch (event.kind) {
    case 'info':
      return { kind: 'info', text: event.text };
    case 'progress':
      // A search for another reason, such as detecting the engine's notation, says nothing about the position.
      return event.search === search
        ? { kind: 'progress', nodes: event.nodes, score: event.score ?? null }
        : null;
    case 'oddity':
      return { kind: 'oddity', oddity: event.oddity };
    case 'report': {
      if (event.search !== search) return null;
      return {
        kind: 'report',
        final: event.final,
        report: judgeReport(line, event.report),
        fault: faultWord(judgeTurn(line, event.report).last),
      };
    }
    case 'failed':
      return event.search === search
        ? { kind: 'failed', reason: event.reason, ...(event.by && { by: event.by }) }
        : null;
    case 'ended':
      return { kind: 'ended', ending: event.ending };
    default:
      return null;
  }
}

const faultWord = (verdict: Verdict): GameEndingWord | null =>
  verdict.kind === 'fault' ? wordOf(verdict.fault) : null;
