/** An answer as the store keeps it, and what is shown of it at a position. */
import { BadNotation, IllegalMove } from '../games/game.ts';
import type { JudgedReport } from '../shapes/analysis.ts';
import {
  mostSourceText,
  type Evaluation,
  type Figure,
  type Measure,
  type Source,
  type Teller,
} from '../shapes/evaluations.ts';
import type { Head } from './frames.ts';
import { kinds } from './measure.ts';
import { repeats } from './said-by.ts';
import type { Evaluated } from './segment.ts';
import { moveTurnedBack, turnedBack, type Digest } from './turned.ts';

/** In characters: what is kept of an engine's own words for its answer. */
const mostWords = 1024;

/** The most entries about one position that are shown. */
const mostShown = 64;

export interface Kept extends Evaluated {
  readonly teller: Teller;
}

/** Names a position, by its hash. */
export const placeOf = ({ high, low }: Pick<Digest, 'high' | 'low'>): string => `${high} ${low}`;

/** What one answer of a teller is kept of: each kind of measure, and of what files say by one name, all of it. */
export const slotOf = ({ origin }: Teller, { kind }: Measure): string => (origin === 'file' ? 'file' : kind);

/** Names what is replaced by a better answer: of one teller, one slot and one position. */
export const keyOf = (digest: Digest, { id }: Teller, slot: string): string =>
  `${placeOf(digest)} ${slot} ${id}`;

/**
 * Compares two answers of one teller in one slot: above 0 if the first one is kept. An engine's deeper answer is the better
 * one. Files are corrected: what the newest one says counts, and the deepest of what one file says.
 */
export function compared(
  one: Pick<Head, 'measure' | 'saidAt'>,
  other: Pick<Head, 'measure' | 'saidAt'>,
  { origin }: Teller,
): number {
  const deeper = one.measure.amount - other.measure.amount;
  const newer = one.saidAt - other.saidAt;
  if (origin !== 'file') return deeper || newer;
  return newer || kinds.indexOf(one.measure.kind) - kinds.indexOf(other.measure.kind) || deeper;
}

export function bounded(report: JudgedReport): JudgedReport {
  return report.text.length <= mostWords ? report : { ...report, text: report.text.slice(0, mostWords) };
}

export function boundedSource(source: Source): Source {
  return source.text.length <= mostSourceText
    ? source
    : { ...source, text: source.text.slice(0, mostSourceText) };
}

/** An answer at a position; null if it cannot be one of this position. */
export function evaluationOf(digest: Digest, { head, rest, teller }: Kept): Evaluation | null {
  try {
    const { measure, saidAt, own } = head;
    const { quietPlies, source } = rest;
    const report = turnedBack(digest, rest.report);
    return { teller: teller.id, report, measure, quietPlies, saidAt, source, isMirrored: own !== digest.own };
  } catch (error) {
    return none(error);
  }
}

/** What lists and graphs show of it; null if it cannot be of this position. */
export function figureOf(digest: Digest, { head, rest, teller }: Kept): Figure | null {
  try {
    const { bestmove, score, staticScale, exhaustive } = rest.report;
    return {
      teller: teller.id,
      bestmove: bestmove === null ? null : moveTurnedBack(digest, bestmove),
      ...{ score, staticScale, exhaustive },
      measure: head.measure,
      isMirrored: head.own !== digest.own,
    };
  } catch (error) {
    return none(error);
  }
}

/** A file may hold moves that the rules do not have. */
function none(error: unknown): null {
  if (error instanceof BadNotation || error instanceof IllegalMove) return null;
  throw error;
}

/**
 * Of the answers at a position, the newest first: of each teller the newest, and another of another kind of measure.
 * Without what files repeat of an engine that is shown itself.
 */
export function shownOf(all: readonly Kept[]): readonly Kept[] {
  const counts = new Map<string, number>();
  return all
    .filter((kept) => !all.some((other) => repeats(kept, other)))
    .toSorted((one, other) => other.head.saidAt - one.head.saidAt)
    .filter(({ teller: { id } }) => {
      const count = (counts.get(id) ?? 0) + 1;
      counts.set(id, count);
      return count <= 2;
    })
    .slice(0, mostShown);
}
