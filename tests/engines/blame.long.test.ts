/** Every way in which an engine can stop a game, at every moment, over each protocol, in the sandbox and outside. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { otherSeat } from '../../app/games/game.ts';
import { probeConfinement } from '../../app/sessions/confinement/confinement.ts';
import {
  isHarmless,
  isPossible,
  moments,
  playAll,
  ways,
  wordOf,
  type BlameCase,
  type BlameOutcome,
  type ProtocolId,
} from './blame.ts';
import { makeBench, type Bench } from './support.ts';

vi.setConfig({ testTimeout: 600_000 });

const confinement = await probeConfinement(process.env, process.platform, '/nowhere');
const protocols: readonly ProtocolId[] = ['cfp', 'cfsi', 'qtp', 'nmm', 'gos'];
const cases: readonly BlameCase[] = protocols
  .flatMap((protocol) => ways.flatMap((way) => moments.map((when) => ({ protocol, way, when }))))
  .filter(isPossible);

describe.each([
  ['out of the sandbox', null],
  // Skipped without a sandbox: `npm test` names the tests that did not run.
  ...(confinement.sandbox.runs ? [['in the sandbox', confinement] as const] : []),
] as const)('an engine that stops its game %s', (_, confined) => {
  let bench: Bench;
  let outcomes: ReadonlyMap<BlameCase, Promise<BlameOutcome>>;
  beforeAll(() => {
    bench = makeBench();
    outcomes = playAll(bench, cases, 4, confined);
  });
  afterAll(async () => expect(await bench.clean()).toEqual([]));

  it.each(cases)('over $protocol by $way ($when) loses it, unless it has won by then', async (one) => {
    const { culprit, winner, ending } = await outcomes.get(one)!;
    const due = isHarmless(one) ? { winner, fault: null } : { winner: otherSeat(culprit), fault: culprit };
    expect(ending).toMatchObject(due);
    expect(wordOf(one)).toContain(ending.word);
  });
});
