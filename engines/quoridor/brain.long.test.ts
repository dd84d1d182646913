import { describe, expect, it } from 'vitest';
import { quoridor, type QuoridorPosition } from '../../app/games/quoridor/index.ts';
import { seededRandom } from '../shared/random.ts';
import { strongest } from './levels.ts';
import { convert } from './testing/conversion.ts';
import { ask, brain, playerOf } from './testing/engine.ts';
import { exhausted } from './testing/exhaust.ts';
import { onePlyMove } from './testing/one-ply.ts';
import { delayingPlayer, play, randomPlayer, waitingPlayer, type Player } from './testing/players.ts';
import { opening, playedPosition } from './testing/positions.ts';
import { mirrored, swapped, wonPosition } from './testing/won.ts';

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
});

describe('a won game is brought to its end', { timeout: 600_000 }, () => {
  const won = wonPosition();
  const defenders: readonly (() => Player)[] = [
    waitingPlayer,
    () => randomPlayer(seededRandom(3)),
    () => delayingPlayer(seededRandom(4)),
    () => playerOf(brain({ nodes: 1000 })),
  ];

  it.each([1, 10, 100, 1000, 10_000, 100_000])(
    'with %i nodes, whoever defends, turned in any way',
    (nodes) => {
      for (const start of [won, mirrored(won), swapped(won), swapped(mirrored(won))]) {
        for (const defender of defenders) {
          for (const forgets of [false, true]) {
            const played = convert(start, defender(), { nodes, forgets, most: 60 });
            expect(played).toMatchObject({ won: true });
            if (!forgets) expect(played.broken).toEqual([]);
          }
        }
      }
    },
  );

  it('in the time that it takes by itself', () => {
    const clock = (): number => performance.now();
    for (const forgets of [false, true]) {
      const settings = { time: 1, nodes: Infinity, forgets, most: 60 };
      expect(convert(won, waitingPlayer(), settings, clock)).toMatchObject({ won: true });
    }
  });

  it('within the plies that it tells, from wherever it tells of a win', () => {
    let claims = 0;
    for (let game = 0; game < 48; game++) {
      const random = seededRandom(500 + game);
      const setup = { size: [7, 9, 9][game % 3]!, walls: [3, 10, 6][game % 3]! };
      const start = playedPosition(random, setup, 4 + 6 * (game % 3));
      const played = convert(start, defenders[game % 4]!(), { nodes: 5000, forgets: false, most: 300 });
      expect(played.broken).toEqual([]);
      claims += played.claims;
    }
    expect(claims).toBeGreaterThan(100);
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
});
