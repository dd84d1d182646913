import { describe, expect, it } from 'vitest';
import { goalRow, quoridor, rowOf, type QuoridorPosition } from '../../app/games/quoridor/index.ts';
import type { Seat } from '../../app/games/game.ts';
import { seededRandom } from '../../app/games/random.ts';
import { randomCases } from '../../app/games/testing/effort.ts';
import { QuoridorBoard } from './board.ts';
import { unreachable } from './field.ts';
import { UncontestedRace } from '../../app/truth/quoridor/uncontested.ts';
import { solveRace } from '../../app/truth/quoridor/race.ts';
import { exhausted, playedPosition } from './testing/positions.ts';

const never = (): boolean => false;
const raceOf = (start: QuoridorPosition) => solveRace(start.size, new QuoridorBoard(start).open, never)!;

/** A position without walls left; the pawns on two different cells off their goals. */
function racePosition(random: () => number, size: number): QuoridorPosition {
  const { walls } = playedPosition(random, { size, walls: size }, 3 * size);
  for (;;) {
    const pawns = [0, 1].map(() => Math.floor(random() * size * size)) as [number, number];
    const mover: Seat = random() < 0.5 ? 0 : 1;
    const position: QuoridorPosition = { size, pawns, walls, wallsLeft: [0, 0], mover };
    const home = ([0, 1] as const).some((seat) => rowOf(size, pawns[seat]) === goalRow(size, seat));
    const board = new QuoridorBoard(position);
    if (pawns[0] !== pawns[1] && !home && board.distance(0) < 100 && board.distance(1) < 100) return position;
  }
}

describe('the race', () => {
  it('is solved as exhaustive search over the rules solves it', () => {
    const random = seededRandom(3);
    const seen = { won: 0, lost: 0 };
    for (let i = 0; i < randomCases(40); i++) {
      const start = racePosition(random, [3, 5, 5, 7][i % 4]);
      const table = raceOf(start);
      for (const { position, plies } of exhausted(start)) {
        const [black, white] = position.pawns;
        const found = table.plies(black, white, position.mover);
        if (found !== plies) expect(found, quoridor.positionText(position)).toBe(plies);
        if (plies !== 0) seen[plies > 0 ? 'won' : 'lost']++;
      }
    }
    expect(seen.won).toBeGreaterThan(randomCases(1000));
    expect(seen.lost).toBeGreaterThan(randomCases(1000));
  });

  it('leaves the board as it was, solved or told to stop', () => {
    const board = new QuoridorBoard(racePosition(seededRandom(4), 7));
    const before = [board.hashLow, board.hashHigh, board.mover, ...board.pawns];
    solveRace(board.size, board.open, never);
    expect(solveRace(board.size, board.open, () => true)).toBeNull();
    expect([board.hashLow, board.hashHigh, board.mover, ...board.pawns]).toEqual(before);
  });
});

describe('a run home', () => {
  it('is told only where it is won, at the latest in that many plies', () => {
    const random = seededRandom(5);
    let told = 0;
    let wonUntold = 0;
    for (let i = 0; i < randomCases(40); i++) {
      const start = racePosition(random, [3, 5, 7, 9][i % 4]);
      const board = new QuoridorBoard(start);
      const home = new UncontestedRace(board);
      const table = solveRace(board.size, board.open, never)!;
      const { cells } = board;
      // Every pair of cells among these walls, or a sample on a large board.
      for (let state = 0; state < 2 * cells * cells; state += cells < 49 ? 1 : 7) {
        const mover = (state & 1) as Seat;
        const white = (state >> 1) % cells;
        const black = ((state >> 1) - white) / cells;
        const truth = table.plies(black, white, mover);
        if (truth === 0 || black === white) continue;
        board.setPawns(black, white, mover);
        if (board.distance(0) >= unreachable || board.distance(1) >= unreachable) continue;
        for (const seat of [0, 1] as const) {
          const plies = home.plies(seat);
          const won = seat === mover ? truth > 0 : truth < 0;
          if (plies > 0) told++;
          else if (won) wonUntold++;
          if (plies === 0 || (won && Math.abs(truth) <= plies)) continue;
          const where = quoridor.positionText({ ...start, pawns: [black, white], mover });
          expect.fail(`${where}: home in ${plies}, but in truth ${truth}`);
        }
      }
    }
    expect(told).toBeGreaterThan(wonUntold);
  });
});
