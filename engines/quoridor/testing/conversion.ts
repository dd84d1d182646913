/** A game that the engine's side wins, played out: what it claims on the way is held against what comes. */
import { expect } from 'vitest';
import { quoridor, type QuoridorPosition } from '../../../app/games/quoridor/index.ts';
import { seededRandom } from '../../shared/skill.ts';
import type { SearchSettings } from '../../shared/settings.ts';
import { ask, brain } from './engine.ts';
import { defenders, type Player } from './players.ts';
import { playedPosition } from './positions.ts';

export interface Conversion {
  readonly won: boolean;
  readonly plies: number;
  /** What was claimed and did not come: a win put off, or taken back. Empty where all held. */
  readonly broken: readonly string[];
  /** Wins that the engine told of. */
  readonly claims: number;
}

export interface ConversionSettings extends Partial<SearchSettings> {
  /** As where a new process is told the whole game before each move: nothing is remembered. */
  readonly forgets: boolean;
  readonly most: number;
}

/**
 * @param start the engine is to move.
 * @param clock in milliseconds; without one time stands still.
 */
export function convert(
  start: QuoridorPosition,
  defender: Player,
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
 * Plays games from random positions, against each kind of defender in turn; where a claim does not come true, it
 * throws. @returns how often a win was told of.
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
