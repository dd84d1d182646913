import type { Check } from '../../conformance.ts';
import { answeringChecks } from './answering.ts';
import { judgingChecks } from './judging.ts';
import { livingChecks } from './living.ts';

/** What a bot that speaks GoS is held to. */
export const gosChecks: readonly Check[] = [...answeringChecks, ...judgingChecks, ...livingChecks];
