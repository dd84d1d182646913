import { describe } from 'vitest';
import { forcedCount } from './testing/forced.ts';
import { strongest } from './settings.ts';
import { strengthTests } from './testing/strength.ts';

describe('strength', () => {
  strengthTests({
    games: [20, 19],
    forced: forcedCount,
    ends: 100,
    levels: [
      16,
      11,
      [
        [4, 1],
        [7, 4],
        [strongest, 6],
      ],
    ],
  });
});
