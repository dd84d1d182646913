/** Asks an engine about the positions of a suite, one after the other. */
import { analyse } from '../analysis/analyse.ts';
import type { EngineHandle } from '../play/engine-handle.ts';
import type { SuitePosition } from '../shapes/builds.ts';
import type { Limit } from '../shapes/engines.ts';
import { solves, suiteLine } from './suite.ts';

export interface SuiteAnswer {
  readonly position: SuitePosition;
  /** The last one named; null if there is none. */
  readonly move: string | null;
  readonly isSolved: boolean;
  /** Seconds until it named a solution and kept to one; null if it is not solved. */
  readonly seconds: number | null;
  /** Why there is no answer; null if there is one. */
  readonly fault: string | null;
}

/**
 * @param open starts the engine: for the first position, and again if it has ended
 * @throws Refused if it cannot be started
 */
export async function* runSuite(
  positions: readonly SuitePosition[],
  open: () => EngineHandle,
  limit: Limit,
  signal: AbortSignal,
): AsyncGenerator<SuiteAnswer> {
  const opened: EngineHandle[] = [];
  try {
    for (const [at, position] of positions.entries()) {
      if (signal.aborted) return;
      if (opened.at(-1)?.serves !== true) opened.push(open());
      const answer = await answerOf(opened.at(-1)!, position, at, limit, signal);
      if (signal.aborted) return;
      yield answer;
    }
  } finally {
    await opened.at(-1)?.close();
  }
}

async function answerOf(
  handle: EngineHandle,
  position: SuitePosition,
  at: number,
  limit: Limit,
  signal: AbortSignal,
): Promise<SuiteAnswer> {
  let move: string | null = null;
  let since: number | null = null;
  let fault: string | null = null;
  for await (const event of analyse(handle, suiteLine(position, `suite-${at}`), limit, signal)) {
    if (event.kind === 'report') {
      move = event.report.bestmove;
      since = solves(position, move) ? (since ?? event.report.seconds) : null;
      fault = event.final ? event.report.fault : null;
    } else if (event.kind === 'failed') fault = event.reason;
    else if (event.kind === 'ended') fault = `${event.ending.word}: ${event.ending.reason}`;
  }
  const isSolved = fault === null && solves(position, move);
  return { position, move, isSolved, seconds: isSolved ? since : null, fault };
}
