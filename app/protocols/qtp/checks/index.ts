import type { Check } from '../../conformance.ts';
import { askingChecks } from './asking.ts';
import { generatingChecks } from './generating.ts';
import { leavingChecks } from './leaving.ts';
import { orderingChecks } from './ordering.ts';
import { playingChecks } from './playing.ts';
import { readingChecks } from './reading.ts';
import { resettingChecks } from './resetting.ts';
import { respondingChecks } from './responding.ts';
import { showingChecks } from './showing.ts';
import { startingChecks } from './starting.ts';
import { undoingChecks } from './undoing.ts';
import { wallingChecks } from './walling.ts';
import { writingChecks } from './writing.ts';

/** What an engine that speaks QTP is held to. */
export const qtpChecks: readonly Check[] = [
  ...respondingChecks,
  ...startingChecks,
  ...playingChecks,
  ...wallingChecks,
  ...resettingChecks,
  ...readingChecks,
  ...askingChecks,
  ...showingChecks,
  ...writingChecks,
  ...generatingChecks,
  ...orderingChecks,
  ...undoingChecks,
  ...leavingChecks,
];
