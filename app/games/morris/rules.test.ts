import { describe, expect, it } from 'vitest';
import { perft } from '../perft.ts';
import { morris, type MorrisPosition } from './index.ts';

const read = (text: string): MorrisPosition => morris.parsePosition(text);

describe('perft', () => {
  it.each<[string, readonly number[]]>([
    ['w:;b:;w;0;0', [24, 552, 12_144, 255_024, 5_140_800]],
    ['w:a7,d7,g4,b4,d2,f6;b:g7,d6,c5,a4,f2,e3;w;18;0', [9, 76, 612, 5304, 42_534]],
    ['w:a7,d7,g4,b4;b:g7,d6,c5;w;18;0', [7, 357, 2509, 119_283]],
    ['w:a7,d7,g7,d6;b:a4,b4,c4;b;19;0', [51, 209, 10_839, 82_471]],
    ['w:b4,a4,b6,b2;b:a7,a1,d6,d2;w;18;0', [1, 8, 152, 6694, 30_922]],
  ])('from %s', { timeout: 120_000 }, (text, nodes) => {
    expect(nodes.map((_count, depth) => perft(morris, read(text), depth + 1))).toEqual(nodes);
  });
});
