import type { Check } from '../../conformance.ts';
import { goingChecks } from './going.ts';
import { informingChecks } from './informing.ts';
import { leavingChecks } from './leaving.ts';
import { playingChecks } from './playing.ts';
import { positionChecks } from './positions.ts';
import { readingChecks } from './reading.ts';
import { startingChecks } from './starting.ts';
import { writingChecks } from './writing.ts';

/** What an engine that speaks NMM is held to. */
export const nmmChecks: readonly Check[] = [
  ...startingChecks,
  ...goingChecks,
  ...positionChecks,
  ...playingChecks,
  ...informingChecks,
  ...readingChecks,
  ...leavingChecks,
  ...writingChecks,
];
