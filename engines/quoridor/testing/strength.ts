/** Tests of the engine's play, with a given effort. */
import { expect, it } from 'vitest';
import { quoridor, type QuoridorPosition } from '../../../app/games/quoridor/index.ts';
import { seededRandom } from '../../../app/games/random.ts';
import { ask, brain, playerOf } from './engine.ts';
import { exhausted, opening, playedPosition } from './positions.ts';
import { onePlyMove, play, type QuoridorPlayer } from './players.ts';

/** How much is played and examined. */
export interface QuoridorEffort {
  /** Against a player that looks one ply ahead. */
  readonly games: readonly [played: number, won: number, nodes: number];
  readonly races: number;
  /** Starts with a last wall or two, up to six positions of each. */
  readonly lastWalls: readonly [starts: number, nodes: number];
  /** Games between two levels, and the least number that the first one wins. */
  readonly levels: readonly [
    played: number,
    nodes: number,
    pairs: readonly (readonly [level: number, against: number, least: number])[],
  ];
}

export function strengthTests({ games, races, lastWalls, levels }: QuoridorEffort): void {
  const [levelGames, levelNodes, pairs] = levels;

  it('beats a player who sees one ply ahead', () => {
    const mind = brain({ nodes: games[2] });
    let won = 0;
    for (let game = 0; game < games[0]; game++) {
      const seat = (game % 2) as 0 | 1;
      const random = seededRandom(game);
      const opponent: QuoridorPlayer = (position) => onePlyMove(position, random);
      const engine = playerOf(mind);
      const { winner } = play(opening(game), seat === 0 ? [engine, opponent] : [opponent, engine]);
      if (winner === seat) won++;
    }
    expect(won).toBeGreaterThanOrEqual(games[1]);
  });

  it('is what it plays in races without walls: each win at its shortest, each loss at its longest', () => {
    const random = seededRandom(8);
    const mind = brain();
    let won = 0;
    for (let i = 0; i < races; i++) {
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
      const other: QuoridorPlayer = (position) => onePlyMove(position, random);
      const players: [QuoridorPlayer, QuoridorPlayer] = start.mover === 0 ? [engine, other] : [other, engine];
      expect(play(start, players).winner, quoridor.positionText(start)).toBe(start.mover);
    }
    expect(won).toBeGreaterThanOrEqual(races / 6);
  });

  it('is what it plays with a last wall or two: a won game stays won, by the wall that wins where only that does', () => {
    const random = seededRandom(9);
    const mind = brain({ nodes: lastWalls[1] });
    let won = 0;
    let byWallAlone = 0;
    for (let i = 0; i < lastWalls[0]; i++) {
      const size = i % 3 === 0 ? 3 : 5;
      const played = playedPosition(random, { size, walls: 4 }, size === 3 ? 1 : 9);
      const wallsLeft: [number, number] = size === 3 ? [1, 1] : i % 2 === 0 ? [1, 0] : [0, 1];
      const start: QuoridorPosition = { ...played, wallsLeft };
      const known = exhausted(start);
      const worth = new Map(known.map(({ position, plies }) => [quoridor.positionText(position), plies]));
      const lost = (position: QuoridorPosition): boolean =>
        quoridor.result(position) !== null || worth.get(quoridor.positionText(position))! < 0;
      // Every win that is not immediate, up to a few per board.
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
    expect(won).toBeGreaterThan(2 * lastWalls[0]);
    expect(byWallAlone).toBeGreaterThan(lastWalls[0] / 3);
  });

  it('are weaker the lower they are', () => {
    const score = (level: number, against: number): number => {
      let won = 0;
      for (let game = 0; game < levelGames; game++) {
        const seat = game % 2;
        const lower = playerOf(brain({ level: against, nodes: levelNodes, seed: game + 1 }));
        const upper = playerOf(brain({ level, nodes: levelNodes, seed: game + 1 }));
        if (play(opening(game), seat === 0 ? [upper, lower] : [lower, upper]).winner === seat) won++;
      }
      return won;
    };
    for (const [level, against, least] of pairs) {
      expect(score(level, against), `${level} against ${against}`).toBeGreaterThanOrEqual(least);
    }
  });
}
