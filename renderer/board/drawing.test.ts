import { describe, expect, it } from 'vitest';
import type { Mark } from '../../app/api/contract.ts';
import { gameById } from '../../app/games/registry.ts';
import { colorOf, drawsBy, drawsByKey, markWords, spotNear, spotOfArea, withMark } from './drawing.svelte.ts';

const keys = (held: string) => ({
  shiftKey: held.includes('shift'),
  ctrlKey: held.includes('ctrl'),
  metaKey: held.includes('meta'),
  altKey: held.includes('alt'),
});

describe('a press', () => {
  it.each([
    ['', 'green'],
    ['shift', 'green'],
    ['ctrl', 'red'],
    ['meta', 'red'],
    ['alt', 'blue'],
    ['ctrl alt', 'yellow'],
  ])('with "%s" held draws in %s', (held, color) => {
    expect(colorOf(keys(held))).toBe(color);
  });

  it.each([
    [2, '', true],
    [0, '', false],
    [0, 'shift', true],
    [0, 'ctrl', true],
    [1, 'ctrl', false],
  ])('of button %i with "%s" held draws: %s', (button, held, draws) => {
    expect(drawsBy({ button, ...keys(held) })).toBe(draws);
  });

  it.each([
    ['Enter', '', false],
    ['Enter', 'shift', true],
    [' ', 'shift', false],
  ])('of %j with "%s" held draws: %s', (key, held, draws) => {
    expect(drawsByKey({ key, ...keys(held) })).toBe(draws);
  });
});

describe('the spot', () => {
  it('is the nearest within reach', () => {
    const { spots } = gameById('morris').geometry({});
    const a1 = spots.find(({ name }) => name === 'a1')!;
    expect(spotNear(spots, { x: a1.x + 0.3, y: a1.y - 0.3 })).toBe(a1);
    expect(spotNear(spots, { x: a1.x - 3, y: a1.y })).toBeNull();
  });

  it.each([
    ['connect4', 'column-4', '4-1'],
    ['quoridor', 'e8', 'e8'],
    ['quoridor', 'a5', 'a5'],
    ['morris', 'd6', 'd6'],
    ['stones', 'E4', 'E4'],
  ])('of an area in %s: %s is %s', (id, areaId, name) => {
    const game = gameById(id);
    const position = game.initial();
    const { areas, spots } = game.geometry(game.setupOf(position));
    const area = areas.find((one) => one.id === areaId)!;
    expect(spotOfArea(spots, area, game.choices(position))?.name).toBe(name);
  });
});

describe('the marks of a position', () => {
  const ring: Mark = { color: 'green', from: 'd6', to: null };
  const arrow: Mark = { color: 'red', from: 'd6', to: 'f4' };

  it('have each place once, in its last color', () => {
    expect(withMark([ring], arrow)).toEqual([ring, arrow]);
    expect(withMark([ring, arrow], { ...arrow, color: 'blue' })).toEqual([ring, { ...arrow, color: 'blue' }]);
    expect(withMark([arrow], { color: 'red', from: 'f4', to: 'd6' })).toHaveLength(2);
  });

  it('lose one that is drawn again', () => {
    expect(withMark([ring, arrow], { ...arrow })).toEqual([ring]);
  });

  it('are told in words', () => {
    expect(markWords([ring, arrow])).toBe('green ring on d6, red arrow from d6 to f4');
  });
});
