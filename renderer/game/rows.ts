import type { Game, Seat } from '../../app/games/game.ts';
import type { Step } from '../state/steps.ts';

export interface PlyCell {
  /** The number of moves up to and including this one: the cursor that a click on it sets. */
  readonly ply: number;
  readonly seat: Seat;
  readonly text: string;
}

/** A side's actions until the other side's turn: one, or several if the game's turns have several. */
export interface Turn {
  readonly seat: Seat;
  readonly cells: readonly PlyCell[];
}

/** A numbered row of the move list: a turn of the first seat and what follows until its next turn. */
export interface MoveRow {
  readonly number: number;
  readonly turns: readonly Turn[];
}

export function moveRows(game: Game, steps: readonly Step[]): readonly MoveRow[] {
  const rows: { number: number; turns: { seat: Seat; cells: PlyCell[] }[] }[] = [];
  steps.forEach(({ move, position }, index) => {
    if (move === null) return;
    const seat = game.seatToMove(position);
    const cell = { ply: index + 1, seat, text: move.text };
    const row = rows.at(-1);
    const turn = row?.turns.at(-1);
    if (turn !== undefined && !game.beginsTurn(position)) turn.cells.push(cell);
    else if (row === undefined || seat === 0) {
      rows.push({ number: rows.length + 1, turns: [{ seat, cells: [cell] }] });
    } else row.turns.push({ seat, cells: [cell] });
  });
  return rows;
}

/** The most actions and the most characters that a turn has. */
export function longestTurn(rows: readonly MoveRow[]): {
  readonly actions: number;
  readonly characters: number;
} {
  let [actions, characters] = [1, 1];
  for (const { turns } of rows) {
    for (const { cells } of turns) {
      actions = Math.max(actions, cells.length);
      characters = Math.max(
        characters,
        cells.reduce((sum, { text }) => sum + text.length, 0),
      );
    }
  }
  return { actions, characters };
}
