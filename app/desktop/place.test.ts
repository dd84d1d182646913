import { describe, expect, it } from 'vitest';
import { boundsFor, type WindowPlace } from './place.ts';

const screen = { x: 0, y: 25, width: 1440, height: 875 };
const second = { x: 1440, y: 0, width: 1920, height: 1080 };
const at = (x: number, y: number, width = 1000, height = 700): WindowPlace => ({
  version: 1,
  x,
  y,
  width,
  height,
  maximized: false,
});

describe('the place of a new window', () => {
  it('is the system’s to choose at first, in the usual size', () => {
    expect(boundsFor(null, [screen])).toEqual({ width: 1280, height: 800 });
    expect(boundsFor(null, [{ x: 0, y: 0, width: 1024, height: 700 }])).toEqual({ width: 1024, height: 700 });
    expect(boundsFor(null, [])).toEqual({ width: 1280, height: 800 });
  });

  it.each([
    ['on the first display', at(100, 100)],
    ['on the second', at(1500, 10)],
    ['partly beyond an edge', at(-900, 100)],
    ['low, with its bar in sight', at(100, 800)],
  ])('is the old one %s', (_, place) => {
    const { x, y, width, height } = place;
    expect(boundsFor(place, [screen, second])).toEqual({ x, y, width, height });
  });

  it.each([
    ['on a display that is gone', at(1500, 10)],
    ['with too little of its bar in sight', at(-940, 100)],
    ['with its bar under the system’s own', at(100, 0)],
    ['with its bar below the screen', at(100, 890)],
  ])('is the system’s again %s', (_, place) => {
    expect(boundsFor(place, [screen])).toEqual({ width: 1000, height: 700 });
  });

  it('is no larger than its display, and never too small to use', () => {
    expect(boundsFor(at(0, 25, 4000, 3000), [screen])).toMatchObject({ width: 1440, height: 875 });
    expect(boundsFor(at(0, 25, 10, 10), [screen])).toMatchObject({ width: 640, height: 480 });
  });
});
