/** What a client names must be there; where it is not, the client is told what is. */
import type { Game } from '../games/game.ts';
import { games } from '../games/registry.ts';
import { Refused } from '../library/refused.ts';
import type { Protocol } from '../protocols/protocol.ts';
import { protocols } from '../protocols/registry.ts';

/** @throws Refused */
export function knownGame(id: string): Game {
  const game = games.get(id);
  if (!game) throw new Refused(`There is no game "${id}".`, `Known games: ${[...games.keys()].join(', ')}.`);
  return game;
}

/** @throws Refused */
export function knownProtocol(id: string): Protocol {
  const protocol = protocols.get(id);
  if (protocol) return protocol;
  const known = [...protocols.keys()].join(', ');
  throw new Refused(`There is no protocol "${id}".`, `Known protocols: ${known}.`);
}
