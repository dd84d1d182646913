import { expect, it } from 'vitest';
import { LibrarySearch } from './search.svelte.ts';

const here = { game: 'connect4', position: '4 4', ply: 2 } as never;

it('sorts by the ply only where the games pass through a position', () => {
  const search = new LibrarySearch({ here });
  search.begin(true);
  search.order('ply');
  expect(search.wanted).toMatchObject({ sort: 'ply', position: '4 4' });
  search.begin(false);
  expect(search.wanted).toMatchObject({ sort: 'date', isDescending: true, position: null });
  search.begin(true);
  search.order('ply');
  search.lookHere(false);
  expect(search.wanted).toMatchObject({ sort: 'date', position: null });
});
