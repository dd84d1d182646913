/**
 * What engines said before, for reports: taken from the store of evaluations, which keeps every report of every session.
 * An engine may end a search before its limit; that it was asked so far is remembered beside, so that it is not asked
 * again.
 */
import { createHash } from 'node:crypto';
import type { Memory } from '../analysis/report/lane.ts';
import { measureOf } from '../evaluations/measure.ts';
import type { EvaluationStore } from '../evaluations/store.ts';
import type { Line } from '../games/line.ts';
import type { ReportJobs } from '../library/report-jobs.ts';
import type { JudgedReport } from '../shapes/analysis.ts';
import type { Limit } from '../shapes/engines.ts';
import type { Teller } from '../shapes/evaluations.ts';

/** The part of its time that a search must have taken to count as a whole one: engines stop a little early. */
const wholeShare = 0.8;

/** The engine says that the position is decided: asked for longer, it would say the same. That is its claim, not a proof. */
const isClaimed = (report: JudgedReport): boolean => measureOf(report).kind === 'claimed';

/** Whether a report shows by itself that it looked as far as a search within the limit would. */
export function isDeepEnough(report: JudgedReport, limit: Limit): boolean {
  if (isClaimed(report)) return true;
  const { depth, truncated, seconds } = report;
  switch (limit.kind) {
    case 'time':
      return seconds >= limit.seconds * wholeShare;
    case 'depth':
      return depth !== null && depth >= limit.plies && !truncated;
    case 'none':
      return true;
  }
}

export function reportMemory(store: Pick<EvaluationStore, 'at'>, jobs: ReportJobs): Memory {
  const keyOf = ({ game, position }: Line, { id }: Teller, limit: Limit): string => {
    const asked = [game.id, game.key(position), id, limit];
    return createHash('sha256').update(JSON.stringify(asked)).digest('base64url').slice(0, 16);
  };
  const saidBy = ({ game, position }: Line, { id }: Teller) =>
    store.at(game, position).filter((each) => each.teller === id);
  return {
    find: (line, teller, limit) => {
      // It is unknown which build that is.
      if (teller.files.length === 0) return null;
      const said = saidBy(line, teller);
      const [newest] = said;
      const claimed = said.find(({ report }) => isClaimed(report));
      const deep = claimed ?? said.find(({ report }) => isDeepEnough(report, limit));
      if (deep !== undefined || newest === undefined) return deep?.report ?? null;
      return jobs.wasAsked(keyOf(line, teller, limit)) ? newest.report : null;
    },
    // The store may have kept an earlier answer of the same depth, after less time.
    keep: (line, teller, limit) => {
      const isKept = saidBy(line, teller).some(({ report }) => isDeepEnough(report, limit));
      if (!isKept) jobs.keepAsked(keyOf(line, teller, limit));
    },
  };
}
