import { expect, it } from 'vitest';
import { LibraryQuery } from './query.svelte.ts';

const here = { game: 'connect4', position: '4 4', ply: 2 } as never;

it('sorts by the ply only where the games pass through a position', () => {
  const query = new LibraryQuery({ here });
  query.begin(true);
  query.order('ply');
  expect(query.wanted).toMatchObject({ sort: 'ply', position: '4 4' });
  query.begin(false);
  expect(query.wanted).toMatchObject({ sort: 'date', isDescending: true, position: null });
  query.begin(true);
  query.order('ply');
  query.lookHere(false);
  expect(query.wanted).toMatchObject({ sort: 'date', position: null });
});
