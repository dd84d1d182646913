/** GoS bots that do what real ones do, and what of it is theirs to answer for. */
import { dyingAt } from '../../testing/mutations.ts';
import type { Program } from '../../testing/mutants.ts';

export const programs: readonly Program[] = [
  {
    does: 'dies of enums that are numbers',
    settings: { enums: 'auto string' },
    wrap: dyingAt(/"Color"\s*:\s*-?\d/),
    fails: ['numbers'],
  },
  {
    does: 'dies of enums that are strings',
    wrap: dyingAt(/"Color"\s*:\s*"/),
    fails: ['strings'],
  },
  { does: 'reads a line for a whole message', wrap: dyingAt(/^(?!.*\}\s*$)/), fails: [] },
];
