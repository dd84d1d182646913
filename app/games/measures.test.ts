/** Figures of the games' measures, counted by hand. */
import { expect, it } from 'vitest';
import { games } from './registry.ts';

/** Both sides' values by measure, after a list of moves or at a position's text. */
function measured(id: string, text: string, isPosition = false): Record<string, readonly [number, number]> {
  const game = games.get(id)!;
  let position = isPosition ? game.parsePosition(text) : game.initial();
  if (!isPosition) for (const move of game.parseMoves(position, text)) position = game.play(position, move);
  return Object.fromEntries(
    game.measures!.map(({ id: measure, value }) => [
      measure,
      [value(position, 0), value(position, 1)] as const,
    ]),
  );
}

it('counts threats of Connect Four', () => {
  expect(measured('connect4', '')).toEqual({ threats: [0, 0], immediate: [0, 0] });
  // x stands on 1, 2 and 3 of the lowest row, o above it: each has one cell, and only x can reach its own.
  expect(measured('connect4', '112233')).toEqual({ threats: [1, 1], immediate: [1, 0] });
  // Three upright discs of x, and then o on top of them.
  expect(measured('connect4', '12121')).toEqual({ threats: [1, 0], immediate: [1, 0] });
  expect(measured('connect4', '121211')).toEqual({ threats: [0, 0], immediate: [0, 0] });
});

it('counts steps and walls of Quoridor', () => {
  expect(measured('quoridor', '')).toEqual({ path: [8, 8], walls: [10, 10] });
  // Black's pawn steps, and White's wall stands across the way of both.
  expect(measured('quoridor', 'e8 e7h')).toEqual({ path: [8, 9], walls: [10, 9] });
});

it('counts men and their moves in morris', () => {
  expect(measured('morris', '')).toEqual({ men: [9, 9], mobility: [0, 0] });
  // d6 touches four points, one of which Black's man on d7 takes; a7, g7 and d6 touch that one.
  expect(measured('morris', 'd6 d7')).toEqual({ men: [9, 9], mobility: [3, 2] });
});

it('counts stones and attacks of the Game of Stones', () => {
  const start = measured('stones', '');
  expect(start).toMatchObject({ a: [15, 15], b: [9, 9], c: [6, 6] });
  const game = games.get('stones')!;
  // Each of White's attacks is a move of the first turn.
  expect(start.attacks![0]).toBe(game.moves(game.initial()).length);
});
