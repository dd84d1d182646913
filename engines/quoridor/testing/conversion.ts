/** Plays out a game that the engine's side wins, and compares its claims with what happens. */
import { expect } from 'vitest';
import { quoridor, type QuoridorPosition } from '../../../app/games/quoridor/index.ts';
import { seededRandom } from '../../../app/games/random.ts';
import type { SearchSettings } from '../../shared/settings.ts';
import { ask, brain } from './engine.ts';
import { defenders, type QuoridorPlayer } from './players.ts';
import { playedPosition } from './positions.ts';

export interface Conversion {
  readonly won: boolean;
  readonly plies: number;
  /** Claims that failed: a win postponed or taken back. Empty if all held. */
  readonly broken: readonly string[];
  /** Wins that the engine claimed. */
  readonly claims: number;
}

export interface ConversionSettings extends Partial<SearchSettings> {
  /** As if a new process received the whole game before each move: nothing is remembered. */
  readonly forgets: boolean;
  readonly most: number;
}

/**
 * @param start with the engine to move
 * @param clock in milliseconds; without one, time stands still
 */
export function convert(
  start: QuoridorPosition,
  defender: QuoridorPlayer,
  { forgets, most, ...settings }: ConversionSettings,
  clock: () => number = () => 0,
): Conversion {
  const seat = start.mover;
  const broken: string[] = [];
  let mind = brain(settings, clock);
  let position = start;
  let promised: number | null = null;
  let claims = 0;
  for (let plies = 0; plies < most; plies++) {
    const result = quoridor.result(position);
    if (result !== null)
      return { won: result.kind === 'win' && result.winner === seat, plies, broken, claims };
    if (position.mover !== seat) {
      position = quoridor.play(position, defender(position));
      continue;
    }
    if (forgets) mind = brain(settings, clock);
    const { bestmove, score } = ask(mind, position);
    const left = score?.type === 'decisive' && score.winner === 'mover' ? score.plies : null;
    if (promised !== null && (left === null || left > promised)) {
      broken.push(`${quoridor.positionText(position)}: ${promised} plies were promised, now it is ${left}`);
    }
    if (left !== null) claims++;
    // Its own move and the reply.
    promised = left === null ? null : left - 2;
    position = quoridor.play(position, bestmove as number);
  }
  return { won: false, plies: most, broken, claims };
}

/**
 * Plays games from random positions, against each kind of defender in turn, and throws if a claim fails. @returns how
 * often a win was claimed
 */
export function keptClaims(games: number, nodes: number): number {
  let claims = 0;
  for (let game = 0; game < games; game++) {
    const random = seededRandom(500 + game);
    const setup = { size: [7, 9, 9][game % 3]!, walls: [3, 10, 6][game % 3]! };
    const start = playedPosition(random, setup, 4 + 6 * (game % 3));
    const defender = defenders(brain({ nodes }))[game % 4]!;
    const played = convert(start, defender, { nodes, forgets: false, most: 300 });
    expect(played.broken).toEqual([]);
    claims += played.claims;
  }
  return claims;
}
