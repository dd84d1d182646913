/**
 * The rounds of one search, and the reports that its answers make. CFSI has no limit but the depth, so a search by time or
 * without a limit is a series of plays of rising depth, the last one ended by `quit`.
 */
import {
  connect4,
  formatPlacement,
  TOKENS,
  type Connect4Board,
  type Connect4Position,
} from '../../games/connect4/index.ts';
import type { Score } from '../../shapes/games.ts';
import { type Search, bareReport, type Answer, type Report } from '../protocol.ts';
import { encodeCommand } from './commands.ts';
import type { Play } from './states.ts';
import { openColumns, pliesLeft, type BestmoveResponse, type Heard } from './messages.ts';
import { quoted } from '../text.ts';
import { type Fault, isOutOfRange, readScore } from './values.ts';

export class Rounds {
  readonly search: Search;
  readonly #position: Connect4Position;
  #isAsking = false;
  #isEnding = false;
  #isSettled = false;
  /** When the first play was sent, in ms. */
  #beganAt: number | null = null;
  #depth = 0;
  #complete: Report | null = null;
  #truncated: Report | null = null;
  #failure: string | null = null;

  constructor(search: Search, position: Connect4Position) {
    this.search = search;
    this.#position = position;
  }

  /** Whether a play is proposed or unanswered. */
  get isAsking(): boolean {
    return this.#isAsking;
  }

  /** Whether the next answer is the last one. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  /** Whether a deeper round is pointless. */
  get isSettled(): boolean {
    return this.#isSettled;
  }

  /**
   * When to end the search, in ms; null if it has no time limit. A search for play ends after `longest`, since an
   * engine that answers pings may think for ever.
   */
  endsAt(longest: number): number | null {
    const { limit, purpose } = this.search;
    if (this.#beganAt === null || this.#isEnding) return null;
    if (limit.kind === 'time') return this.#beganAt + limit.seconds * 1000;
    return purpose === 'play' ? this.#beganAt + longest : null;
  }

  /** The line of the next round. */
  ask(): string {
    const { limit, only } = this.search;
    this.#isAsking = true;
    this.#depth = limit.kind === 'depth' ? limit.plies : this.#depth + 1;
    return encodeCommand({
      kind: 'play',
      placement: formatPlacement(this.#position),
      token: TOKENS[this.#position.mover],
      depth: this.#depth,
      column: typeof only === 'number' ? only : null,
    });
  }

  /** Its play was sent. */
  begin(now: number): void {
    this.#beganAt ??= now;
  }

  end(): void {
    this.#isEnding = true;
  }

  /** Its play was answered. @returns the report of the round */
  take(heard: BestmoveHeard, play: Play<unknown>, now: number, longest: number): Report {
    const seconds = (now - (this.#beganAt ?? play.at)) / 1000;
    const rest = { nodes: play.plies, seconds, truncated: play.cut };
    const report = reportOf(heard, this.#position, play.depth, rest);
    const endsAt = this.endsAt(longest);
    if (endsAt !== null && endsAt <= now) this.end();
    this.#isAsking = false;
    if (report.truncated) {
      this.#truncated = report;
      // A typed quit ends the search, too.
      this.end();
    } else {
      this.#complete = report;
      this.#isSettled = this.search.limit.kind === 'depth' || this.#decides(report);
    }
    return report;
  }

  /** Its play was refused. */
  fail(reason: string): void {
    this.#isAsking = false;
    this.#failure = reason;
    this.#isSettled = true;
  }

  /** The deepest complete round, or the truncated one if none is complete. */
  get final(): Report | null {
    return this.#complete ?? this.#truncated;
  }

  /** Why there is no report. */
  get failure(): { readonly reason: string; readonly by?: 'refused' } {
    if (this.#failure !== null) return { reason: this.#failure, by: 'refused' };
    return { reason: 'the search ended before its first answer' };
  }

  /**
   * Whether a deeper round can find nothing new: no stone can fall beyond this depth, the answer is not a move, or the
   * score is decisive. A static leaf at full depth d is smaller than 10^-(d-1), hence than any four within d, so
   * minimax puts the fours of both sides before anything static. A win in k <= d is therefore forced and the shortest,
   * a loss in k <= d inevitable and the longest, at any greater depth too. In play, only the answer's score must be
   * decisive; in analysis, that of each column.
   */
  #decides(report: Report): boolean {
    if (report.answer.kind !== 'move' || this.#depth >= pliesLeft(this.#position)) return true;
    if (report.score?.type === 'decisive') {
      if (this.search.purpose === 'play' || typeof this.search.only === 'number') return true;
      if (report.score.winner === 'opponent') return true;
    }
    const { scores } = report;
    const every = scores !== null && scores.size >= openColumns(this.#position).length;
    return every && [...scores.values()].every((score) => score.type === 'decisive');
  }
}

export type BestmoveHeard = Extract<Heard, { kind: 'bestmove' | 'unreadable-bestmove' }>;

/** The part of a play that is needed to check its answer. */
export interface Asked {
  readonly board: Connect4Board | null;
  readonly column: number | null;
}

const onBoard = (column: number, board: Pick<Connect4Board, 'width'>): boolean =>
  column >= 0 && column < board.width;

/** The faults of an answer to this question. */
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

export function answerOf(heard: BestmoveHeard): Answer {
  if (heard.kind === 'unreadable-bestmove') {
    return { kind: 'unreadable', text: heard.text, reason: heard.reason };
  }
  if (heard.column === null) return { kind: 'none', text: 'NULL' };
  // The rules refuse a column off the board as they refuse a full one.
  return { kind: 'move', move: heard.column, text: String(heard.column) };
}

/** @param depth of the play, in plies */
function reportOf(
  heard: BestmoveHeard,
  position: Connect4Position,
  depth: number,
  { nodes, seconds, truncated }: Pick<Report, 'nodes' | 'seconds' | 'truncated'>,
): Report {
  const answer = answerOf(heard);
  if (heard.kind === 'unreadable-bestmove') {
    return { ...bareReport(answer, seconds), depth, nodes, truncated };
  }
  const four = heard.four?.filter((column) => onBoard(column, position)) ?? [];
  const left = pliesLeft(position);
  return {
    answer,
    score: heard.score === null ? null : readScore(heard.score, depth),
    // A leaf at ply p is worth v/10^(p-1), and none lies beyond a full board. The depth of a cut search is unknown.
    staticScale: truncated ? 1 : 10 ** (Math.min(depth, Math.max(left, 1)) - 1),
    scores: heard.scores === null ? null : scoresOf(heard.scores, position, depth),
    winningMoves: four.length > 0 ? four.map((column) => connect4.moveText(position, column)) : null,
    depth,
    nodes,
    seconds,
    truncated,
    exhaustive: !truncated && depth >= left,
    rest: [],
  };
}

/** The first score of each column of the board, by move; null if there is none. */
function scoresOf(
  entries: NonNullable<BestmoveResponse['scores']>,
  position: Connect4Position,
  depth: number,
): ReadonlyMap<string, Score> | null {
  const scores = new Map<string, Score>();
  for (const { column, score: text } of entries) {
    const score = readScore(text, depth);
    if (!score || !onBoard(column, position)) continue;
    const move = connect4.moveText(position, column);
    if (!scores.has(move)) scores.set(move, score);
  }
  return scores.size > 0 ? scores : null;
}
