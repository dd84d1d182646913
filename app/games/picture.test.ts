import { describe, expect, it } from 'vitest';
import { picture } from './picture.ts';
import { gameById, games } from './registry.ts';

/** The names of elements in order; fails where they do not nest, or where a number is none. */
function elementsOf(svg: string): string[] {
  const open: string[] = [];
  const names: string[] = [];
  for (const [, end, name, self] of svg.matchAll(/<(\/?)([a-z]+)\b[^<>]*?(\/?)>/g)) {
    if (end === '/') expect(open.pop()).toBe(name);
    else {
      names.push(name!);
      if (self !== '/') open.push(name!);
    }
  }
  expect(open).toEqual([]);
  expect(svg).not.toMatch(/NaN|undefined|Infinity|null/);
  return names;
}

describe.each([...games.values()])('a picture of $name', (game) => {
  const start = game.initial();
  const move = game.moves(start)[0];
  const position = game.play(start, move);
  const last = { before: start, move };

  it('has every piece, every label and the last move', () => {
    const names = elementsOf(picture(game, position, { last }));
    const { pieces, marks } = game.view(position, last);
    const { labels } = game.geometry(game.setupOf(position));
    expect(names.filter((name) => name === 'g')).toHaveLength(pieces.length);
    expect(names.filter((name) => name === 'text').length).toBeGreaterThanOrEqual(labels.length);
    expect(marks.length).toBeGreaterThan(0);
    const without = elementsOf(picture(game, position));
    expect(names.length).toBeGreaterThan(without.length);
    const bare = elementsOf(picture(game, position, { coordinates: false }));
    expect(without.length - bare.length).toBe(labels.length);
  });

  it('differs by theme, side and width', () => {
    const plain = picture(game, position);
    expect(picture(game, position, { theme: 'dark' })).not.toBe(plain);
    expect(picture(game, position, { flipped: true })).not.toBe(plain);
    expect(picture(game, position, { width: 100 })).toContain('width="100"');
    for (const options of [{ theme: 'dark' }, { flipped: true }, { width: 100 }] as const) {
      elementsOf(picture(game, position, options));
    }
  });

  it('has rings and arrows between spots by their names', () => {
    const { spots } = game.geometry(game.setupOf(position));
    const [one, two] = [spots[0]!.name, spots.at(-1)!.name];
    const marks = [
      { color: 'red', from: one, to: null },
      { color: 'blue', from: one, to: two },
      { color: 'green', from: one, to: one },
    ] as const;
    const more =
      elementsOf(picture(game, position, { marks })).length - elementsOf(picture(game, position)).length;
    expect(more).toBe(6);
    expect(() => picture(game, position, { marks: [{ ...marks[0], from: '"><script>' }] })).toThrow(
      RangeError,
    );
  });
});

it('escapes what it says', () => {
  const game = { ...gameById('morris'), name: '<b>&"' };
  expect(picture(game, game.initial())).toContain('<title>&#60;b&#62;&#38;&#34;.');
});
