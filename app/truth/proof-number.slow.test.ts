/** Proof-number search against every position of small boards, and against minimax late in games. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { long } from '../../tests/support/long.ts';
import { connect4 } from '../games/connect4/index.ts';
import { otherSeat, type Game, type Seat } from '../games/game.ts';
import { quoridor, type QuoridorPosition } from '../games/quoridor/index.ts';
import { stones, type StonesPosition } from '../games/stones/index.ts';
import { proveFar } from './further.ts';
import { ProofNumberSearch } from './proof-number.ts';
import type { Rules } from './search.ts';
import { plainValues, plainWhole, plainWithin } from './testing/plain.ts';

const never = (): boolean => false;
const enough = 1_000_000;

const seats: readonly Seat[] = [0, 1];

/** Rules whose positions are told apart by their texts. */
const plainRules = <P>(game: Game<P, number>): Rules<P, number> => ({ ...game, key: game.positionText });

describe('a proof by numbers', () => {
  it('is the win of that side in every position of Quoridor 3x3 with a wall each', () => {
    const start: QuoridorPosition = { ...quoridor.initial({ size: 3, walls: 1 }), wallsLeft: [1, 1] };
    const searches = seats.map((seat) => new ProofNumberSearch(plainRules(quoridor), seat, never));
    let found = 0;
    let wins = 0;
    for (const { position, verdict } of plainValues(quoridor, start, quoridor.positionText).values()) {
      if (verdict.value === 'unknown') continue;
      const winner = verdict.value === 'win' ? position.mover : otherSeat(position.mover);
      wins++;
      if (searches[winner]!.search(position, enough) === true) found++;
      expect(searches[otherSeat(winner)]!.search(position, enough), quoridor.positionText(position)).not.toBe(
        true,
      );
    }
    // A position that came back on the way may have hidden a win.
    expect(found).toBeGreaterThan(0.95 * wins);
  });

  it('takes no draw for a loss, even where a game is said to have none', () => {
    const start = connect4.initial({ width: 4, height: 4 });
    const drawn = ['1', '2', '3', '4', '1', '2'].reduce(
      (position, text) => connect4.play(position, connect4.parseMove(position, text)),
      start,
    );
    expect(plainWhole(connect4, drawn, enough)?.value).toBe('draw');
    const attack = new ProofNumberSearch(plainRules(connect4), drawn.mover, never);
    expect([attack.search(drawn), attack.hasOneWinner]).toEqual([false, false]);
    let left = 500;
    const whole = proveFar(plainRules(connect4), drawn, () => left-- <= 0, {
      oneSideWins: true,
      byDepth: false,
    });
    expect(whole.moves.filter(({ verdict }) => verdict.value === 'loss')).toEqual([]);
    expect(whole.verdict.value).toBe('unknown');
  });

  it('is what minimax finds near the end of Stones, and goes on where it was stopped', long, () => {
    let known = 0;
    fc.assert(
      fc.property(fc.array(fc.nat(1_000_000), { minLength: 60, maxLength: 60 }), (picks) => {
        const positions: StonesPosition[] = [stones.initial()];
        for (let ply = 0; stones.result(positions.at(-1)!) === null; ply++) {
          const moves = stones.moves(positions.at(-1)!);
          positions.push(stones.play(positions.at(-1)!, moves[picks[ply % picks.length]! % moves.length]!));
        }
        const position = positions.at(-4)!;
        const expected = plainWithin(stones, position, 3).value;
        if (expected === 'unknown') return;
        known++;
        const search = new ProofNumberSearch(plainRules(stones), position.mover, never);
        let answer: boolean | null = null;
        for (let turns = 0; answer === null && turns < 10_000; turns++) answer = search.search(position, 100);
        expect(answer).toBe(expected === 'win');
        // Nothing but the numbers answers; it is stopped, since some moves lead far away.
        let left = 500;
        const whole = proveFar(plainRules(stones), position, () => left-- <= 0, {
          oneSideWins: true,
          byDepth: false,
        });
        expect(whole.verdict.value).toBe(expected);
      }),
      { numRuns: 20, endOnFailure: true, seed: 3 },
    );
    expect(known).toBeGreaterThan(3);
  });
});
