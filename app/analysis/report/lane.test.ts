import { describe, expect, it } from 'vitest';
import { makeLine } from '../../games/line.ts';
import { connect4 } from '../../games/connect4/index.ts';
import type { EngineHandle } from '../../play/engine-handle.ts';
import type { Intent } from '../../protocols/protocol.ts';
import type { Session } from '../../sessions/session.ts';
import type { SessionEvent } from '../../sessions/types.ts';
import { Lane, type LaneEngine } from './lane.ts';

const limit = { kind: 'time', seconds: 1 } as const;

/** An engine that refuses the position, or whose search fails. */
function laneOf(refusal: string | null, by?: 'refused' | 'unable'): Lane {
  let tell: (event: SessionEvent) => void = () => undefined;
  const session = {
    ...{ opened: true, ending: null, capabilities: { stop: true }, accepts: () => refusal },
    subscribe: (told: typeof tell) => {
      tell = told;
      return () => undefined;
    },
    request: (intent: Intent) => {
      if (intent.kind !== 'search') return;
      tell({ kind: 'failed', search: intent.search.id, reason: 'no', ...(by && { by }) } as SessionEvent);
    },
  } as unknown as Session;
  const handle = { session, sessionFor: () => Promise.resolve(session) } as unknown as EngineHandle;
  const engine = { limit, open: () => Promise.resolve(handle) } as unknown as LaneEngine;
  return new Lane(engine, () => undefined);
}

describe('a lane of a report', () => {
  const line = makeLine(connect4, 'g-1', connect4.initial(), []);
  const { signal } = new AbortController();

  it.each([
    ['unable', 'it cannot have the position', laneOf('it cannot have the position')],
    ['unable', 'no', laneOf(null, 'unable')],
    ['failed', 'no', laneOf(null, 'refused')],
    ['failed', 'no', laneOf(null)],
  ])(
    'tells a position that cannot be put to the engine from a failure: %s, %s',
    async (kind, reason, lane) => {
      expect(await lane.ask(line, signal, signal)).toEqual({ kind, reason });
    },
  );
});
