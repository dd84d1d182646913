import { expect, it } from 'vitest';
import type { GameResult, Opening } from '../shapes/matches.ts';
import { OpeningTally } from './opening-choice.ts';

const opening = (text: string): Opening => ({ number: 1, text, start: null, moves: [text] });

/** Pairs of an opening, each by its two results. */
function tally(all: Readonly<Record<string, readonly (readonly [GameResult, GameResult])[]>>): OpeningTally {
  const found = new OpeningTally();
  for (const [text, pairs] of Object.entries(all)) {
    for (const [at, results] of pairs.entries())
      for (const result of results) found.add(opening(text), `${text} ${at}`, result);
  }
  return found;
}

const figures = tally({
  lost: [
    ['1-0', '1-0'],
    ['0-1', '0-1'],
  ],
  dull: [
    ['1/2-1/2', '1/2-1/2'],
    ['1/2-1/2', '1/2-1/2'],
  ],
  open: [
    ['1-0', '0-1'],
    ['1-0', '1/2-1/2'],
  ],
  half: [
    ['1-0', '0-1'],
    ['1-0', '1-0'],
  ],
  once: [['1-0', '0-1']],
  void: [['*', '1-0']],
});

it('counts pairs that the opening decided and those that were drawn', () => {
  const found = figures.all.map(({ opening: { text }, pairs, decided, drawn }) => [
    text,
    pairs,
    decided,
    drawn,
  ]);
  expect(found).toEqual([
    ['lost', 2, 2, 0],
    ['dull', 2, 0, 2],
    ['open', 2, 0, 0],
    ['half', 2, 1, 0],
    ['once', 1, 0, 0],
  ]);
});

it.each([
  [{ decided: 0.5, drawn: 0.8, pairs: 1 }, ['open', 'once', 'half']],
  [{ decided: 0.4, drawn: 1, pairs: 2 }, ['open', 'dull']],
  [{ decided: 1, drawn: 0, pairs: 2 }, ['open', 'half', 'lost']],
])('chooses by %j', (choice, expected) =>
  expect(figures.chosen(choice).map(({ opening: { text } }) => text)).toEqual(expected),
);

it('leaves out games without a partner', () => {
  const found = new OpeningTally();
  found.add(opening('a'), null, '1-0');
  found.add(opening('a'), null, '1-0');
  expect(found.all).toEqual([]);
});
