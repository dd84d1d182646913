import { describe, expect, it } from 'vitest';
import { gameById, games } from '../games/registry.ts';
import { boardSvg, escaped } from './board-svg.ts';

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

describe.each([...games.keys()])('a picture of %s', (id) => {
  const game = gameById(id);
  const { position, last } = positionOf(id);

  it('has every piece, every mark and the position in words', () => {
    const view = game.view(position, last);
    const svg = boardSvg(game, position, { last });
    const [, pieces = ''] = /<g class="pieces">(.*?)<\/g>(?=<path|<g class="marks">)/.exec(svg) ?? [];
    expect(pieces.match(/<g transform/g)).toHaveLength(view.pieces.length);
    expect(svg).toContain(`<title>${escaped(view.spoken)}</title>`);
    expect(svg).toContain('var(--mark-last)');
  });

  it('stands alone in the colours of a theme, and is well formed', () => {
    const svg = boardSvg(game, position, { last, theme: 'dark', isFlipped: true });
    expect(svg).not.toContain('var(');
    expect(svg).not.toMatch(/NaN|undefined|null/);
    const open: string[] = [];
    for (const [, slash, name, own] of svg.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/g)) {
      if (slash === '/') expect(open.pop()).toBe(name);
      else if (own !== '/') open.push(name!);
    }
    expect(open).toEqual([]);
    expect(boardSvg(game, position, { last, theme: 'dark', isFlipped: true })).toBe(svg);
  });
});

it('escapes whatever a text contains', () => {
  expect(escaped(`<a href='x'>&"\u0000\u202e`)).toBe('&lt;a href=&#39;x&#39;&gt;&amp;&quot;\ufffd\ufffd');
});
