/** Playing below an engine's strength: it looks less far, and misjudges what it sees. */
import { one } from './values.ts';

export interface Level {
  /** Plies that it looks ahead. */
  readonly depth: number;
  /** By how much it may overrate a move, in what is worth 1 to whoever reads an estimate. */
  readonly error: number;
}

/** How far a level may overrate a move, as a value of the search. */
export const spreadOf = ({ error }: Level): number => Math.round(one * error);
