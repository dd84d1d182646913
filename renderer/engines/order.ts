/** The order of the engines beside the board. */
import type { EngineState, SessionState } from '../../app/api/contract.ts';

/** Whether it can play the game on the board; true if the engine's games are unknown. */
export const playsHere = ({ games }: Pick<EngineState, 'games'>, gameId: string | null): boolean =>
  gameId === null || games.length === 0 || games.includes(gameId);

export interface OrderedEngines {
  /** Those that can play the game on the board and all that run, running ones first in each of both. */
  readonly here: readonly EngineState[];
  /** Those for other games that do not run; failed ones last. */
  readonly elsewhere: readonly EngineState[];
}

/** The engines in the order of the panel. Otherwise the order of adding is kept. */
export function inOrder(
  engines: readonly EngineState[],
  sessions: readonly Pick<SessionState, 'engine' | 'ending' | 'purpose' | 'successor'>[],
  gameId: string | null,
): OrderedEngines {
  const rank = (engine: EngineState): number => {
    const { id, contact } = engine;
    const own = sessions.filter(({ engine, purpose }) => engine === id && purpose !== 'contact');
    const runs = own.some(({ ending }) => ending === null);
    if (playsHere(engine, gameId)) return runs ? 0 : 1;
    if (runs) return 2;
    const failed = own.some(
      ({ ending, successor }) => ending !== null && ending.word !== 'quit' && successor === null,
    );
    return failed || contact.state === 'failed' ? 4 : 3;
  };
  const ranks = new Map(engines.map((engine) => [engine.id, rank(engine)]));
  const ordered = engines.toSorted((one, other) => ranks.get(one.id)! - ranks.get(other.id)!);
  return {
    here: ordered.filter(({ id }) => ranks.get(id)! <= 2),
    elsewhere: ordered.filter(({ id }) => ranks.get(id)! > 2),
  };
}
