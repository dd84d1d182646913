import { describe } from 'vitest';
import { strongest } from './settings.ts';
import { strengthTests } from './testing/strength.ts';

describe('strength', () => {
  strengthTests({
    games: [20, 19],
    ends: 30,
    levels: [
      12,
      9,
      [
        [5, 1],
        [strongest, 3],
      ],
    ],
  });
});
