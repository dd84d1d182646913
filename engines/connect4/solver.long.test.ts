import { describe } from 'vitest';
import { scoreTests } from './testing/scores.ts';

describe('scores', () => {
  // The rest of L1_R2 and all of L1_R3 take minutes; the long form of the benchmark has them.
  scoreTests({
    shares: [
      ['L3_R1', 1000],
      ['L2_R1', 1000],
      ['L1_R1', 1000],
      ['L2_R2', 1000],
      ['L1_R2', 20],
    ],
    late: 3000,
    mirrors: 60,
    within: [2, 6, 2],
    played: 40,
  });
});
