/** The report of an engine as texts for clients, with the verdict of the rules on each action of its turn. */
import { extendLine, type Line } from '../games/line.ts';
import type { Report } from '../protocols/protocol.ts';
import { faultInWords, judge, type Verdict } from './judge.ts';
import type { JudgedReport } from '../shapes/analysis.ts';

/** A report as texts, judged by the rules. @param verdict of the answer, if it has been judged already */
export function judgeReport(
  line: Line,
  report: Report,
  verdict: Verdict = judge(line, report.answer),
): JudgedReport {
  const { turn, last } = judgeTurn(line, report, verdict);
  const words = faultInWords(last);
  return {
    bestmove: turn[0] ?? null,
    turn,
    text: report.answer.text,
    fault: words === null || turn.length === 0 ? words : `after ${turn.join(' ')}, ${words}`,
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

/** The actions of a turn, and the verdict on the last one that was asked for, or on the first fault. */
export function judgeTurn(
  line: Line,
  { answer, rest }: Report,
  verdict: Verdict = judge(line, answer),
): { readonly turn: string[]; readonly last: Verdict } {
  const turn: string[] = [];
  let last = verdict;
  for (const next of [...rest, null]) {
    if (last.kind === 'fault') break;
    turn.push(last.text);
    if (next === null) break;
    line = extendLine(line, last.move, last.reached);
    last = judge(line, next);
  }
  return { turn, last };
}

const toMicroseconds = (seconds: number): number => Math.round(seconds * 1e6) / 1e6;
