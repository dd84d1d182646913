import { expect, it } from 'vitest';
import {
  ALL,
  LINES,
  menOf,
  morris,
  NEIGHBOURS,
  POINTS,
  pointsOf,
  readMove,
  type MorrisPosition,
} from '../../../games/morris/index.ts';
import { mills, shut, steps } from './boards.ts';

const pairOf = (one: number, other: number): string => [one, other].sort((a, b) => a - b).join('-');

const neighbours = pointsOf(ALL).flatMap((at) => pointsOf(NEIGHBOURS[at]!).map((other) => pairOf(at, other)));

const movesOf = (position: MorrisPosition) => morris.moves(position).map(readMove);

it('has a position with one move for each step between neighbours', () => {
  const pairs = steps.map((position) => {
    const [move, ...more] = movesOf(position);
    expect([more, move?.taken]).toEqual([[], null]);
    return pairOf(move!.from!, move!.to);
  });
  expect(pairs.sort()).toEqual([...new Set(neighbours)].sort());
});

it('has a position with a mill to close at each end of each line', () => {
  const ends = mills.map((position) => {
    const ends = movesOf(position).flatMap(({ to, taken }) => (taken === null ? [] : [to]));
    expect(new Set(ends).size).toBe(1);
    return ends[0];
  });
  const due = LINES.flatMap((line) => [line[0], line[2]]);
  expect(ends.map(Number).sort((a, b) => a - b)).toEqual(due.map(Number).sort((a, b) => a - b));
});

it('has positions without a move for all points that are not neighbours', () => {
  const pairs = shut.flatMap((position) => {
    expect(morris.moves(position)).toEqual([]);
    const open = pointsOf(ALL & ~(position.white | position.black));
    return pointsOf(menOf(position, position.mover)).flatMap((from) => open.map((to) => pairOf(from, to)));
  });
  expect(new Set([...pairs, ...neighbours]).size).toBe((POINTS * (POINTS - 1)) / 2);
});
