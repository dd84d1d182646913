import { beforeEach, describe, expect, it } from 'vitest';
import type { Area } from '../../app/games/game.ts';
import { aboutAreas, AreaLayer, type AreaStates } from './areas.ts';

const area = (id: string, more: Partial<Area> = {}): Area => ({
  id,
  name: `cell ${id}`,
  x: 1,
  y: 1,
  shape: { kind: 'circle', r: 0.5 },
  ...more,
});
const none: AreaStates = {
  open: new Set(),
  picks: [],
  standing: {},
  about: new Map(),
  tabbed: null,
  hovered: null,
};

let group: SVGGElement;
let layer: AreaLayer;
beforeEach(() => {
  group = document.createElementNS('http://www.w3.org/2000/svg', 'g');
  document.body.replaceChildren(group);
  const areas = [area('a'), area('b'), area('c', { ghost: { kind: 'circle', r: 0.1 } })];
  layer = new AreaLayer(group, new Map(areas.map((one) => [one.id, one])), (point) => point, 'none');
});

/** An attribute of each area, in order. */
const all = (attribute: string): (string | null)[] =>
  [...group.children].map((element) => element.getAttribute(attribute));

describe('a layer of areas', () => {
  it('has a closed button an area, none of which Tab comes to', () => {
    expect(all('data-area')).toEqual(['a', 'b', 'c']);
    expect(all('role')).toEqual(['button', 'button', 'button']);
    expect(all('aria-label')).toEqual(['cell a', 'cell b', 'cell c']);
    expect(all('aria-disabled')).toEqual(['true', 'true', 'true']);
    expect(all('tabindex')).toEqual(['-1', '-1', '-1']);
  });

  it('opens and closes areas', () => {
    layer.show({ ...none, open: new Set(['a', 'b']) });
    expect(all('aria-disabled')).toEqual(['false', 'false', 'true']);
    layer.show({ ...none, open: new Set(['b', 'c']) });
    expect(all('aria-disabled')).toEqual(['true', 'false', 'false']);
  });

  it('says what stands on an area and what its move is worth, as long as it is so', () => {
    layer.show({
      ...none,
      standing: { a: 'a pawn', b: 'a wall' },
      about: new Map([['b', 'win in 7 plies']]),
    });
    expect(all('aria-label')).toEqual(['cell a, a pawn', 'cell b, a wall: win in 7 plies', 'cell c']);
    layer.show({ ...none, standing: { b: 'a pawn' }, about: new Map([['c', 'a draw']]) });
    expect(all('aria-label')).toEqual(['cell a', 'cell b, a pawn', 'cell c: a draw']);
  });

  it('can be pressed while something is picked', () => {
    layer.show({ ...none, picks: ['a'] });
    expect(all('aria-pressed')).toEqual(['true', 'false', 'false']);
    layer.show({ ...none, picks: ['a', 'c'] });
    expect(all('aria-pressed')).toEqual(['true', 'false', 'true']);
    layer.show({ ...none, picks: ['b'] });
    expect(all('aria-pressed')).toEqual(['false', 'true', 'false']);
    layer.show(none);
    expect(all('aria-pressed')).toEqual([null, null, null]);
  });

  it('has one area that Tab comes to', () => {
    layer.show({ ...none, tabbed: 'b' });
    layer.show({ ...none, tabbed: 'c' });
    expect(all('tabindex')).toEqual(['-1', '-1', '0']);
  });

  it('marks the open area that is hovered, and gives a tip where there is something to say', () => {
    const about = new Map([['a', 'a draw']]);
    layer.show({ ...none, open: new Set(['a', 'b']), about, hovered: 'a' });
    expect(all('class')).toEqual(['area hot', 'area', 'area']);
    expect([...group.querySelectorAll('title')].map((tip) => tip.textContent)).toEqual(['cell a: a draw']);
    layer.show({ ...none, open: new Set(['a']), about, hovered: 'b' });
    expect(all('class')).toEqual(['area', 'area', 'area']);
    expect(group.querySelector('title')).toBeNull();
  });

  it('knows the area that a part of it belongs to', () => {
    expect(layer.areaAt(layer.elementOf('b')!.firstElementChild)?.id).toBe('b');
    expect(layer.areaAt(group)).toBeNull();
    expect(layer.areaAt(null)).toBeNull();
  });

  it('writes nothing where nothing is new', () => {
    const states: AreaStates = { ...none, open: new Set(['a']), standing: { a: 'a pawn' }, tabbed: 'a' };
    layer.show(states);
    const observer = new MutationObserver(() => undefined);
    observer.observe(group, { attributes: true, childList: true, subtree: true });
    layer.show({ ...states, open: new Set(['a']), standing: { a: 'a pawn' } });
    expect(observer.takeRecords()).toEqual([]);
    layer.show({ ...states, open: new Set(['a', 'b']) });
    expect(observer.takeRecords()).toHaveLength(1);
  });
});

it('says what picking an area does before what its move is worth', () => {
  const chip = (of: string) =>
    ({
      id: of,
      area: of,
      x: 0,
      y: 0,
      text: 'best',
      words: 'the best move',
      tone: 'plain',
      look: 'judged',
      best: true,
    }) as const;
  const words = new Map([['a', 'attack']]);
  expect(aboutAreas(words, [])).toBe(words);
  expect([...aboutAreas(words, [chip('a'), chip('b')])]).toEqual([
    ['a', 'attack; the best move'],
    ['b', 'the best move'],
  ]);
});
