import type { Line } from '../games/line.ts';
import type { Report, Score } from '../protocols/protocol.ts';
import { faultInWords, judge, type Verdict } from './judge.ts';

/** A report in texts, judged by the rules: what clients are told. */
export interface JudgedReport {
  /** Canonical text of the move; null when the engine named no legal one. */
  readonly bestmove: string | null;
  readonly text: string;
  readonly fault: string | null;
  readonly score: Score | null;
  readonly scores: Record<string, Score> | null;
  readonly staticScale: number;
  readonly winningMoves: string[] | null;
  readonly depth: number | null;
  readonly nodes: number | null;
  /** To the microsecond: what lies behind that is noise of the clock. */
  readonly seconds: number;
  readonly truncated: boolean;
  readonly exhaustive: boolean;
}

/** @param verdict of the answer, where it has been judged already */
export function judgeReport(
  line: Line,
  report: Report,
  verdict: Verdict = judge(line, report.answer),
): JudgedReport {
  return {
    bestmove: verdict.kind === 'move' ? verdict.text : null,
    text: report.answer.text,
    fault: faultInWords(verdict),
    score: report.score,
    scores: report.scores && Object.fromEntries(report.scores),
    staticScale: report.staticScale,
    winningMoves: report.winningMoves && [...report.winningMoves],
    depth: report.depth,
    nodes: report.nodes,
    seconds: toMicroseconds(report.seconds),
    truncated: report.truncated,
    exhaustive: report.exhaustive,
  };
}

const toMicroseconds = (seconds: number): number => Math.round(seconds * 1e6) / 1e6;
