/** Tests of the bot's play, with a given effort. */
import { expect, it } from 'vitest';
import { PASS, stones, visible, type StonesPosition } from '../../../app/games/stones/index.ts';
import { seededRandom } from '../../../app/games/random.ts';
import { strongest } from '../settings.ts';
import { ask, brain, playerOf, plies, positionsOf, winnerOf, type StonesPlayer } from './engine.ts';
import { endAfter, endWithin, playedPosition } from './positions.ts';
import { greedyMove } from './greedy.ts';

/** Positions near the end of games of a greedy player against another, or against a better one. */
function latePositions(games: number, seed: number, other?: StonesPlayer): StonesPosition[] {
  const random = seededRandom(seed);
  const greedy: StonesPlayer = (position) => greedyMove(position, random);
  return Array.from({ length: games }, () =>
    positionsOf(playedPosition(random, 5), [greedy, other ?? greedy]).slice(-9, -1),
  ).flat();
}

/** How much is played and examined. */
export interface StonesEffort {
  /** Against a player that looks one action ahead, as either seat, and the least number of wins. */
  readonly games: readonly [played: number, won: number];
  /** Games whose last positions are examined. */
  readonly ends: number;
  /** Games between two levels, the least number that the higher one wins, and the levels. */
  readonly levels: readonly [played: number, won: number, pairs: readonly (readonly [number, number])[]];
}

export function strengthTests({ games, ends: endGames, levels }: StonesEffort): void {
  it.each([0, 1] as const)('as seat %i beats a player who sees one action ahead', (seat) => {
    const random = seededRandom(40 + seat);
    let won = 0;
    for (let game = 0; game < games[0]; game++) {
      const own = playerOf(brain({ nodes: 3000 }));
      const other: StonesPlayer = (position) => greedyMove(position, random);
      const start = playedPosition(random, 3);
      if (winnerOf(start, seat === 0 ? [own, other] : [other, own]) === seat) won++;
    }
    expect(won).toBeGreaterThanOrEqual(games[1]);
  });

  it('wins within a turn whenever it can, at every level', () => {
    const ends = [0, 0, 0];
    for (const position of latePositions(endGames / 2, 5)) {
      const end = endWithin(position, 2);
      const turn = position.phase === 'second' ? 1 : 2;
      if (end <= 0 || end > turn) continue;
      const mind = brain({ nodes: Infinity });
      const { bestmove, score } = ask(mind, position, plies(2));
      const where = stones.positionText(position);
      expect(score, where).toEqual({ type: 'decisive', winner: 'mover', plies: end });
      expect(endAfter(position, bestmove as number, 2), where).toBe(end);
      ends[end]++;
      if (end !== 1) continue;
      for (let level = 1; level < strongest; level++) {
        const chosen = ask(brain({ level, nodes: 200 }), position).bestmove as number;
        expect(endAfter(position, chosen, 1), where).toBe(1);
      }
    }
    expect(Math.min(...ends.slice(1))).toBeGreaterThanOrEqual(endGames / 6);
  });

  it('tells an end only where there is one', () => {
    const told = { mover: 0, opponent: 0 };
    for (const position of latePositions(endGames, 6, playerOf(brain({ nodes: 1000 })))) {
      if (position.phase !== 'second') continue;
      const { score } = ask(brain({ nodes: Infinity }), position, plies(3));
      if (score?.type !== 'decisive' || score.plies > 3) continue;
      const sign = score.winner === 'mover' ? 1 : -1;
      const end = endWithin(position, 3);
      // It may miss the nearest win, but never the result.
      expect(Math.sign(end), stones.positionText(position)).toBe(sign);
      expect(Math.abs(end)).toBeLessThanOrEqual(score.plies);
      told[score.winner]++;
    }
    expect(told.mover).toBeGreaterThan(endGames / 3);
    expect(told.opponent).toBeGreaterThan(endGames / 10);
  });

  it('never covers its own last visible stone of a type, whatever its level', () => {
    let temptations = 0;
    for (const position of latePositions(endGames, 7)) {
      if (position.phase !== 'second') continue;
      const gives = (move: number): boolean => {
        if (move === PASS) return false;
        const next = stones.play(position, move);
        return ([1, 2, 3] as const).some((type) => visible(next, position.mover, type) === 0);
      };
      if (!stones.moves(position).some(gives)) continue;
      temptations++;
      for (const level of [1, 2, 5, strongest]) {
        const { bestmove } = ask(brain({ level, nodes: 300 }), position);
        expect(gives(bestmove as number), stones.positionText(position)).toBe(false);
      }
    }
    expect(temptations).toBeGreaterThan(endGames / 3);
  });

  it('holds its levels apart', () => {
    const random = seededRandom(12);
    const points = (level: number, other: number): number => {
      let won = 0;
      for (let game = 0; game < levels[0]; game++) {
        const [one, two] = [level, other].map((each) =>
          playerOf(brain({ level: each, seed: 0, nodes: 3000 })),
        );
        const seat = game % 2;
        if (winnerOf(playedPosition(random, 3), seat === 0 ? [one, two] : [two, one]) === seat) won++;
      }
      return won;
    };
    for (const [level, other] of levels[2]) {
      expect(points(level, other), `${level} against ${other}`).toBeGreaterThanOrEqual(levels[1]);
    }
  });
}
