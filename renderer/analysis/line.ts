/** A line of play as the window shows it: pieces to come on the board, and the moves in words. */
import type { Game, Mark } from '../../app/games/game.ts';
import type { Forecast, BestLineEvent } from '../../app/api/contract.ts';
import type { LineGhost } from '../board/overlay.ts';

export type LineMove = Extract<BestLineEvent, { kind: 'move' }>;
export type LineEnd = Extract<BestLineEvent, { kind: 'end' }>;

/** The known part of the line that follows a move; `end` is null while more may come. */
export interface BestLine {
  /** Whether Plywire proves it; otherwise an engine names it. */
  readonly isProof?: boolean;
  readonly moves: readonly LineMove[];
  readonly end: LineEnd | null;
}

/**
 * The pieces of the line's moves at their destinations, numbered by ply, and the rules' marks if the line ends the
 * game. If a move is illegal here, the line belongs to another position and nothing of it is shown.
 */
export function lineOverlay(
  game: Game,
  start: unknown,
  { moves, end }: BestLine,
): { readonly ghosts: readonly LineGhost[]; readonly marks: readonly Mark[] } {
  const ghosts = new Map<string, LineGhost>();
  let position = start;
  for (const { ply, move: text } of moves) {
    const choice = game.choices(position).find(({ move }) => game.moveText(position, move) === text);
    if (choice === undefined) return { ghosts: [], marks: [] };
    // If several moves have a piece with the same id, only the last one is shown.
    for (const piece of choice.preview) ghosts.set(piece.id, { id: piece.id, piece, ply });
    position = game.play(position, choice.move);
  }
  const marks = end?.over ? game.view(position, null).marks.filter(({ look }) => look === 'winning') : [];
  return { ghosts: [...ghosts.values()], marks };
}

/** `Best play: 4 3 3 2, Player 1 wins in 5 plies.` An unproven line is called the engine's line. */
export function lineWords(game: Game, line: BestLine): string {
  return `${lineTitle(line)}: ${lineMoves(line)}${lineOutcome(game, line)}`;
}

export const lineMoves = ({ moves }: BestLine): string => moves.map(({ move }) => move).join(' ');

export function lineTitle({ isProof, moves, end }: BestLine): string {
  if (isProof === true) return 'Line of proof';
  const proven = end === null ? moves.slice(1).every(({ forecast }) => forecast !== null) : end.proven;
  return proven ? 'Best play' : 'The engine’s line';
}

/** How the line ends, or the ending that the engine has proven; `…` if the line is incomplete. */
export function lineOutcome(game: Game, { moves, end }: BestLine): string {
  const foretold = (forecast: Forecast): string =>
    forecast.winner === null ? 'a draw' : `${game.seats[forecast.winner].name} wins in ${forecast.ply}`;
  const forecast = moves.find((move) => move.forecast !== null)?.forecast ?? null;
  if (end === null) return forecast === null ? ' …' : ` …, ${foretold(forecast)}`;
  const last = moves.at(-1);
  if (!end.over || last === undefined) {
    const known = end.proven && forecast !== null ? `, ${foretold(forecast)}` : '';
    return ` …${known} (${end.reason})`;
  }
  return end.winner === null ? ', a draw' : `, ${game.seats[end.winner].name} wins in ${last.ply}`;
}

/** The most lines that are remembered: enough for all moves of several positions. */
export const rememberedLimit = 200;

/** Complete lines by `Question.about`; above the limit the oldest is dropped. */
export class RememberedLines {
  readonly #lines = new Map<string, BestLine>();

  get(about: string): BestLine | null {
    return this.#lines.get(about) ?? null;
  }

  add(about: string, line: BestLine): void {
    this.#lines.set(about, line);
    if (this.#lines.size <= rememberedLimit) return;
    const [first] = this.#lines.keys();
    this.#lines.delete(first!);
  }
}
