import { expect, it } from 'vitest';
import { ending, engine, session } from '../testing/engines.ts';
import { inOrder } from './order.ts';

const all = [
  engine({ id: 'morris-crashed', games: ['morris'] }),
  engine({ id: 'morris', games: ['morris'] }),
  engine({ id: 'morris-runs', games: ['morris'] }),
  engine({ id: 'four', games: ['connect4'] }),
  engine({ id: 'any', games: [] }),
  engine({ id: 'four-runs', games: ['connect4'] }),
];
const sessions = [
  session({ id: '1', engine: 'morris-crashed', ending: ending() }),
  session({ id: '2', engine: 'morris', ending: ending({ word: 'quit' }) }),
  session({ id: '3', engine: 'morris-runs' }),
  session({ id: '4', engine: 'four', ending: ending() }),
  session({ id: '5', engine: 'four-runs' }),
  session({ id: '6', engine: 'any', purpose: 'contact' }),
];
const ids = (gameId: string | null): string[][] => {
  const { here, elsewhere } = inOrder(all, sessions, gameId);
  return [here, elsewhere].map((engines) => engines.map(({ id }) => id));
};

it('puts the engines of the game on the board first, then all that run, and old failures last', () => {
  expect(ids('connect4')).toEqual([
    ['four-runs', 'four', 'any', 'morris-runs'],
    ['morris', 'morris-crashed'],
  ]);
  expect(ids('morris')).toEqual([['morris-runs', 'morris-crashed', 'morris', 'any', 'four-runs'], ['four']]);
});

it('counts a failed check of first contact among the failures of other games', () => {
  const failed = engine({ id: 'dead', games: ['quoridor'], contact: { state: 'failed', ending: ending() } });
  expect(inOrder([failed, ...all], [], 'connect4').elsewhere.at(-1)?.id).toBe('dead');
});

it('leaves everything in the order of its adding where no game is known', () => {
  expect(inOrder(all, [], null)).toEqual({ here: all, elsewhere: [] });
});
