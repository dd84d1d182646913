import { describe, expect, it } from 'vitest';
import { quoridor, type QuoridorPosition } from '../../app/games/quoridor/index.ts';
import type { Limit } from '../../app/protocols/protocol.ts';
import { seededRandom } from '../shared/random.ts';
import { strongest } from './levels.ts';
import { ask, brain, playerOf } from './testing/engine.ts';
import { exhausted } from './testing/exhaust.ts';
import { onePlyMove } from './testing/one-ply.ts';
import { play, type Player } from './testing/players.ts';
import { opening, playedPosition } from './testing/positions.ts';

const never = (): boolean => false;
const unheard = (): void => undefined;

describe('strength', () => {
  it('beats a player who sees one ply ahead in most games', () => {
    const mind = brain({ nodes: 600 });
    let won = 0;
    for (let game = 0; game < 6; game++) {
      const seat = (game % 2) as 0 | 1;
      const random = seededRandom(game);
      const opponent: Player = (position) => onePlyMove(position, random);
      const engine = playerOf(mind);
      const { winner } = play(opening(game), seat === 0 ? [engine, opponent] : [opponent, engine]);
      if (winner === seat) won++;
    }
    expect(won).toBeGreaterThanOrEqual(5);
  });
});

describe('what exhaustive search knows', () => {
  it('is what it plays in races without walls: each win at its shortest, each loss at its longest', () => {
    const random = seededRandom(8);
    const mind = brain();
    let won = 0;
    for (let i = 0; i < 9; i++) {
      const size = [5, 5, 7][i % 3];
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
    expect(won).toBeGreaterThan(2);
  });

  it('is what it plays with a last wall or two: a won game stays won, by the wall that wins where only that does', () => {
    const random = seededRandom(9);
    const mind = brain({ nodes: 4000 });
    let won = 0;
    let byWallAlone = 0;
    for (let i = 0; i < 6; i++) {
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
    expect(won).toBeGreaterThan(12);
    expect(byWallAlone).toBeGreaterThan(3);
  });
});

describe('answers', () => {
  it('are legal on every size, with no walls, few and more than fit', () => {
    const random = seededRandom(10);
    for (let size = 3; size <= 25; size += 2) {
      const walls = [0, 2, 10_000][size % 3]!;
      const position = playedPosition(random, { size, walls }, 2 + Math.floor(random() * size));
      const { bestmove, line } = ask(brain({ nodes: 100 }), position);
      expect(quoridor.moves(position), quoridor.positionText(position)).toContain(bestmove);
      let at = position;
      for (const move of line) at = quoridor.play(at, move as number);
      expect(line[0]).toBe(bestmove);
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

describe('levels', () => {
  it('are weaker where they are much lower', () => {
    const score = (level: number, against: number): number => {
      let won = 0;
      for (let game = 0; game < 4; game++) {
        const seat = game % 2;
        const lower = playerOf(brain({ level: against, nodes: 300, seed: game + 1 }));
        const upper = playerOf(brain({ level, nodes: 300, seed: game + 1 }));
        if (play(opening(game), seat === 0 ? [upper, lower] : [lower, upper]).winner === seat) won++;
      }
      return won;
    };
    expect(score(strongest, 1)).toBeGreaterThanOrEqual(3);
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
