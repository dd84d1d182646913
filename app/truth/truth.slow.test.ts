/** The provers against plain minimax, against each other in symmetric positions, and their lines played out. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { long } from '../../tests/support/long.ts';
import { connect4 } from '../games/connect4/index.ts';
import type { Game } from '../games/game.ts';
import {
  maskOf,
  MAX_QUIET,
  morris,
  type MorrisPosition,
  pointOf,
  repeatsAny,
} from '../games/morris/index.ts';
import { quoridor, type QuoridorPosition } from '../games/quoridor/index.ts';
import { games } from '../games/registry.ts';
import { stones } from '../games/stones/index.ts';
import { GeneralProver } from './general-prover.ts';
import { makeProver } from './registry.ts';
import { plainValues, plainWhole, plainWithin } from './testing/plain.ts';
import type { PositionTruth, Verdict } from './verdict.ts';

const never = (): boolean => false;
/** Stops after so many looks at the clock, so that the outcome does not depend on the machine. */
const after = (looks: number) => (): boolean => looks-- <= 0;

/** A random game from its start, some plies before its end. */
function late(game: Game, picks: readonly number[], before: number, start = game.initial()): unknown {
  const positions = [start];
  for (let ply = 0; ply < 400; ply++) {
    const moves = game.moves(positions.at(-1));
    if (moves.length === 0) break;
    positions.push(game.play(positions.at(-1), moves[picks[ply % picks.length]! % moves.length]));
  }
  return positions[Math.max(0, positions.length - 1 - before)]!;
}

/** The start of a game on the smallest board that its rules allow. */
const smallest = (game: Game): unknown =>
  game.initial(Object.fromEntries(game.setupFields.map(({ id, min }) => [id, min])));

/** Looks in which every prover gets three plies deep. */
const enough = 300;

const anyPicks = fc.array(fc.nat(1_000_000), { minLength: 40, maxLength: 60 });

const plain = ({ value, plies }: Verdict) => ({ value, plies });

/** The verdicts by the texts of the moves. */
const byText = (game: Game, position: unknown, truth: PositionTruth<unknown>): Record<string, Verdict> =>
  Object.fromEntries(truth.moves.map(({ move, verdict }) => [game.moveText(position, move), verdict]));

describe('what is proven', () => {
  it.each([...games.values()])(
    'of $id near its end is what minimax finds',
    (game) => {
      const deepest = game.id === 'connect4' ? 3 : 2;
      fc.assert(
        fc.property(anyPicks, fc.integer({ min: 1, max: 4 }), (picks, before) => {
          const start = game.id === 'quoridor' ? game.initial({ size: 5, walls: 3 }) : game.initial();
          const position = late(game, picks, before, start);
          const found = makeProver(game.id).prove(position, after(enough));
          const expected = plainWithin(game, position, deepest);
          if (expected.value !== 'unknown') expect(plain(found.verdict)).toEqual(plain(expected));
          for (const { move, verdict } of found.moves) {
            const next = game.play(position, move);
            const within = plainWithin(game, next, deepest - 1);
            if (within.value === 'unknown') {
              if (verdict.plies !== null) expect(verdict.plies).toBeGreaterThan(deepest);
              continue;
            }
            const turns = game.seatToMove(next) !== game.seatToMove(position);
            const opposite = { win: 'loss', loss: 'win', draw: 'draw' }[within.value];
            expect(verdict).toMatchObject({
              value: turns ? opposite : within.value,
              plies: within.plies === null ? null : within.plies + 1,
            });
          }
        }),
        { numRuns: 12, endOnFailure: true },
      );
    },
    60_000,
  );

  // Where no position comes back: as many plies before the end as minimax can follow, which is a whole game on 3x3.
  it.each([...games.values()].filter(({ endingsByHistory }) => endingsByHistory === undefined))(
    'of $id on its smallest board is what minimax finds to the end',
    (game) => {
      const provers = [makeProver(game.id), new GeneralProver(game)];
      fc.assert(
        fc.property(anyPicks, fc.integer({ min: 1, max: 12 }), (picks, before) => {
          const position = late(game, picks, before, smallest(game));
          const whole = plainWhole(game, position, 6000);
          if (whole === null) return;
          for (const prover of provers) {
            const { verdict } = prover.prove(position, after(enough));
            if (verdict.value === 'unknown') continue;
            expect(verdict.value, game.positionText(position)).toBe(whole.value);
            if (verdict.plies !== null) expect(verdict.plies).toBe(whole.plies);
          }
        }),
        { numRuns: 12, endOnFailure: true },
      );
    },
  );

  it('of small boards of Connect Four is what minimax finds to the end', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3), { maxLength: 10 }), (columns) => {
        let position = connect4.initial({ width: 4, height: 4 });
        for (const column of columns) {
          if (!connect4.moves(position).includes(column)) break;
          position = connect4.play(position, column);
        }
        if (columns.length < 6) return;
        const found = makeProver('connect4').prove(position, never);
        expect(plain(found.verdict)).toEqual(plain(plainWithin(connect4, position, 16)));
      }),
      { numRuns: 20 },
    );
  });

  it.each([
    [0, 0],
    [1, 0],
    [1, 1],
    [2, 2],
  ] as const)(
    'of Quoridor 3x3 with %i and %i walls is what passes over all positions find',
    long,
    (black, white) => {
      const start: QuoridorPosition = {
        ...quoridor.initial({ size: 3, walls: 2 }),
        wallsLeft: [black, white],
      };
      const prover = makeProver('quoridor');
      let [known, open] = [0, 0];
      for (const { position, verdict } of plainValues(quoridor, start, quoridor.positionText).values()) {
        const found = prover.prove(position, never).verdict;
        expect(plain(found), quoridor.positionText(position)).toEqual(plain(verdict));
        if (found.value === 'unknown') {
          open++;
          expect(['race', 'solver']).toContain(found.how);
        } else known++;
      }
      expect(known).toBeGreaterThan(open);
    },
  );

  it('of 5x5 with up to two walls each is the win of the second player that is published', () => {
    const winner = (size: number, walls: number) =>
      makeProver('quoridor').prove(quoridor.initial({ size, walls }), never).verdict;
    for (const walls of [0, 1, 2, 3, 10])
      expect(winner(3, walls)).toMatchObject({ value: 'loss', to: 'end' });
    expect(winner(5, 0)).toEqual({ value: 'loss', how: 'race', plies: 8, to: 'end' });
    expect(winner(5, 1)).toMatchObject({ value: 'loss', how: 'solver' });
  });

  it.each([...games.values()])('of $id is the same in symmetric positions', (game) => {
    fc.assert(
      fc.property(anyPicks, fc.nat(100), fc.integer({ min: 1, max: 6 }), (picks, one, before) => {
        const start = game.id === 'quoridor' ? game.initial({ size: 5, walls: 1 }) : game.initial();
        const position = late(game, picks, before, start);
        const symmetries = game.symmetries(game.setupOf(position));
        const symmetry = symmetries[one % symmetries.length]!;
        const image = symmetry.position(position);
        const [found, other] = [position, image].map((each) => makeProver(game.id).prove(each, after(4)));
        const images = byText(game, image, other!);
        for (const { move, verdict } of found!.moves) {
          const imaged = images[game.moveText(image, symmetry.move(move))]!;
          // Only what both were given the time for can be compared, and no distance with a proof that has none.
          if (verdict.how === null || imaged.how === null) continue;
          const bare = verdict.plies === null || imaged.plies === null;
          expect(bare ? { ...imaged, plies: null } : imaged).toEqual(
            bare ? { ...verdict, plies: null } : verdict,
          );
        }
      }),
      { numRuns: 15, endOnFailure: true },
    );
  });

  it.each([...games.values()])('of $id is played out by the rules to the end that it names', long, (game) => {
    let played = 0;
    fc.assert(
      fc.property(anyPicks, (picks) => {
        const start = game.id === 'quoridor' ? game.initial({ size: 5, walls: 1 }) : game.initial();
        let position = late(game, picks, game.id === 'stones' ? 2 : 4, start);
        const prover = makeProver(game.id);
        const first = prover.prove(position, after(6));
        if (first.verdict.plies === null || first.verdict.plies === 0) return;
        played++;
        const seat = game.seatToMove(position);
        const winner = first.verdict.value === 'win' ? seat : 1 - seat;
        let { verdict, moves } = first;
        for (let left = first.verdict.plies; left > 0; left--) {
          expect(verdict.plies).toBe(left);
          const best = moves.find(({ verdict: of }) => of.value === verdict.value && of.plies === left)!;
          position = game.play(position, best.move);
          ({ verdict, moves } = prover.prove(position, after(1_000)));
        }
        const result = game.result(position);
        expect(result).toMatchObject({ kind: 'win', winner });
      }),
      // One that has ends to play out in every game.
      { numRuns: 20, endOnFailure: true, seed: 5 },
    );
    expect(played).toBeGreaterThan(0);
  });

  it('of 7x6 in Connect Four comes from the solver, and from the rules where a move ends the game', () => {
    const position = connect4.parseMoves(connect4.initial(), '1122334').slice(0, 6);
    let at = connect4.initial();
    for (const move of position) at = connect4.play(at, move);
    const found = makeProver('connect4').prove(at, never);
    expect(found.verdict).toEqual({ value: 'win', how: 'rules', plies: 1, to: 'end' });
    expect(byText(connect4, at, found)['4']).toEqual(found.verdict);
    expect(byText(connect4, at, found)['1']).toMatchObject({ value: 'loss', how: 'solver' });
  });

  it('of morris does not hold where the count of quiet plies or a repetition may come first', () => {
    const men = (names: string): number => maskOf(names.split(' ').map((name) => pointOf(name)!));
    // White threatens to close a mill on g1 and on a7, and Black can occupy one of the two.
    const near: MorrisPosition = {
      ...{ white: men('a1 d1 a4'), black: men('c5 f4 d3'), mover: 1, plies: 41, quiet: 0, trail: null },
    };
    const prove = (position: MorrisPosition) => makeProver('morris').prove(position, after(enough));
    const lost = { value: 'loss', how: 'search', plies: 2, to: 'end' };
    expect(prove(near).verdict).toEqual(lost);
    expect(prove({ ...near, quiet: MAX_QUIET - 2 }).verdict).toEqual(lost);
    // The count ends the game before White can take.
    expect(prove({ ...near, quiet: MAX_QUIET - 1 }).verdict).toMatchObject({ value: 'draw', how: 'rules' });
    expect(repeatsAny(near)).toBe(false);
    // There and back: the position, in which f6-a1 threatens to close two mills, has stood twice.
    const before: MorrisPosition = { ...near, white: men('d1 a4 f6'), mover: 0, plies: 40 };
    const again = ['f6-b6', 'c5-e5', 'b6-f6', 'e5-c5'].reduce<MorrisPosition>(
      (position, text) => morris.play(position, morris.parseMove(position, text)),
      before,
    );
    expect(repeatsAny(again)).toBe(true);
    expect(prove(before).verdict).toEqual({ value: 'win', how: 'search', plies: 3, to: 'end' });
    const repeated = prove(again);
    expect(repeated.verdict.value).toBe('unknown');
    expect(repeated.note).toBe('Not proven: a repetition may end the game first.');
  });

  it.each([...games.values()])('of $id takes little time once it is stopped, wherever it is', (game) => {
    const setups = [{}, ...(game.presets ?? []).map(({ setup }) => setup)];
    for (const position of setups.map((setup) => game.initial(setup))) {
      for (const looks of [0, 1, 40]) {
        let [left, after] = [looks, 0];
        makeProver(game.id).prove(position, () => {
          if (left <= 0) after++;
          return left-- <= 0;
        });
        // It asks again a few times for each move, and searches no further.
        expect(after, game.positionText(position)).toBeLessThan(5 * game.moves(position).length + 100);
      }
    }
  });

  it('of Stones says nothing about the start, and stops when told to', () => {
    const found = makeProver('stones').prove(stones.initial(), after(2));
    expect(found.verdict).toEqual({ value: 'unknown', how: null, plies: null, to: null });
    expect(found.moves).toHaveLength(stones.moves(stones.initial()).length);
  });
});
