import { randomUUID } from 'node:crypto';
import type { Setup } from '../games/game.ts';
import { makeLine, type Line } from '../games/line.ts';
import { knownGame } from './known.ts';

/** The line of play that a job's texts mean. @throws Refused, BadNotation, IllegalMove in words */
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
