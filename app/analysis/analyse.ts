import type { Line } from '../games/line.ts';
import { nextSearchId, whenReady } from '../play/ask.ts';
import { judgeReport, type JudgedReport } from '../play/report.ts';
import type { Limit, Oddity } from '../protocols/protocol.ts';
import type { Session } from '../sessions/session.ts';
import type { SessionEnding, SessionEvent } from '../sessions/types.ts';

export type AnalysisEvent =
  | { readonly kind: 'info'; readonly text: string }
  | { readonly kind: 'progress'; readonly nodes: number }
  | { readonly kind: 'oddity'; readonly oddity: Oddity }
  | { readonly kind: 'report'; readonly final: boolean; readonly report: JudgedReport }
  /** The engine lives on but gives no answer. */
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'ended'; readonly ending: SessionEnding };

/**
 * One analysis of the end of `line`, from the request to the final report (or the failure that took its
 * place). Leaving the loop early stops the engine.
 */
export async function* analyse(
  session: Session,
  line: Line,
  limit: Limit,
  signal?: AbortSignal,
): AsyncGenerator<AnalysisEvent> {
  const ended = await whenReady(session);
  if (ended) return yield { kind: 'ended', ending: ended };
  const refusal = session.accepts(line);
  if (refusal !== null) return yield { kind: 'failed', reason: refusal };

  const id = nextSearchId();
  const queue: AnalysisEvent[] = [];
  let wake = () => {};
  const push = (event: AnalysisEvent | null) => {
    if (event) queue.push(event);
    wake();
  };
  const unsubscribe = session.subscribe((event) => push(eventOf(event, id, line)));
  const cancel = () => push(null);
  signal?.addEventListener('abort', cancel);
  try {
    session.request({ kind: 'search', search: { id, line, limit, purpose: 'analyse' } });
    while (!signal?.aborted) {
      const event = queue.shift();
      if (!event) {
        await new Promise<void>((resolve) => (wake = resolve));
        continue;
      }
      yield event;
      const last = event.kind === 'report' ? event.final : event.kind === 'failed' || event.kind === 'ended';
      if (last) return;
    }
  } finally {
    unsubscribe();
    signal?.removeEventListener('abort', cancel);
    session.request({ kind: 'stop' });
  }
}

function eventOf(event: SessionEvent, search: number, line: Line): AnalysisEvent | null {
  switch (event.kind) {
    case 'info':
      return { kind: 'info', text: event.text };
    case 'progress':
      return { kind: 'progress', nodes: event.nodes };
    case 'oddity':
      return { kind: 'oddity', oddity: event.oddity };
    case 'report':
      if (event.search !== search) return null;
      return { kind: 'report', final: event.final, report: judgeReport(line, event.report) };
    case 'failed':
      return event.search === search ? { kind: 'failed', reason: event.reason } : null;
    case 'ended':
      return { kind: 'ended', ending: event.ending };
    default:
      return null;
  }
}
