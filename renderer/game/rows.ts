import type { Game, Seat } from '../../app/games/game.ts';
import type { Step } from '../state/steps.ts';

export interface PlyCell {
  /** How many moves have been made with this one: where a click on it goes. */
  readonly ply: number;
  readonly seat: Seat;
  readonly text: string;
}

/** A numbered row of the move list: the plies from one turn of the first seat to its next. */
export interface MoveRow {
  readonly number: number;
  readonly cells: readonly PlyCell[];
}

export function moveRows(game: Game, steps: readonly Step[]): readonly MoveRow[] {
  const rows: { number: number; cells: PlyCell[] }[] = [];
  steps.forEach(({ move, position }, index) => {
    if (move === null) return;
    const seat = game.seatToMove(position);
    const cell = { ply: index + 1, seat, text: move.text };
    const row = rows.at(-1);
    if (row === undefined || (seat === 0 && game.beginsTurn(position))) {
      rows.push({ number: rows.length + 1, cells: [cell] });
    } else row.cells.push(cell);
  });
  return rows;
}
