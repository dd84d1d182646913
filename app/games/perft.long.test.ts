/** The known numbers of positions that take seconds to count; the tests of the rules have the smaller ones. */
import { expect, it } from 'vitest';
import { perft } from './perft.ts';
import { gameById } from './registry.ts';

it.each([
  ['connect4', 7, 823_536],
  ['connect4', 8, 5_673_234],
  ['morris', 5, 5_140_800],
  ['quoridor', 3, 2_062_264],
] as const)('perft of %s to depth %i', (id, depth, nodes) => {
  const game = gameById(id);
  expect(perft(game, game.initial(), depth)).toBe(nodes);
});
