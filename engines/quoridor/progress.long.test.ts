import { describe, expect, it } from 'vitest';
import { pawnMoves, quoridor } from '../../app/games/quoridor/index.ts';
import { strongest } from './settings.ts';
import { convert, keptClaims } from './testing/conversion.ts';
import { brain, playerOf } from './testing/engine.ts';
import { defenders, play, waitingPlayer, type QuoridorPlayer } from './testing/players.ts';
import { opening, mirrored, swapped, wonPosition } from './testing/positions.ts';

const won = wonPosition();
const turns = [
  ['as it was', won],
  ['from left to right', mirrored(won)],
  ['with the sides exchanged', swapped(won)],
  ['both', swapped(mirrored(won))],
] as const;

describe('a won game is brought to its end', () => {
  it.each(turns)('%s, with either defender, at any number of nodes', (_, start) => {
    for (const nodes of [1, 10, 100, 1000]) {
      for (const defender of defenders(brain({ nodes: 300 }))) {
        const forgets = nodes === 100;
        const played = convert(start, defender, { nodes, forgets, most: 60 });
        expect(played, `${nodes} nodes`).toMatchObject({ won: true });
        if (!forgets) expect(played.broken).toEqual([]);
      }
    }
  });

  it.each(turns)('%s, against a side that waits, with the end in sight all along', (_, start) => {
    for (const forgets of [false, true]) {
      const played = convert(start, waitingPlayer(), { nodes: 10_000, forgets, most: 60 });
      expect(played).toMatchObject({ won: true });
      // Without memory it may claim a longer win than it could know of.
      if (!forgets) expect(played.broken).toEqual([]);
      expect(played.claims).toBeGreaterThan(4);
    }
  });

  it('at every level', () => {
    for (let level = 1; level <= strongest; level++) {
      const played = convert(won, waitingPlayer(), { level, nodes: 1000, forgets: true, most: 60 });
      expect(played, `level ${level}`).toMatchObject({ won: true });
    }
  });

  it('within the plies that it tells, from wherever it tells of a win', () => {
    expect(keptClaims(8, 600)).toBeGreaterThan(12);
  });
});

describe('progress', () => {
  /** Steps back if it can, and never places a wall. */
  const retreating: QuoridorPlayer = (position) => {
    const steps = pawnMoves(position);
    const { size, mover } = position;
    const behind = mover === 0 ? size : -size;
    return steps.find((to) => to === position.pawns[mover] + behind) ?? steps[0]!;
  };

  it('is made against a side that only waits', () => {
    for (let game = 0; game < 4; game++) {
      const seat = (game % 2) as 0 | 1;
      const engine = playerOf(brain({ nodes: 300 }));
      const players: [QuoridorPlayer, QuoridorPlayer] =
        seat === 0 ? [engine, retreating] : [retreating, engine];
      const { winner, plies } = play(opening(game), players);
      expect(winner, `game ${game}`).toBe(seat);
      expect(plies, `game ${game}`).toBeLessThan(60);
    }
  });

  it('comes to an end against itself, without going round in circles', () => {
    for (let game = 0; game < 4; game++) {
      const engine = playerOf(brain({ nodes: 300 }));
      const { winner, repeats } = play(opening(2 * game, [7, 9][game % 2]), [engine, engine]);
      expect(winner, `game ${game}`).not.toBeNull();
      expect(repeats, `game ${game}`).toBeLessThan(4);
    }
  });

  it('is refused to the other side for as long as can be: a lost game is not thrown away', () => {
    // White has lost: Black reaches its goal in two. Only a wall in its way delays that.
    const lost = quoridor.parsePosition('9 e2 a3 0 1 - - w');
    const move = playerOf(brain({ nodes: 500 }))(lost);
    expect(move).toBeGreaterThanOrEqual(81);
  });
});
