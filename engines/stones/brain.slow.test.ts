import { describe, expect, it } from 'vitest';
import { stones, type StonesPosition } from '../../app/games/stones/index.ts';
import { seededRandom } from '../../app/games/random.ts';
import { ask, brain, endless, never, playerOf, plies, positionsOf } from './testing/engine.ts';
import { playedPosition } from './testing/positions.ts';
import type { Limit } from '../../app/shapes/engines.ts';

describe('findings', () => {
  it('are none where the game is over', () => {
    const end = positionsOf(playedPosition(seededRandom(1), 20), [
      (position) => stones.moves(position)[0],
      (position) => stones.moves(position)[0],
    ]).at(-1)!;
    expect(ask(brain(), end)).toMatchObject({ bestmove: null, score: null, nodes: 0 });
  });

  it('are legal from any position, and so is the line behind them', () => {
    const random = seededRandom(21);
    const mind = brain({ nodes: 300 });
    for (let i = 0; i < 80; i++) {
      const position = playedPosition(random, i % 40);
      const { bestmove, line } = ask(mind, position);
      expect(line[0]).toBe(bestmove);
      (line as number[]).reduce((before, move) => stones.play(before, move), position);
    }
  });

  it('are among the moves of the job', () => {
    const mind = brain();
    const position = playedPosition(seededRandom(4), 3);
    const [best, ...others] = stones.moves(position);
    const among = [best!, others.at(-1)!];
    const job = { id: 1, position, limit: endless, only: undefined };
    const { bestmove } = mind.search({ ...job, among }, never, () => undefined);
    expect(among).toContain(bestmove);
    const one = mind.search({ ...job, among: [among[1]!] }, never, () => undefined);
    expect(one.bestmove).toBe(among[1]);
  });

  it('are told as each iteration ends, and come at once when asked for', () => {
    const depths: number[] = [];
    const job = { id: 1, position: stones.initial(), limit: plies(4), only: undefined };
    brain({ nodes: Infinity }).search(job, never, ({ depth }) => void depths.push(depth));
    expect(depths).toEqual([1, 2, 3, 4]);
    const cut = brain({ nodes: Infinity }).search(
      { ...job, limit: endless },
      () => true,
      () => undefined,
    );
    expect(cut.depth).toBe(1);
    expect(stones.moves(stones.initial())).toContain(cut.bestmove);
  });

  it('come when the time is over: its own, or that of the job', () => {
    let clock = 0;
    const now = (): number => (clock += 5);
    const timed = (time: number, limit: Limit): number => {
      clock = 0;
      ask(brain({ nodes: Infinity, time }, now), stones.initial(), limit);
      return clock;
    };
    expect(timed(0.2, endless)).toBeLessThan(300);
    expect(timed(60, { kind: 'time', seconds: 0.1 })).toBeLessThan(200);
  });

  it('are the same for the same nodes and seed, and others for another seed', () => {
    const game = (seed: number): string => {
      const mind = brain({ level: 2, seed });
      let position: StonesPosition = stones.initial();
      const moves: number[] = [];
      while (moves.length < 16 && stones.result(position) === null) {
        moves.push(playerOf(mind)(position));
        position = stones.play(position, moves.at(-1)!);
      }
      return stones.movesText(stones.initial(), moves);
    };
    expect(game(5)).toBe(game(5));
    expect(new Set([5, 6, 7].map(game)).size).toBe(3);
    const once = ask(brain({ nodes: 20_000 }), playedPosition(seededRandom(3), 6));
    expect(ask(brain({ nodes: 20_000 }), playedPosition(seededRandom(3), 6))).toEqual(once);
  });
});
