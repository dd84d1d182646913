import { describe, expect, it } from 'vitest';
import { defaultWalls, pawnMoves, quoridor, type QuoridorPosition } from '../../app/games/quoridor/index.ts';
import type { Limit } from '../../app/protocols/protocol.ts';
import type { Finding } from '../../app/protocols/responder.ts';
import { seededRandom } from '../shared/random.ts';
import type { SearchSettings } from '../shared/settings.ts';
import { Brain } from './brain.ts';
import { strongest } from './levels.ts';
import { defaultSettings } from './settings.ts';
import { exhausted } from './testing/exhaust.ts';
import { onePlyMove } from './testing/one-ply.ts';
import { playedPosition } from './testing/positions.ts';

const never = (): boolean => false;
const unheard = (): void => undefined;

function brain(settings: Partial<SearchSettings> = {}, now = () => 0): Brain {
  const all = { ...defaultSettings, time: Infinity, nodes: 2000, hash: 4, seed: 1, ...settings };
  return new Brain(all, now, seededRandom(1));
}

const ask = (mind: Brain, position: QuoridorPosition, limit: Limit = { kind: 'none' }): Finding =>
  mind.search({ id: 1, position, limit, only: undefined }, never, unheard);

type Player = (position: QuoridorPosition) => number;
const playerOf =
  (mind: Brain): Player =>
  (position) =>
    ask(mind, position).bestmove as number;

interface Played {
  readonly winner: 0 | 1 | null;
  readonly plies: number;
  /** How often the position came that came most often. */
  readonly repeats: number;
}

function play(start: QuoridorPosition, players: readonly [Player, Player], most = 300): Played {
  let position = start;
  const seen = new Map<string, number>();
  for (let plies = 0; ; plies++) {
    const result = quoridor.result(position);
    const repeats = Math.max(0, ...seen.values());
    if (result !== null) return { winner: result.kind === 'win' ? result.winner : null, plies, repeats };
    if (plies === most) return { winner: null, plies, repeats };
    position = quoridor.play(position, players[position.mover](position));
    const text = quoridor.positionText(position);
    seen.set(text, (seen.get(text) ?? 0) + 1);
  }
}

/** The positions after four random plies, each for two games. */
const opening = (game: number, size = 9): QuoridorPosition =>
  playedPosition(seededRandom(100 + (game >> 1)), { size, walls: defaultWalls(size) }, 4);

describe('strength', { timeout: 120_000 }, () => {
  it('beats a player who sees one ply ahead in 19 games of 20 at least', () => {
    const mind = brain({ nodes: 4000 });
    let won = 0;
    for (let game = 0; game < 20; game++) {
      const seat = (game % 2) as 0 | 1;
      const random = seededRandom(game);
      const opponent: Player = (position) => onePlyMove(position, random);
      const engine = playerOf(mind);
      const { winner } = play(opening(game), seat === 0 ? [engine, opponent] : [opponent, engine]);
      if (winner === seat) won++;
    }
    expect(won).toBeGreaterThanOrEqual(19);
  });

  it('comes to an end against itself, without going round in circles', () => {
    for (let game = 0; game < 8; game++) {
      const engine = playerOf(brain({ nodes: 600 }));
      const { winner, repeats } = play(opening(2 * game, [7, 9][game % 2]), [engine, engine]);
      expect(winner, `game ${game}`).not.toBeNull();
      expect(repeats, `game ${game}`).toBeLessThan(4);
    }
  });
});

describe('progress', { timeout: 60_000 }, () => {
  /** Steps to and fro where it can, and never puts up a wall. */
  const waiter: Player = (position) => {
    const steps = pawnMoves(position);
    const { size, mover } = position;
    const behind = mover === 0 ? size : -size;
    const cell = position.pawns[mover];
    return steps.find((to) => to === cell + behind) ?? steps[0];
  };

  it('is made against a side that only waits', () => {
    for (let game = 0; game < 8; game++) {
      const seat = (game % 2) as 0 | 1;
      const engine = playerOf(brain({ nodes: 600 }));
      const { winner, plies } = play(opening(game), seat === 0 ? [engine, waiter] : [waiter, engine]);
      expect(winner, `game ${game}`).toBe(seat);
      expect(plies, `game ${game}`).toBeLessThan(60);
    }
  });
});

describe('what exhaustive search knows', { timeout: 120_000 }, () => {
  it('is what it plays in races without walls: each win at its shortest, each loss at its longest', () => {
    const random = seededRandom(8);
    const mind = brain();
    let won = 0;
    for (let i = 0; i < 30; i++) {
      const size = [5, 7, 9][i % 3];
      const played = playedPosition(random, { size, walls: size }, 4 * size);
      const start: QuoridorPosition = { ...played, wallsLeft: [0, 0] };
      const [{ plies }] = exhausted(start);
      const finding = ask(mind, start);
      const score =
        plies === 0
          ? { type: 'static', value: 0 }
          : { type: 'decisive', winner: plies > 0 ? 'mover' : 'opponent', plies: Math.abs(plies) };
      expect(finding.score, quoridor.positionText(start)).toEqual(score);
      expect(finding.line).toHaveLength(Math.max(1, Math.abs(plies)));
      if (plies <= 0) continue;
      won++;
      const engine = playerOf(mind);
      const other: Player = (position) => onePlyMove(position, random);
      const players: [Player, Player] = start.mover === 0 ? [engine, other] : [other, engine];
      expect(play(start, players).winner, quoridor.positionText(start)).toBe(start.mover);
    }
    expect(won).toBeGreaterThan(5);
  });

  it('is what it plays with a last wall or two: a won game stays won, by the wall that wins where only that does', () => {
    const random = seededRandom(9);
    const mind = brain({ nodes: 20_000 });
    let won = 0;
    let byWallAlone = 0;
    for (let i = 0; i < 24; i++) {
      const size = i % 3 === 0 ? 3 : 5;
      const played = playedPosition(random, { size, walls: 4 }, size === 3 ? 1 : 9);
      const wallsLeft: [number, number] = size === 3 ? [1, 1] : i % 2 === 0 ? [1, 0] : [0, 1];
      const start: QuoridorPosition = { ...played, wallsLeft };
      const known = exhausted(start);
      const worth = new Map(known.map(({ position, plies }) => [quoridor.positionText(position), plies]));
      const lost = (position: QuoridorPosition): boolean =>
        quoridor.result(position) !== null || worth.get(quoridor.positionText(position))! < 0;
      // Every win that is not at hand at once, up to a few of each board.
      const wins = known.filter(({ position, plies }) => plies > 1 && position.wallsLeft[position.mover] > 0);
      for (let pick = 0; pick < 6 && wins.length > 0; pick++) {
        const { position } = wins[Math.floor(random() * wins.length)];
        const winning = quoridor.moves(position).filter((move) => lost(quoridor.play(position, move)));
        const { bestmove } = ask(mind, position);
        expect(winning, quoridor.positionText(position)).toContain(bestmove);
        won++;
        if (winning.every((move) => move >= size * size)) byWallAlone++;
      }
    }
    expect(won).toBeGreaterThan(50);
    expect(byWallAlone).toBeGreaterThan(10);
  });
});

describe('answers', { timeout: 60_000 }, () => {
  it('are legal on every size, with no walls, few and more than fit', () => {
    const random = seededRandom(10);
    for (let size = 3; size <= 25; size += 2) {
      for (const walls of [0, 2, 10_000]) {
        const position = playedPosition(random, { size, walls }, 2 + Math.floor(random() * size));
        const { bestmove, line } = ask(brain({ nodes: 300 }), position);
        expect(quoridor.moves(position), quoridor.positionText(position)).toContain(bestmove);
        let at = position;
        for (const move of line) at = quoridor.play(at, move as number);
        expect(line[0]).toBe(bestmove);
      }
    }
  });

  it('are none where the game is over', () => {
    expect(ask(brain(), quoridor.parsePosition('5 c1 d1 3 3 - - w')).bestmove).toBeNull();
  });

  it('come at once when told to stop, with a legal move all the same', () => {
    for (const wallsLeft of [
      [10, 10],
      [0, 0],
    ] as const) {
      const position: QuoridorPosition = { ...quoridor.initial(), wallsLeft };
      const job = { id: 1, position, limit: { kind: 'none' }, only: undefined } as const;
      const finding = brain({ nodes: Infinity }).search(job, () => true, unheard);
      expect(quoridor.moves(position)).toContain(finding.bestmove);
      expect(finding.nodes).toBeLessThan(3000);
    }
  });

  it('come when the time is over: its own, or that of the job', () => {
    const nodes = (time: number, limit: Limit): number => {
      // A clock of its own: each look at it takes a millisecond.
      let clock = 0;
      return ask(
        brain({ time, nodes: Infinity }, () => clock++),
        quoridor.initial(),
        limit,
      ).nodes;
    };
    const short = nodes(0.05, { kind: 'none' });
    expect(nodes(0.2, { kind: 'none' })).toBeGreaterThan(short);
    expect(nodes(5, { kind: 'time', seconds: 0.05 })).toBe(short);
  });

  it('look no deeper than the job asks', () => {
    expect(ask(brain({ nodes: Infinity }), quoridor.initial(), { kind: 'depth', plies: 3 }).depth).toBe(3);
  });

  it('are the same again for the same nodes', () => {
    for (let game = 0; game < 4; game++) {
      const once = ask(brain(), opening(2 * game));
      expect(ask(brain(), opening(2 * game))).toEqual(once);
    }
  });

  it('tell of each iteration as it goes', () => {
    const depths: number[] = [];
    const job = {
      id: 1,
      position: quoridor.initial(),
      limit: { kind: 'depth', plies: 4 },
      only: undefined,
    } as const;
    brain({ nodes: Infinity }).search(job, never, ({ depth }) => depths.push(depth));
    expect(depths).toEqual([1, 2, 3, 4]);
  });
});

describe('levels', { timeout: 120_000 }, () => {
  it('are weaker the lower they are', () => {
    const score = (level: number, against: number): number => {
      let won = 0;
      for (let game = 0; game < 12; game++) {
        const seat = game % 2;
        const lower = playerOf(brain({ level: against, nodes: 1000, seed: game + 1 }));
        const upper = playerOf(brain({ level, nodes: 1000, seed: game + 1 }));
        if (play(opening(game), seat === 0 ? [upper, lower] : [lower, upper]).winner === seat) won++;
      }
      return won;
    };
    expect(score(strongest, 1)).toBeGreaterThanOrEqual(11);
    expect(score(5, 1)).toBeGreaterThanOrEqual(9);
    expect(score(strongest, 5)).toBeGreaterThanOrEqual(7);
  });

  it('make the same choices for the same seed, and others for another', () => {
    const chosen = (seed: number): unknown[] => {
      const mind = brain({ level: 1, seed });
      return Array.from({ length: 12 }, (_, i) => ask(mind, opening(2 * i)).bestmove);
    };
    expect(chosen(7)).toEqual(chosen(7));
    expect(chosen(8)).not.toEqual(chosen(7));
  });

  it('take another seed each time where none is given', () => {
    const mind = brain({ level: 1, seed: 0 });
    const moves = new Set<unknown>();
    for (let i = 0; i < 30; i++) {
      mind.newGame();
      moves.add(ask(mind, quoridor.initial()).bestmove);
    }
    expect(moves.size).toBeGreaterThan(1);
  });

  it('take a win at hand, whatever the level', () => {
    const position = quoridor.parsePosition('9 a2 i8 5 5 - - b');
    for (let level = 1; level <= strongest; level++) {
      expect(quoridor.moveText(position, ask(brain({ level }), position).bestmove as number)).toBe('a1');
    }
  });
});
