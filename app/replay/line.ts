/** One line of a recording with everything that is said of it. */
import type { ReplayEvent } from './events.ts';

/** The line itself, with what was understood of it. */
export type Passed = Extract<
  ReplayEvent,
  { readonly kind: 'sent' | 'heard' | 'stderr' | 'note' | 'unreadable' }
>;

/** What else is told at a line. */
export type Remark = Exclude<ReplayEvent, Passed | { readonly kind: 'protocol' | 'summary' }>;

/** What a remark, or an illegal move, makes a line notable for. */
export const notables = ['oddity', 'silence', 'illegal', 'fault', 'unanswered', 'misuse'] as const;
export type Notable = (typeof notables)[number];

export interface ReplayLine {
  readonly passed: Passed;
  readonly remarks: readonly Remark[];
  /** Rows of a list that stand above it, where each line takes `rowsOf` of them. */
  readonly row: number;
}

/** Remarks that a list shows below a line; one of more has the last row for their number. */
export const shownRemarks = 4;

/** Whether there is something to say of the line beside the remarks. */
export const hasMeaning = (passed: Passed): boolean =>
  passed.kind !== 'note' &&
  passed.kind !== 'unreadable' &&
  ((passed.understood !== undefined && !passed.text.includes(passed.understood)) ||
    passed.position !== undefined ||
    passed.move !== undefined ||
    passed.state !== undefined ||
    ('answers' in passed && passed.answers !== undefined));

/** Rows that a line takes in a list: itself, what was understood, and remarks. */
export const rowsOf = ({ passed, remarks }: Omit<ReplayLine, 'row'>): number =>
  1 + (hasMeaning(passed) ? 1 : 0) + Math.min(remarks.length, shownRemarks);

/** A position of the game that a line speaks of, with the move that is made in it where there is one. */
export interface SpokenPlace {
  readonly position: string;
  readonly move?: string | undefined;
  readonly fault?: string | undefined;
}

/** What was settled by a line comes before what the line itself does, and is seldom followed by that. */
export function placeIn({ passed, remarks }: Omit<ReplayLine, 'row'>): SpokenPlace | null {
  const told = 'position' in passed ? passed : remarks.find((remark) => remark.kind === 'settled');
  if (told?.position === undefined) return null;
  const { position, move, fault } = told;
  return { position, move, fault };
}

/** The lines that this one answers, those included that count as answered once it goes out. */
export function answersOf({ passed, remarks }: Omit<ReplayLine, 'row'>): readonly number[] {
  if (passed.kind === 'heard') return passed.answers ?? [];
  const settled = remarks.find((remark) => remark.kind === 'settled');
  return settled?.answers ?? [];
}

/** Milliseconds from the first of the lines that it answers; null where it answers none. */
export function latencyOf({ passed, remarks }: Omit<ReplayLine, 'row'>): number | null {
  if (passed.kind === 'heard') return passed.milliseconds ?? null;
  return remarks.find((remark) => remark.kind === 'settled')?.milliseconds ?? null;
}

const isIllegal = (told: Passed | Remark): boolean => 'fault' in told && told.fault !== undefined;

/** What a line is notable for; each once. */
export function notablesOf({ passed, remarks }: Omit<ReplayLine, 'row'>): ReadonlySet<Notable> {
  const found = new Set<Notable>();
  if (isIllegal(passed)) found.add('illegal');
  for (const remark of remarks) {
    if (remark.kind !== 'settled') found.add(remark.kind);
    else if (isIllegal(remark)) found.add('illegal');
  }
  return found;
}
