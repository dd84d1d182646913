import type { Check } from '../../conformance.ts';
import { debugChecks } from './debugging.ts';
import { ignoringChecks } from './ignoring.ts';
import { leavingChecks } from './leaving.ts';
import { lifeChecks } from './life.ts';
import { openingChecks } from './opening.ts';
import { optionChecks } from './options.ts';
import { placingChecks } from './placing.ts';
import { readinessChecks } from './readiness.ts';
import { searchChecks } from './searching.ts';
import { stoppingChecks } from './stopping.ts';
import { thinkingChecks } from './thinking.ts';
import { writingChecks } from './writing.ts';

/** What an engine that speaks CFP is held to. */
export const cfpChecks: readonly Check[] = [
  ...openingChecks,
  ...readinessChecks,
  ...optionChecks,
  ...searchChecks,
  ...placingChecks,
  ...stoppingChecks,
  ...thinkingChecks,
  ...ignoringChecks,
  ...debugChecks,
  ...leavingChecks,
  ...writingChecks,
  ...lifeChecks,
];
