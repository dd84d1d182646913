import { expect, it } from 'vitest';
import { fixed } from './fixed.ts';

it.each([
  [-0.4, 0, '0'],
  [-0, 2, '0.00'],
  [-0.001, 2, '0.00'],
  [-0.6, 0, '-1'],
  [-0.25, 1, '-0.3'],
  [10.2, 0, '10'],
] as const)('%d with %i digits is %s', (value, digits, text) => expect(fixed(value, digits)).toBe(text));
