import { describe, expect, it } from 'vitest';
import { PASS, stones, visible, type StonesPosition } from '../../app/games/stones/index.ts';
import type { Limit } from '../../app/protocols/protocol.ts';
import type { Finding } from '../../app/protocols/responder.ts';
import { seededRandom } from '../shared/random.ts';
import type { SearchSettings } from '../shared/settings.ts';
import { Brain } from './brain.ts';
import { strongest } from './levels.ts';
import { defaultSettings } from './settings.ts';
import { endAfter, endWithin } from './testing/exhaust.ts';
import { greedyMove } from './testing/greedy.ts';
import { playedPosition } from './testing/positions.ts';

const never = (): boolean => false;
const endless = { kind: 'none' } as const;
const plies = (count: number): Limit => ({ kind: 'depth', plies: count });
let ids = 0;

function brain(settings: Partial<SearchSettings> = {}, now = () => 0): Brain {
  const all = { ...defaultSettings, time: Infinity, nodes: 2000, hash: 4, seed: 1, ...settings };
  return new Brain(all, now, seededRandom(1));
}

const ask = (mind: Brain, position: StonesPosition, limit: Limit = endless): Finding =>
  mind.search({ id: ++ids, position, limit, only: undefined }, never, () => undefined);

type Player = (position: StonesPosition) => number;
const playerOf =
  (mind: Brain): Player =>
  (position) =>
    ask(mind, position).bestmove as number;

/** A game from here to its end. */
function positionsOf(start: StonesPosition, players: readonly [Player, Player]): StonesPosition[] {
  const found = [start];
  for (let position = start; stones.result(position) === null; found.push(position)) {
    position = stones.play(position, players[position.mover](position));
  }
  return found;
}

function winnerOf(start: StonesPosition, players: readonly [Player, Player]): number | null {
  const result = stones.result(positionsOf(start, players).at(-1)!);
  return result?.kind === 'win' ? result.winner : null;
}

/** Positions of games of a greedy player against another one, or against a better one, near their ends. */
function latePositions(games: number, seed: number, other?: Player): StonesPosition[] {
  const random = seededRandom(seed);
  const greedy: Player = (position) => greedyMove(position, random);
  return Array.from({ length: games }, () =>
    positionsOf(playedPosition(random, 5), [greedy, other ?? greedy]).slice(-9, -1),
  ).flat();
}

describe('strength', { timeout: 240_000 }, () => {
  it.each([0, 1] as const)(
    'as seat %i beats a player who sees one action ahead in 19 games of 20',
    (seat) => {
      const random = seededRandom(40 + seat);
      let won = 0;
      for (let game = 0; game < 20; game++) {
        const own = playerOf(brain({ nodes: 3000 }));
        const other: Player = (position) => greedyMove(position, random);
        const start = playedPosition(random, 3);
        if (winnerOf(start, seat === 0 ? [own, other] : [other, own]) === seat) won++;
      }
      expect(won).toBeGreaterThanOrEqual(19);
    },
  );

  it('wins within a turn whenever it can, at every level', () => {
    const ends = [0, 0, 0];
    for (const position of latePositions(15, 5)) {
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
    expect(Math.min(...ends.slice(1))).toBeGreaterThan(5);
  });

  it('tells an end only where there is one', () => {
    const told = { mover: 0, opponent: 0 };
    for (const position of latePositions(30, 6, playerOf(brain({ nodes: 1000 })))) {
      if (position.phase !== 'second') continue;
      const { score } = ask(brain({ nodes: Infinity }), position, plies(3));
      if (score?.type !== 'decisive' || score.plies > 3) continue;
      const sign = score.winner === 'mover' ? 1 : -1;
      const end = endWithin(position, 3);
      // The nearest win may escape it, never that it is one.
      expect(Math.sign(end), stones.positionText(position)).toBe(sign);
      expect(Math.abs(end)).toBeLessThanOrEqual(score.plies);
      told[score.winner]++;
    }
    expect(told.mover).toBeGreaterThan(10);
    expect(told.opponent).toBeGreaterThan(3);
  });

  it('never covers its own last visible stone of a type, whatever its level', () => {
    let temptations = 0;
    for (const position of latePositions(30, 7)) {
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
    expect(temptations).toBeGreaterThan(10);
  });

  it('holds its levels apart', () => {
    const random = seededRandom(12);
    const points = (level: number, other: number): number => {
      let won = 0;
      for (let game = 0; game < 12; game++) {
        const [one, two] = [level, other].map((each) =>
          playerOf(brain({ level: each, seed: 0, nodes: 3000 })),
        );
        const seat = game % 2;
        if (winnerOf(playedPosition(random, 3), seat === 0 ? [one, two] : [two, one]) === seat) won++;
      }
      return won;
    };
    for (const [level, other] of [
      [5, 1],
      [strongest, 3],
    ] as const) {
      expect(points(level, other), `${level} against ${other}`).toBeGreaterThanOrEqual(9);
    }
  });
});

describe('findings', { timeout: 60_000 }, () => {
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
    for (let i = 0; i < 200; i++) {
      const position = playedPosition(random, i % 40);
      const { bestmove, line } = ask(mind, position);
      expect(line[0]).toBe(bestmove);
      (line as number[]).reduce((before, move) => stones.play(before, move), position);
    }
  });

  it('are told as each iteration ends, and come at once when asked for', () => {
    const depths: number[] = [];
    const job = { id: ++ids, position: stones.initial(), limit: plies(4), only: undefined };
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
