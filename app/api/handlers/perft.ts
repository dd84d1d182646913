import type { Line } from '../../games/line.ts';
import { perftSteps } from '../../games/perft.ts';
import { lineOf } from '../known.ts';
import { anyone } from './base.ts';

/** Milliseconds of counting between two turns of the event loop. */
const slice = 20;

/** Needs no host. */
export const perft = anyone.jobs.perft.handler(({ input, signal }) =>
  perftJob(lineOf(input), input.depth, signal),
);

async function* perftJob(line: Line, depth: number, signal?: AbortSignal) {
  const started = performance.now();
  const steps = perftSteps(line.game, line.position, depth);
  let yieldedAt = started;
  for (let step = steps.next(); !signal?.aborted; step = steps.next()) {
    if (step.done) {
      yield { kind: 'result' as const, nodes: step.value, seconds: secondsSince(started) };
      return;
    }
    if (performance.now() - yieldedAt < slice) continue;
    yieldedAt = performance.now();
    yield { kind: 'progress' as const, nodes: step.value.nodes, share: step.value.share };
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const secondsSince = (start: number): number => Math.round((performance.now() - start) * 1000) / 1e6;
