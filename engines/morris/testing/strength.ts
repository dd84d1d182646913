/** Tests of the engine's play, with a given effort. */
import { expect, it } from 'vitest';
import { morris, type MorrisPosition } from '../../../app/games/morris/index.ts';
import { seededRandom } from '../../../app/games/random.ts';
import forced from '../forced.json';
import { ask, at, brain, finished, moveOf, plies } from './engine.ts';
import { endWithin, winningMoves, playedPosition, randomMove } from './positions.ts';
import { forcedCount, forcedWithin } from './forced.ts';
import { greedyMove } from './greedy.ts';

/** How much is played and examined. */
export interface MorrisEffort {
  /** Against a player that looks one ply ahead, as either seat, and the least number of wins. */
  readonly games: readonly [played: number, won: number];
  /** Positions with a win in three plies. */
  readonly forced: number;
  /** Games whose last positions are examined exhaustively. */
  readonly ends: number;
  /** Games between two levels, the least points of the higher one, and the levels. */
  readonly levels: readonly [played: number, points: number, pairs: readonly (readonly [number, number])[]];
}

export function strengthTests({ games, forced: forcedMost, ends, levels }: MorrisEffort): void {
  const positions = forced.slice(0, forcedMost);

  it.each([0, 1] as const)('as seat %i beats a player who sees one ply ahead', (seat) => {
    const random = seededRandom(40 + seat);
    let won = 0;
    for (let game = 0; game < games[0]; game++) {
      const mind = brain({ nodes: 5000 });
      const own = (position: MorrisPosition): number => moveOf(mind, position);
      const other = (position: MorrisPosition): number => greedyMove(position, random);
      const end = finished(playedPosition(random, 2), seat === 0 ? [own, other] : [other, own]);
      const result = morris.result(end);
      if (result?.kind === 'win' && result.winner === seat) won++;
    }
    expect(won).toBeGreaterThanOrEqual(games[1]);
  });

  it(`finds every win in ${forcedWithin} plies of a set that an exhaustive search proves`, () => {
    expect(new Set(forced).size).toBe(forcedCount);
    for (const text of positions) {
      const position = at(text);
      expect(endWithin(position, forcedWithin), text).toBe(forcedWithin);
      const winning = winningMoves(position, forcedWithin);
      for (const mind of [brain({ nodes: 50_000 }), brain({ nodes: Infinity })]) {
        const { bestmove, score, line } = ask(mind, position, plies(forcedWithin));
        expect(winning, text).toContain(bestmove);
        expect(score, text).toEqual({ type: 'decisive', winner: 'mover', plies: forcedWithin });
        const end = (line as number[]).reduce((before, move) => morris.play(before, move), position);
        expect(morris.result(end), text).toMatchObject({ kind: 'win', winner: position.mover });
      }
    }
  });

  it('tells an end within its depth where there is one and nowhere else, for better and for worse', () => {
    const random = seededRandom(6);
    const seen = new Map<number, number>();
    const starts = positions.map((text) => morris.play(at(text), winningMoves(at(text), forcedWithin)[0]!));
    for (let i = 0; i < ends; i++) {
      let position = playedPosition(random, 30);
      let before = position;
      while (morris.result(position) === null) {
        before = position;
        position = morris.play(position, i % 2 ? greedyMove(position, random) : randomMove(random, position));
      }
      starts.push(before);
    }
    for (const [i, played] of starts.entries()) {
      const start = at(morris.positionText(played));
      const depth = 2 + (i % 2);
      const end = endWithin(start, depth);
      const { score } = ask(brain({ nodes: Infinity }), start, plies(depth));
      // Captures at the end of a line may reveal an end beyond it.
      const near = score?.type === 'decisive' && score.plies <= depth ? score : null;
      const told = near === null ? 0 : near.winner === 'mover' ? near.plies : -near.plies;
      expect(told, morris.positionText(start)).toBe(end);
      seen.set(end, (seen.get(end) ?? 0) + 1);
    }
    for (const end of [1, 0, -2]) expect(seen.get(end), String(end)).toBeGreaterThanOrEqual(ends / 20);
  });

  it('holds its levels apart', () => {
    const random = seededRandom(12);
    const points = (level: number, other: number): number => {
      let found = 0;
      for (let game = 0; game < levels[0]; game++) {
        const minds = [level, other].map((each) => brain({ level: each, seed: 0, nodes: 5000 }));
        const [one, two] = minds.map((mind) => (position: MorrisPosition) => moveOf(mind, position));
        const seat = game % 2;
        const end = finished(playedPosition(random, 2), seat === 0 ? [one, two] : [two, one]);
        const result = morris.result(end);
        found += result?.kind !== 'win' ? 0.5 : result.winner === seat ? 1 : 0;
      }
      return found;
    };
    for (const [level, other] of levels[2]) {
      expect(points(level, other), `${level} against ${other}`).toBeGreaterThanOrEqual(levels[1]);
    }
  });
}
