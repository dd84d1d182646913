/** Looks up the games and protocols that a client names. If one does not exist, the refusal lists the known ones. */
import type { Game, Setup } from '../games/game.ts';
import { games } from '../games/registry.ts';
import { Refused } from '../shapes/refused.ts';
import type { Protocol } from '../protocols/protocol.ts';
import { protocols } from '../protocols/registry.ts';
import { randomUUID } from 'node:crypto';
import { makeLine, type Line } from '../games/line.ts';

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

/** The line of play that a job's texts describe. @throws Refused, BadNotation, IllegalMove */
export function lineOf(input: {
  readonly game: string;
  readonly setup?: Setup | undefined;
  readonly position?: string | undefined;
  readonly moves?: string | undefined;
}): Line {
  const game = knownGame(input.game);
  const start = input.position === undefined ? game.initial(input.setup) : game.parsePosition(input.position);
  const moves = input.moves?.trim() ? game.parseMoves(start, input.moves) : [];
  return makeLine(game, `g-${randomUUID()}`, start, moves);
}
