/** What a bestmove tells: its departures from the text, and the report it makes for the search that asked. */
import { connect4, type Connect4Board, type Connect4Position } from '../../games/connect4/index.ts';
import { bareReport, type Answer, type Report } from '../report.ts';
import { pliesLeft, type BestmoveResponse, type Heard } from './messages.ts';
import { isOutOfRange, readScore } from './values.ts';
import { quoted, type Fault } from './states.ts';
import type { Score } from '../../shapes/games.ts';

export type BestmoveHeard = Extract<Heard, { kind: 'bestmove' | 'unreadable-bestmove' }>;

/** What the play asked for, as far as its answer is measured by it. */
export interface Asked {
  readonly board: Connect4Board | null;
  readonly column: number | null;
}

const onBoard = (column: number, board: Pick<Connect4Board, 'width'>): boolean =>
  column >= 0 && column < board.width;

/** The faults of an answer that only the question shows. */
export function answerFaults(heard: BestmoveResponse, { board, column }: Asked): readonly Fault[] {
  const faults: Fault[] = [];
  const scores = heard.scores ?? [];
  const numbers = [...(heard.score === null ? [] : [heard.score]), ...scores.map((entry) => entry.score)];
  const outside = numbers.find(isOutOfRange);
  if (outside !== undefined) faults.push({ name: 'score-out-of-range', detail: quoted(outside) });
  if (numbers.includes('-1.0')) faults.push({ name: 'impossible-score', detail: '"-1.0"' });
  if (column !== null && heard.column !== null && heard.column !== column) {
    faults.push({ name: 'other-column', detail: `asked ${column}, answered ${heard.column}` });
  }
  if (new Set(scores.map((entry) => entry.column)).size < scores.length) {
    faults.push({ name: 'repeated-column' });
  }
  if (heard.four && heard.column !== null && heard.four[0] !== heard.column) {
    faults.push({ name: 'four-without-column', detail: quoted(heard.four.join('/')) });
  }
  if (heard.line && heard.line.length < 4) faults.push({ name: 'line-too-short' });
  if (!board) return faults;
  const named = [
    ...(heard.column === null ? [] : [heard.column]),
    ...(heard.four ?? []),
    ...scores.map((entry) => entry.column),
  ];
  const off = named.find((candidate) => !onBoard(candidate, board));
  if (off !== undefined) faults.push({ name: 'column-off-board', detail: String(off) });
  if (heard.line?.some((cell) => !onBoard(cell.column, board) || cell.row < 0 || cell.row >= board.height)) {
    faults.push({ name: 'line-off-board' });
  }
  return faults;
}

/** What it is as an answer to the play. */
export function answerOf(heard: BestmoveHeard): Answer {
  if (heard.kind === 'unreadable-bestmove') {
    return { kind: 'unreadable', text: heard.text, reason: heard.reason };
  }
  if (heard.column === null) return { kind: 'none', text: 'NULL' };
  // A column off the board is for the rules to refuse, like a full one.
  return { kind: 'move', move: heard.column, text: String(heard.column) };
}

/** The report of a round in which `depth` plies were asked from `position`. */
export function reportOf(
  heard: BestmoveHeard,
  position: Connect4Position,
  depth: number,
  round: Pick<Report, 'nodes' | 'seconds' | 'truncated'>,
): Report {
  const bare = { ...bareReport(answerOf(heard), round.seconds), depth, ...round };
  if (heard.kind === 'unreadable-bestmove') return bare;
  const scores = new Map<string, Score>();
  for (const entry of heard.scores ?? []) {
    const score = readScore(entry.score, depth);
    if (!score || !onBoard(entry.column, position)) continue;
    const text = connect4.moveText(position, entry.column);
    if (!scores.has(text)) scores.set(text, score);
  }
  const four = heard.four?.filter((column) => onBoard(column, position)) ?? [];
  return {
    ...bare,
    score: heard.score === null ? null : readScore(heard.score, depth),
    scores: scores.size > 0 ? scores : null,
    // A leaf at ply p is worth v/10^(p-1), and none lies beyond a full board. How deep an answer that was cut
    // short really looked is not said.
    staticScale: round.truncated ? 1 : 10 ** (Math.min(depth, Math.max(pliesLeft(position), 1)) - 1),
    winningMoves: four.length > 0 ? four.map((column) => connect4.moveText(position, column)) : null,
    exhaustive: !round.truncated && depth >= pliesLeft(position),
  };
}
