/** What all pages about a game have in common: its title, its line, and its moves in rows. */
import { Positions } from '../records/positions.ts';
import { gameOf, rootId, type GameTree } from '../records/tree.ts';
import type { NodeId } from '../shapes/tree.ts';

/** The most positions that the board steps through; a longer line is shown up to there. */
export const mostSteps = 2000;

const headerOf = ({ headers }: GameTree, name: string): string => headers[name]?.trim() ?? '';

/** `Anna – Bert`, the side that moves first at the front; null where the players are not known. */
export function titleOf(tree: GameTree): string | null {
  const [first, second] = [headerOf(tree, 'white'), headerOf(tree, 'black')];
  return first !== '' && second !== '' ? `${first} – ${second}` : null;
}

/** The line under a title: the game, the event, the date and the result, without what the title says. */
export function subtitleOf(tree: GameTree, title: string): string {
  const words = [gameOf(tree).name, ...['event', 'date', 'result'].map((name) => headerOf(tree, name))];
  return words.filter((text) => !['', '?', '*', title].includes(text)).join(' · ');
}

/** The nodes up to the first that cannot be played. */
export function playable(tree: GameTree, positions: Positions, line: readonly NodeId[]): readonly NodeId[] {
  const end = line.findIndex((node) => {
    try {
      positions.at(tree, node);
      return false;
    } catch {
      return true;
    }
  });
  return end === -1 ? line : line.slice(0, end);
}

/** `12. White: e4`, by ply. */
export function moveWords(tree: GameTree, positions: Positions, node: NodeId): string {
  const { ply, parent, move } = tree.nodes.get(node)!;
  const game = gameOf(tree);
  const seat = game.seatToMove(positions.at(tree, parent!));
  return `${ply}. ${game.seats[seat].name}: ${move}`;
}

/**
 * The moves of a line in rows of two turns.
 *
 * @param cell a move as HTML, by its node and its ply in the line
 */
export function movesOf(
  tree: GameTree,
  line: readonly NodeId[],
  cell: (node: NodeId, ply: number) => string,
): string {
  const game = gameOf(tree);
  const positions = new Positions(tree);
  const turns: { seat: number; cells: string[] }[] = [];
  for (const [index, node] of line.entries()) {
    const before = positions.at(tree, index === 0 ? rootId : line[index - 1]!);
    const seat = game.seatToMove(before);
    const turn = turns.at(-1);
    if (turn === undefined || game.beginsTurn(before)) turns.push({ seat, cells: [cell(node, index + 1)] });
    else turn.cells.push(cell(node, index + 1));
  }
  const rows: string[][] = [];
  for (const { seat, cells } of turns) {
    if (seat === 0 || rows.length === 0 || rows.at(-1)!.length === 2) rows.push(seat === 0 ? [] : ['…']);
    rows.at(-1)!.push(cells.join(' '));
  }
  const items = rows.map(
    ([one = '', other = ''], index) =>
      `<li><span class="number">${index + 1}.</span><span>${one}</span><span>${other}</span></li>`,
  );
  return `<ol class="moves">${items.join('')}</ol>`;
}
