/**
 * One engine's part of a report: asks it about one position after the other. A crashed engine is restarted as often as
 * the policy allows and asked again, but not about a position at which it crashed twice. An engine that ends in another
 * way is left, and the report goes on without it.
 */
import type { Line } from '../../games/line.ts';
import type { EngineHandle } from '../../play/engine-handle.ts';
import { systemClock, type Clock } from '../../sessions/clock.ts';
import { restartPolicy, Restarts } from '../../sessions/watch/restarts.ts';
import type { JudgedReport } from '../../shapes/analysis.ts';
import type { Limit } from '../../shapes/engines.ts';
import type { Teller } from '../../shapes/evaluations.ts';
import type { EngineScale } from '../../shapes/report.ts';
import type { EndingWord, SessionEnding } from '../../shapes/sessions.ts';
import { analyse } from '../analyse.ts';

/** Seconds after which a search that is limited by depth is stopped. */
const longestDepthSearch = 60;
/** Seconds that a search may exceed its time before it is stopped. */
const grace = 5;
/** Crashes at one position before it is left out. */
const mostCrashes = 2;

/** An engine of a report. */
export interface LaneEngine {
  readonly name: string;
  readonly protocol: string;
  readonly limit: Limit;
  /** Null if its static scores cannot be judged. */
  readonly scale: EngineScale | null;
  /** Whether its decisive scores count as proof. */
  readonly proves: boolean;
  /** SHA-256 of its program, or of the script that it runs; null if it cannot be read. */
  program(): Promise<string | null>;
  /** Who answers, before the engine is started. */
  teller(): Promise<Teller>;
  /** Starts it, once there is room. @returns null if `signal` was aborted before; @throws Refused */
  open(signal: AbortSignal): Promise<EngineHandle | null>;
}

/** What engines said before, by position and by who said it. */
export interface Memory {
  /** An answer at least as deep as one within the limit would be; null if there is none. */
  find(line: Line, teller: Teller, limit: Limit): JudgedReport | null;
  /** Keeps an answer. */
  keep(line: Line, teller: Teller, limit: Limit, report: JudgedReport): void;
}

export type Answer =
  | { readonly kind: 'report'; readonly report: JudgedReport }
  /** It cannot be asked about this position. */
  | { readonly kind: 'unable'; readonly reason: string }
  /** It gave no answer that can be used. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** It will not be asked again. */
  | { readonly kind: 'left'; readonly reason: string; readonly word: EndingWord | null }
  /** The search gave way, or the report ended. */
  | { readonly kind: 'stopped' };

export class Lane {
  readonly engine: LaneEngine;
  readonly #restarts: Restarts;
  readonly #onChange: () => void;
  #handle: EngineHandle | null = null;
  #made = 0;

  constructor(engine: LaneEngine, onChange: () => void, clock: Clock = systemClock) {
    this.engine = engine;
    this.#onChange = onChange;
    this.#restarts = new Restarts(clock);
  }

  /** How often it was restarted. */
  get restarts(): number {
    return this.#made;
  }

  /** Asks about the end of a line. @param giveWay aborted when the search must not go on; the same question comes again */
  async ask(line: Line, giveWay: AbortSignal, signal: AbortSignal): Promise<Answer> {
    for (let crashes = 0; ;) {
      try {
        this.#handle ??= await this.engine.open(signal);
      } catch (error) {
        return { kind: 'left', reason: (error as Error).message, word: null };
      }
      const handle = this.#handle;
      if (handle === null || signal.aborted) return { kind: 'stopped' };
      const answer = await askOnce(handle, line, this.engine.limit, giveWay, signal);
      if (answer.kind !== 'ended') return answer;
      const { ending } = answer;
      if (ending.word !== 'crashed') return { kind: 'left', reason: ending.reason, word: ending.word };
      const restarted = await this.#restart(handle, ending);
      if (restarted !== null) return restarted;
      crashes++;
      if (crashes >= mostCrashes) {
        return { kind: 'failed', reason: `it crashed ${crashes} times at this position: ${ending.reason}` };
      }
    }
  }

  async close(): Promise<void> {
    await this.#handle?.close();
  }

  /** @returns null if it runs again */
  async #restart(handle: EngineHandle, ending: SessionEnding): Promise<Answer | null> {
    if (this.#restarts.take() === null) {
      const { most, seconds } = restartPolicy;
      return {
        kind: 'left',
        reason: `crashed again after ${most} restarts in ${seconds} s: ${ending.reason}`,
        word: ending.word,
      };
    }
    try {
      await handle.renew({ reason: `the previous process ended (${ending.word})` });
    } catch (error) {
      const reason = `${ending.reason}; not restarted: ${(error as Error).message}`;
      return { kind: 'left', reason, word: ending.word };
    }
    this.#made++;
    this.#onChange();
    return null;
  }
}

type Once = Answer | { readonly kind: 'ended'; readonly ending: SessionEnding };

async function askOnce(
  handle: EngineHandle,
  line: Line,
  limit: Limit,
  giveWay: AbortSignal,
  signal: AbortSignal,
): Promise<Once> {
  const { capabilities } = handle.session;
  // A search that nothing can stop is finished, and its answer used.
  const until = capabilities.stop ? AbortSignal.any([giveWay, signal]) : signal;
  const most = secondsOf(limit);
  let isTimeUp = false;
  const timer =
    most === null || !capabilities.stop
      ? null
      : setTimeout(() => {
          isTimeUp = true;
          handle.session.request({ kind: 'stop' });
        }, most * 1000);
  let last: JudgedReport | null = null;
  try {
    for await (const event of analyse(handle, line, limit, until)) {
      switch (event.kind) {
        case 'report':
          if (event.report.fault === null) last = event.report;
          else if (event.final && last === null) {
            return { kind: 'failed', reason: event.report.fault };
          }
          break;
        case 'failed':
          if (isTimeUp && last !== null) break;
          return { kind: event.by === 'unable' ? 'unable' : 'failed', reason: event.reason };
        case 'ended':
          return { kind: 'ended', ending: event.ending };
        default:
          break;
      }
    }
  } catch (error) {
    return { kind: 'left', reason: (error as Error).message, word: null };
  } finally {
    if (timer !== null) clearTimeout(timer);
  }
  if (until.aborted) return { kind: 'stopped' };
  return last === null
    ? { kind: 'failed', reason: 'it gave no answer in time' }
    : { kind: 'report', report: last };
}

/** Seconds after which a search is stopped; null if nothing is known of how long it may take. */
function secondsOf(limit: Limit): number | null {
  switch (limit.kind) {
    case 'time':
      return limit.seconds + grace;
    case 'depth':
      return longestDepthSearch;
    case 'none':
      return null;
  }
}
