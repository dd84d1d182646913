/** What finds out the truth about the positions of one game. */
import type { PositionTruth, Verdict } from './verdict.ts';

export interface Prover<Position = unknown, Move = unknown> {
  /**
   * How often `shouldStop` is asked in a second, about, where positions are costly, on a machine of 2025: for those who
   * count how often they are asked, so that what is proven does not depend on what else the machine does.
   */
  readonly looksASecond: number;
  /**
   * Proves what it can about a position and each of its moves until it is stopped.
   * @param position with the moves that led to it, if they are known: they count where the rules look back
   * @param shouldStop asked every few milliseconds
   */
  prove(position: Position, shouldStop: () => boolean): PositionTruth<Move>;
  /** Proves the position as a whole. Absent if that costs as much as all of its moves. */
  value?(position: Position, shouldStop: () => boolean): Verdict;
  /** Best play by both sides to the end, or as far as it is proven. Absent if it is not to be had at once. */
  line?(position: Position, shouldStop: () => boolean): readonly Move[];
}
