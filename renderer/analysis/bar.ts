/** What the evaluation bar shows: how the game has ended, else what is proven, else what an engine says. Pure. */
import type { Game, Result, Seat } from '../../app/games/game.ts';
import type { JudgedReport, Proven } from '../../app/api/contract.ts';
import { provenWords } from './proof.ts';
import { barShare, ownScale, scoreWords } from './score.ts';

export interface BarView {
  /** The first seat's share, 0 to 1; null if nothing is known. */
  readonly share: number | null;
  readonly words: string;
}

export interface BarFacts {
  readonly seats: Game['seats'];
  readonly mover: Seat;
  readonly result: Result | null;
  readonly proven: Proven | null;
  readonly report: JudgedReport | null;
}

export function barOf({ seats, mover, result, proven, report }: BarFacts): BarView {
  const shareOf = (winner: Seat | null): number => (winner === null ? 0.5 : winner === 0 ? 1 : 0);
  if (result !== null) {
    const winner = result.kind === 'win' ? result.winner : null;
    return {
      share: shareOf(winner),
      words: winner === null ? 'The game is a draw' : `${seats[winner].name} has won`,
    };
  }
  const toMove = `${seats[mover].name}, to move`;
  if (proven !== null && proven.value !== 'unknown') {
    const other: Seat = mover === 0 ? 1 : 0;
    const winner = proven.value === 'draw' ? null : proven.value === 'win' ? mover : other;
    return { share: shareOf(winner), words: `${toMove}: ${provenWords(proven)}, proven` };
  }
  const score = report?.fault === null ? report.score : null;
  if (report === null || score === null) return { share: null, words: 'No score' };
  return {
    share: barShare(score, mover, report.staticScale),
    words: `${toMove}: ${scoreWords(ownScale(score, report.staticScale), report.exhaustive)}`,
  };
}
