import { expect, it } from 'vitest';
import { gameById } from '../../app/games/registry.ts';
import { boardKeys } from './board-keys.ts';

const keysOf = (id: string) => {
  const game = gameById(id);
  return boardKeys(game.geometry(game.setupOf(game.initial())));
};

it('tells the first and the last of the keys that pick', () => {
  expect(keysOf('connect4')).toEqual([['1', 'Pick column 1 … 7 for column 7']]);
});

it('tells the keys that lead from an area to another one by where they lead', () => {
  expect(keysOf('quoridor')).toEqual([
    ['H', 'Switch to the horizontal walls, or between them'],
    ['V', 'Switch to the vertical walls, or between them'],
  ]);
});

it('tells what a button beside the board does', () => {
  expect(keysOf('stones')).toEqual([['0', 'Pass and end the turn']]);
});

it('tells nothing where a board has no such keys', () => {
  expect(keysOf('morris')).toEqual([]);
});
