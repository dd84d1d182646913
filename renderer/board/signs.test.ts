import { describe, expect, it } from 'vitest';
import { plusRing, reticle } from './signs.ts';

const numbers = (d: string): number[] => [...d.matchAll(/-?\d+(\.\d+)?/g)].map(([text]) => Number(text));

describe('the signs of what a pick does', () => {
  it('are a reticle of four arcs and four strokes around what is taken', () => {
    const d = reticle({ x: 2, y: 3 }, 0.5);
    expect(d.match(/A/g)).toHaveLength(4);
    expect(d.match(/L/g)).toHaveLength(4);
    // The stroke to the right leads inwards.
    expect(d).toContain('M2.54 3L2.39 3');
  });

  it('are a ring with a plus at its upper right around what is joined', () => {
    const d = plusRing({ x: 2, y: 3 }, 0.5);
    expect(d.startsWith('M1.5 3a0.5 0.5')).toBe(true);
    expect(d).toContain('M2.204 2.646h0.3M2.354 2.496v0.3');
  });

  it('are drawn where they belong, whatever the place', () => {
    for (const sign of [reticle, plusRing]) {
      const at = numbers(sign({ x: 100, y: 0 }, 0.5));
      expect(at.some((value) => value > 99)).toBe(true);
      expect(sign({ x: 100, y: 0 }, 0.5)).not.toContain('NaN');
    }
  });
});
