import type { Check } from '../../conformance.ts';
import { debugChecks, optionChecks } from './options.ts';
import { ignoringChecks, placingChecks } from './placing.ts';
import { leavingChecks, searchChecks, stoppingChecks } from './searching.ts';
import { lifeChecks, openingChecks, readinessChecks } from './opening.ts';
import { thinkingChecks, writingChecks } from './thinking.ts';

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
