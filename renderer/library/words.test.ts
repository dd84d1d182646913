import { expect, it } from 'vitest';
import type { LibraryFolder } from '../../app/api/contract.ts';
import { gameById } from '../../app/games/registry.ts';
import { folderWords, moveWords, percent, resultWords, sharesOf, shareWords } from './words.ts';

it('counts what the side to move has won for the side that it is', () => {
  const tally = { games: 12, won: 6, drawn: 1, lost: 3 };
  expect(sharesOf(tally, 0)).toEqual({ first: 6, drawn: 1, second: 3, open: 2 });
  const shares = sharesOf(tally, 1);
  expect(shares).toEqual({ first: 3, drawn: 1, second: 6, open: 2 });
  expect(shareWords(shares, gameById('morris'))).toBe(
    'White won 3, Black won 6, 1 drawn, 2 without a result',
  );
});

it('names moves, shares and results shortly', () => {
  expect([['4'], ['1', '7'], ['d6', 'd2', 'b4', 'f4']].map(moveWords)).toEqual(['4', '1, 7', 'd6 +3']);
  expect([percent(1, 3), percent(0, 0)]).toEqual(['33 %', '']);
  expect((['1-0', '0-1', '1/2-1/2', '*'] as const).map(resultWords)).toEqual(['1–0', '0–1', '½–½', '']);
});

it.each<[Partial<LibraryFolder>, string]>([
  [{ state: 'ready' }, '1 game in 2 files'],
  [{ state: 'ready', doubles: 1 }, '1 game in 2 files; 1 copy left out'],
  [{ state: 'ready', doubles: 1, trouble: 'and more' }, '1 game in 2 files; 1 copy left out; and more'],
  [{ state: 'waiting' }, '1 game in 2 files; looking for changes'],
  [{ state: 'indexing', done: 1024, total: 2048 }, '1 game in 2 files; 1.0 KiB of 2.0 KiB read'],
  [{ state: 'stopped' }, '1 game in 2 files; stopped before all files were read'],
  [{ state: 'missing', trouble: 'ENOENT' }, 'cannot be read: ENOENT'],
])('tells how a folder with %j is', (more, words) => {
  const folder: LibraryFolder = {
    ...{ id: 'l1', path: '/a', state: 'ready', trouble: '', games: 1, doubles: 0, positions: 9, files: 2 },
    ...{ faulty: 0, done: 0, total: 0, reading: '' },
    ...more,
  };
  expect(folderWords(folder)).toBe(words);
});
