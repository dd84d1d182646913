import { expect, it } from 'vitest';
import { makeLine } from '../games/line.ts';
import { gameById } from '../games/registry.ts';
import type { EngineHandle } from '../play/engine-handle.ts';
import type { Forfeit } from '../sessions/forfeit.ts';
import { referee, type SeatedEngine } from './referee.ts';
import { LagMeter } from './timed-ask.ts';

const game = gameById('connect4');
const time = { move: 0.02, first: null, game: null, increment: 0, margin: 0.03 };

/** An engine that is asked and does not answer. @param told takes why it has lost */
function silent(told: Forfeit[] = []): SeatedEngine {
  const session = {
    ...{ id: 's-1', ending: null, opened: true, begun: '' },
    capabilities: { time: true },
    subscribe: (listener: (event: unknown) => void) => {
      setTimeout(() => {
        listener({ kind: 'line', line: { direction: 'sent', at: 1, oddities: [], text: 'go' } });
        listener({ kind: 'session', state: 'thinking' });
      });
      return () => undefined;
    },
  };
  const handle = {
    session,
    follow: () => undefined,
    forfeit: (forfeit: Forfeit) => void told.push(forfeit),
    sessionFor: () => Promise.resolve(session),
    ask: (_line: unknown, _limit: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise((resolve) =>
        signal.addEventListener('abort', () => resolve({ kind: 'cancelled' }), { once: true }),
      ),
  };
  return { handle: handle as unknown as EngineHandle, time, depth: null };
}

it.each([
  [[0, 0], 0],
  [[1, 0], 0],
  [[1, 1], 1],
] as const)('asks for no proof before both engines have moved: %j', async (asked, proofs) => {
  const line = makeLine(game, 'match-1', game.initial(), []);
  let asks = 0;
  const over = await referee(
    [silent(), silent()],
    { line, texts: [], left: [null, null], asked },
    {
      ...{ limits: {}, scores: null, signal: new AbortController().signal, lag: new LagMeter() },
      ...{ onPly: () => expect.fail('no move is made'), onRetry: () => undefined },
      prove: () => {
        asks++;
        return Promise.resolve({ value: 'draw', how: 'solver', plies: null });
      },
    },
  );
  expect(asks).toBe(proofs);
  expect(over).toMatchObject({ adjudicated: proofs === 0 ? null : 'proof' });
});

it('tells how long an engine was asked that lost on time, and tells its session too', async () => {
  const line = makeLine(game, 'match-1', game.initial(), []);
  const told: [Forfeit[], Forfeit[]] = [[], []];
  const over = await referee(
    [silent(told[0]), silent(told[1])],
    { line, texts: [], left: [null, null], asked: [0, 0] },
    {
      ...{ limits: {}, scores: null, signal: new AbortController().signal, lag: new LagMeter() },
      ...{ onPly: () => expect.fail('no move is made'), onRetry: () => undefined },
    },
  );
  expect(over).toMatchObject({ ending: { word: 'time', fault: 0 } });
  expect(over!.spent).toBeGreaterThanOrEqual(0.049);
  expect(told).toEqual([[over!.ending], []]);
  expect(over!.ending.reason).toContain(`: ${over!.spent!.toFixed(3)} s, and 0.020 s are allowed`);
});
