/** An answer as the store keeps it, and what is shown of it at a position. */
import { BadNotation, IllegalMove } from '../games/game.ts';
import type { JudgedReport } from '../shapes/analysis.ts';
import {
  mostSourceText,
  type Evaluation,
  type Figure,
  type Source,
  type Teller,
} from '../shapes/evaluations.ts';
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

/** Names what is replaced by a deeper answer: of one teller, one kind of measure and one position. */
export const keyOf = (digest: Digest, teller: string, kind: string): string =>
  `${placeOf(digest)} ${kind} ${teller}`;

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

/** Of the answers at a position, the newest first: of each teller the newest, and another of another kind of measure. */
export function shownOf(all: readonly Kept[]): readonly Kept[] {
  const counts = new Map<string, number>();
  return all
    .toSorted((one, other) => other.head.saidAt - one.head.saidAt)
    .filter(({ teller: { id } }) => {
      const count = (counts.get(id) ?? 0) + 1;
      counts.set(id, count);
      return count <= 2;
    })
    .slice(0, mostShown);
}
