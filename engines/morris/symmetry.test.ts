import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../app/games/random.ts';
import { ALL, inMills, neighbours } from './rings.ts';
import { canonicalSymmetry, image, moveBack, moveImage, SYMMETRIES } from './symmetry.ts';

const random = seededRandom(2);
const mask = (): number => Math.floor(random() * (ALL + 1)) & Math.floor(random() * (ALL + 1));
const all = Array.from({ length: SYMMETRIES }, (_, symmetry) => symmetry);

describe('the symmetries', () => {
  it('are sixteen, and keep lines and neighbours', () => {
    const odd = 0b00000010_00000110_00000001;
    expect(new Set(all.map((symmetry) => image(odd, symmetry))).size).toBe(SYMMETRIES);
    for (let i = 0; i < 200; i++) {
      const men = mask();
      for (const symmetry of all) {
        const there = image(men, symmetry);
        expect(inMills(there)).toBe(image(inMills(men), symmetry));
        expect(neighbours(there)).toBe(image(neighbours(men), symmetry));
      }
    }
  });

  it('lead all images of a board to the same one', () => {
    for (let i = 0; i < 200; i++) {
      const own = mask();
      const enemy = mask() & ~own;
      const images = all.map((symmetry) => [image(own, symmetry), image(enemy, symmetry)] as const);
      const kept = images.map(([one, other]) => {
        const symmetry = canonicalSymmetry(one, other);
        return `${image(one, symmetry)} ${image(other, symmetry)}`;
      });
      expect(new Set(kept).size).toBe(1);
    }
  });

  it('carry moves there and back, those that take nothing and those that place a man too', () => {
    for (const move of [0, 24, 24 * 1024 + 5 * 32 + 24, 7 * 1024 + 15 * 32 + 23]) {
      for (const symmetry of all) {
        const there = moveImage(move, symmetry);
        expect(moveBack(there, symmetry)).toBe(move);
        const to = 1 << ((move >> 5) & 31);
        expect(1 << ((there >> 5) & 31)).toBe(image(to, symmetry));
        expect(there & 31).toBe((move & 31) === 24 ? 24 : Math.log2(image(1 << (move & 31), symmetry)));
      }
    }
  });
});
