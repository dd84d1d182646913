import type { Check } from '../../conformance.ts';
import { answeringChecks } from './answering.ts';
import { endingChecks } from './ending.ts';
import { playingChecks } from './playing.ts';
import { queueingChecks } from './queueing.ts';
import { startingChecks } from './starting.ts';
import { writingChecks } from './writing.ts';

/** What an engine that speaks CFSI is held to. */
export const cfsiChecks: readonly Check[] = [
  ...startingChecks,
  ...playingChecks,
  ...queueingChecks,
  ...answeringChecks,
  ...endingChecks,
  ...writingChecks,
];
