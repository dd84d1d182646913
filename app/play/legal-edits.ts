/**
 * Edits of the tree of a game, by the rules of the game. Each gives the tree after it and keeps nothing. What the tree does
 * not take is refused in words for the user.
 */
import { capital } from '../games/sentences.ts';
import { BadNotation, type Game } from '../games/game.ts';
import { StaleEdit, TreeIsFull } from '../records/edits.ts';
import { changed, playedAt, showing, type OpenTree, type Played } from '../records/open-tree.ts';
import type { Positions } from '../records/positions.ts';
import { nodeOf, type GameTree } from '../records/tree.ts';
import { Refused } from '../shapes/refused.ts';
import type { Annotations, Change, NodeId } from '../shapes/tree.ts';

export class LegalEdits {
  readonly #game: Game;
  readonly #positions: Positions;

  constructor(game: Game, positions: Positions) {
    this.#game = game;
    this.#positions = positions;
  }

  /** @throws Refused if the tree has no such node, or it is deleted */
  require(tree: GameTree, node: NodeId): void {
    if (nodeOf(tree, node) === null) throw gone();
  }

  /** Whether the moves to the node shown can be played, which is not so in a damaged file. */
  canShow({ tree, shown }: OpenTree): boolean {
    try {
      this.#positions.at(tree, shown);
      return true;
    } catch (error) {
      if (error instanceof BadNotation) return false;
      throw error;
    }
  }

  /** Shows a node. @throws Refused if it is gone, or a move before it is illegal, as in a damaged file */
  showing(open: OpenTree, node: NodeId): OpenTree {
    this.require(open.tree, node);
    try {
      this.#positions.at(open.tree, node);
    } catch (error) {
      if (!(error instanceof BadNotation)) throw error;
      throw new Refused(`This move cannot be shown: ${error.message}.`, 'Delete it from the list of moves.');
    }
    return showing(open, node);
  }

  /** The canonical text of a move at a node. @throws IllegalMove | BadNotation */
  moveAt(tree: GameTree, at: NodeId, text: string): string {
    const position = this.#positions.at(tree, at);
    const move = this.#game.parseMove(position, text);
    this.#game.play(position, move);
    return this.#game.moveText(position, move);
  }

  /**
   * Makes a move at a node, as `playedAt` of an open tree does.
   *
   * @param move of `moveAt`
   * @param to annotations of the node of the move
   * @throws Refused if the node is gone or the tree is full
   */
  playedAt(open: OpenTree, at: NodeId, move: string, to?: Partial<Annotations>): Played {
    return refusing(() => playedAt(open, at, move, to));
  }

  /** Edits the tree. @throws Refused if a node of the change is gone; BadNotation, IllegalMove for a line that is illegal */
  changed(open: OpenTree, change: Change): OpenTree {
    return refusing(() => {
      for (const edit of change) {
        if (edit.kind === 'play') this.#requireLegal(open.tree, edit.at, edit.moves);
      }
      return changed(open, change);
    });
  }

  /** @throws Refused | IllegalMove | BadNotation */
  #requireLegal(tree: GameTree, at: NodeId, moves: readonly string[]): void {
    this.require(tree, at);
    let position = this.#positions.at(tree, at);
    for (const text of moves) position = this.#game.play(position, this.#game.parseMove(position, text));
  }
}

/** @throws Refused for an edit that the tree does not take */
function refusing<T>(edit: () => T): T {
  try {
    return edit();
  } catch (error) {
    if (error instanceof StaleEdit) throw gone();
    if (error instanceof TreeIsFull)
      throw new Refused(`${capital(error.message)}.`, 'Start a new game from here.');
    throw error;
  }
}

const gone = (): Refused =>
  new Refused('That move is no longer in the game.', 'Choose another move in the list and try again.');
