import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../styles/tokens.css';
import '../styles/base.css';
import type { Point } from '../../app/games/game.ts';
import { gameById } from '../../app/games/registry.ts';
import BoardPanel from '../game/BoardPanel.svelte';
import { fakeHost, hostState } from '../testing/fake-host.ts';
import { Drawing } from './drawing.svelte.ts';
import UserMarks from './UserMarks.svelte';

describe('drawing', () => {
  it('makes a ring, an arrow, and a ring again back at the start', () => {
    const drawing = new Drawing();
    drawing.begin('d6', 'blue');
    expect(drawing.pending).toEqual({ color: 'blue', from: 'd6', to: null });
    drawing.moveTo('f4');
    expect(drawing.pending).toEqual({ color: 'blue', from: 'd6', to: 'f4' });
    drawing.moveTo(null);
    expect(drawing.pending?.to).toBeNull();
    drawing.moveTo('f4');
    drawing.moveTo('d6');
    expect(drawing.end()).toEqual({ color: 'blue', from: 'd6', to: null });
    expect(drawing.end()).toBeNull();
  });

  it('makes nothing that was not begun', () => {
    const drawing = new Drawing();
    drawing.moveTo('f4');
    expect(drawing.end()).toBeNull();
  });
});

it('draws an arrow onto itself as a ring', async () => {
  const spots = gameById('morris').geometry({}).spots;
  const marks = [
    { color: 'green', from: 'd6', to: 'd6' },
    { color: 'red', from: 'd6', to: null },
  ] as const;
  const { container } = await render(UserMarks, { marks, spots, at: (point: Point) => point });
  const outlines = [...container.querySelectorAll('path')].map((path) => path.getAttribute('d'));
  expect(new Set(outlines).size).toBe(1);
  expect(outlines[0]).not.toMatch(/NaN/);
});

describe('marks on the board', () => {
  const drawn = () =>
    [...document.querySelectorAll('[data-mark]')].map((mark) => mark.getAttribute('data-mark'));
  const centreOf = (path: SVGPathElement): number => {
    const { x, width } = path.getBBox();
    return x + width / 2;
  };
  const at = (mark: string) =>
    centreOf(document.querySelector<SVGPathElement>(`[data-mark=${mark}] path`)!).toFixed(2);

  it('stand where the board has their spots, turned or not; others are left out', async () => {
    await page.viewport(900, 700);
    const { game, settings } = hostState();
    const marks = [
      { color: 'green', from: '1-1', to: null },
      { color: 'red', from: '7-1', to: null },
      { color: 'blue', from: '12-1', to: null },
      { color: 'yellow', from: '1-1', to: '12-1' },
    ] as const;
    const host = fakeHost(hostState({ game: { ...game, nodes: [{ marks }] } }));
    (await render(BoardPanel)).container.style.height = '560px';
    await expect.poll(drawn).toEqual(['green', 'red']);
    const [left, right] = [at('green'), at('red')];
    host.change({ settings: { ...settings, flipped: true } });
    await expect.poll(() => [at('green'), at('red')]).toEqual([right, left]);
  });

  it('are drawn with a modifier key, which makes no move, and without one after D', async () => {
    await page.viewport(900, 700);
    const host = fakeHost();
    (await render(BoardPanel)).container.style.height = '560px';
    const column = page.getByRole('button', { name: /^column 4/ });
    await column.click({ modifiers: ['Alt'] });
    await expect.poll(drawn).toEqual(['blue']);
    expect(host.app.game.state?.nodes).toHaveLength(1);
    await page.getByRole('button', { name: 'Draw rings and arrows' }).click();
    await column.click();
    await expect.poll(drawn).toEqual(['green']);
    expect(host.app.game.state?.nodes).toHaveLength(1);
    await page.getByRole('button', { name: 'Draw rings and arrows' }).click();
    await column.click();
    await expect.poll(() => host.app.game.state?.nodes.length).toBe(2);
  });
});
