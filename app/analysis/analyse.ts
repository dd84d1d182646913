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
 * The most events that wait for a slow reader, some megabytes at a usual length. Of further ones, lines are dropped and
 * counted, and so are reports that others follow; the journal has them all.
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
      over = isLast(event);
      yield event;
      if (over) return;
    }
  } finally {
    unsubscribe();
    if (!over) session.request({ kind: 'stop' });
  }
}

/**
 * First in, first out, at most the limit and a few more. Of progress that comes together only the newest is kept. Beyond
 * the limit there is a gap, until the reader has taken half of what waits: in it, lines are counted, and of progress and
 * of reports that others follow only the newest is kept.
 */
class WaitingEvents {
  readonly #events: AnalysisEvent[] = [];
  /** What came after the events; null while there is room. */
  #gap: { leftOut: number; newest: AnalysisEvent[] } | null = null;

  push(event: AnalysisEvent): void {
    const isFull = this.#gap !== null || this.#events.length >= waitingLimit;
    // The last event needs no room: nothing follows it.
    if (isFull && !isLast(event)) return this.#leaveOut(event);
    this.#closeGap();
    if (event.kind === 'progress' && this.#events.at(-1)?.kind === 'progress') this.#events.pop();
    this.#events.push(event);
  }

  shift(): AnalysisEvent | undefined {
    if (this.#events.length < waitingLimit / 2) this.#closeGap();
    return this.#events.shift();
  }

  #leaveOut(event: AnalysisEvent): void {
    this.#gap ??= { leftOut: 0, newest: [] };
    const gap = this.#gap;
    if (event.kind === 'info' || event.kind === 'oddity') {
      gap.leftOut++;
    } else {
      const others = gap.newest.filter(({ kind }) => kind !== event.kind);
      if (event.kind === 'report') gap.leftOut += gap.newest.length - others.length;
      gap.newest = [...others, event];
    }
  }

  #closeGap(): void {
    if (this.#gap === null) return;
    const { leftOut, newest } = this.#gap;
    this.#gap = null;
    if (leftOut > 0) {
      const text = `(${leftOut} lines left out here; the journal has them)`;
      this.#events.push({ kind: 'info', text });
    }
    this.#events.push(...newest);
  }
}

/** Whether the analysis over this process ends with it. */
const isLast = (event: AnalysisEvent): boolean =>
  event.kind === 'report' ? event.final : event.kind === 'failed' || event.kind === 'ended';

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
