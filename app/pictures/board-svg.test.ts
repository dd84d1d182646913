import { describe, expect, it } from 'vitest';
import type { Game } from '../games/game.ts';
import { gameById, games } from '../games/registry.ts';
import { boardSvg } from './board-svg.ts';
import { palette } from './palette.ts';
import { escaped } from './svg.ts';

/** A position of each game some moves from its start, by its rules alone. */
function positionOf(id: string): { position: unknown; last: { before: unknown; move: unknown } } {
  const game = gameById(id);
  let position = game.initial();
  let last = { before: position, move: undefined as unknown };
  for (let ply = 0; ply < 9; ply++) {
    const moves = game.moves(position);
    const move = moves[(ply * 7) % moves.length];
    last = { before: position, move };
    position = game.play(position, move);
  }
  return { position, last };
}

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

describe.each([...games.keys()])('a picture of %s', (id) => {
  const game = gameById(id);
  const { position, last } = positionOf(id);
  const { labels, spots, width, height } = game.geometry(game.setupOf(position));

  it('has every piece, every mark and the position in words', () => {
    const view = game.view(position, last);
    const svg = boardSvg(game, position, { last });
    const [, pieces = ''] = /<g class="pieces">(.*?)<\/g>(?=<path|<g class="marks">)/.exec(svg) ?? [];
    expect(pieces.match(/<g transform/g)).toHaveLength(view.pieces.length);
    expect(svg).toContain(`<title>${escaped(view.spoken)}</title>`);
    expect(svg).toContain('var(--mark-last)');
    expect(elementsOf(svg).length).toBeGreaterThan(elementsOf(boardSvg(game, position)).length);
  });

  it('has every coordinate, or none', () => {
    const whole = elementsOf(boardSvg(game, position));
    const bare = elementsOf(boardSvg(game, position, { hasCoordinates: false }));
    expect(labels.length).toBeGreaterThan(0);
    expect(whole.length - bare.length).toBe(labels.length);
  });

  it('stands alone in the colours of a theme, and is the same each time', () => {
    const options = { last, theme: 'dark', isFlipped: true } as const;
    const svg = boardSvg(game, position, options);
    expect(svg).not.toContain('var(');
    const [, box, ground] = / viewBox="0 0 ([^"]+)".*?<\/title><rect ([^>]+)\/>/.exec(svg)!;
    expect(ground).toBe(`width="${box!.replace(' ', '" height="')}" fill="${palette.surface[1]}"`);
    elementsOf(svg);
    expect(boardSvg(game, position, options)).toBe(svg);
    expect(boardSvg(game, position, { ...options, theme: 'light' })).not.toBe(svg);
    expect(boardSvg(game, position, { ...options, isFlipped: false })).not.toBe(svg);
  });

  it('has a width only where one is asked for', () => {
    const sizeOf = (svg: string) =>
      /^<svg [^>]*?(?: width="(\d+)" height="(\d+)")? viewBox=/.exec(svg)!.slice(1);
    expect(sizeOf(boardSvg(game, position))).toEqual([undefined, undefined]);
    const asked = sizeOf(boardSvg(game, position, { width: 100 })).map(Number);
    expect(asked).toEqual([100, Math.round((100 * height) / width)]);
  });

  it('has rings and arrows between spots by their names, over everything else', () => {
    const [one, two] = [spots[0]!.name, spots.at(-1)!.name];
    const drawn = [
      { color: 'red', from: one, to: null },
      { color: 'blue', from: one, to: two },
      { color: 'green', from: one, to: one },
    ] as const;
    const svg = boardSvg(game, position, { drawn, theme: 'light' });
    const plain = boardSvg(game, position, { theme: 'light' }).replace(/<\/svg>$/, '');
    expect(svg.startsWith(plain)).toBe(true);
    const strokes = [...svg.slice(plain.length).matchAll(/ stroke="([^"]+)"/g)].map(([, stroke]) => stroke);
    const edge = palette['drawn-edge'][0];
    const [red, blue, green] = [palette['drawn-red'][0], palette['drawn-blue'][0], palette['drawn-green'][0]];
    expect(strokes).toEqual([edge, edge, edge, red, blue, green]);
    elementsOf(svg);
    const turned = boardSvg(game, position, { drawn, theme: 'light', isFlipped: true });
    expect(turned.slice(-200)).not.toBe(svg.slice(-200));
    expect(() => boardSvg(game, position, { drawn: [{ ...drawn[0], from: '"><script>' }] })).toThrow(
      RangeError,
    );
  });
});

it('escapes whatever a text contains', () => {
  expect(escaped(`<a href='x'>&"\u0000\u202e`)).toBe('&lt;a href=&#39;x&#39;&gt;&amp;&quot;\ufffd\ufffd');
});

it('escapes the title, the labels and the letters on pieces', () => {
  const hostile = '</text><script>"&';
  const morris = gameById('morris');
  const { position } = positionOf('morris');
  const game: Game = {
    ...morris,
    geometry: (setup) => {
      const geometry = morris.geometry(setup);
      return { ...geometry, labels: geometry.labels.map((label) => ({ ...label, text: hostile })) };
    },
    view: (at, last) => {
      const { pieces, marks, gauges } = morris.view(at, last);
      return { pieces: pieces.map((piece) => ({ ...piece, text: hostile })), marks, gauges, spoken: hostile };
    },
  };
  const count = (svg: string) => svg.split(escaped(hostile)).length - 1;
  const { labels } = game.geometry(game.setupOf(position));
  const { pieces } = game.view(position, null);
  for (const svg of [boardSvg(game, position), boardSvg(game, position, { title: hostile })]) {
    expect(svg).not.toContain('<script>');
    expect(count(svg)).toBe(labels.length + pieces.length + 1);
  }
});
