/** The nodes of the game shown, played by the rules. Each is played once, because its move never changes. */
import { BadNotation, IllegalMove, type Game, type Seat } from '../../app/games/game.ts';
import { gameById } from '../../app/games/registry.ts';
import { startPosition } from '../../app/records/record.ts';
import type { Nodes } from '../../app/records/tree.ts';
import type { GameState, SavedNode } from '../../app/api/contract.ts';

export type Tree = Pick<GameState, 'key' | 'gameId' | 'setup' | 'start' | 'nodes'>;

/** The nodes of a state as a tree to walk. */
export const nodesOf = ({ nodes }: Pick<Tree, 'nodes'>): Nodes => ({
  nodes: {
    get(id) {
      const node = nodes[id];
      if (node === undefined) return undefined;
      const { parent = null, move = '', children = [], isDeleted = false } = node;
      return { id, parent, move, children, isDeleted };
    },
  },
});

export interface NodeFacts {
  readonly position: unknown;
  /** The move that leads to the node; undefined for the root. */
  readonly move: unknown;
  /** The seat that made the move, and whether the move begins a turn. */
  readonly seat: Seat;
  readonly beginsTurn: boolean;
  /** The number of its pair of turns, counted from 1; 0 for the root. */
  readonly number: number;
}

export class NodeReader {
  #key: string | null = null;
  #game: Game | null = null;
  #known = new Map<number, NodeFacts>();

  /** Null for a node with an illegal move, as in a damaged file, and for all nodes after it. */
  at(tree: Tree, id: number): NodeFacts | null {
    if (tree.key !== this.#key) this.#begin(tree);
    const unplayed: number[] = [];
    let known = this.#known.get(id);
    for (let next: number | undefined = id; known === undefined && next !== undefined;) {
      unplayed.push(next);
      next = tree.nodes[next]?.parent;
      if (next !== undefined) known = this.#known.get(next);
    }
    while (known !== undefined && unplayed.length > 0) {
      const node = unplayed.pop()!;
      known = this.#play(known, node, tree.nodes[node]!);
    }
    return known ?? null;
  }

  #begin(tree: Tree): void {
    this.#key = tree.key;
    this.#game = gameById(tree.gameId);
    const position = startPosition(tree);
    const root = { position, move: undefined, seat: 0, beginsTurn: true, number: 0 } as const;
    this.#known = new Map([[0, root]]);
  }

  #play(before: NodeFacts, id: number, { move: text = '' }: SavedNode): NodeFacts | undefined {
    const game = this.#game!;
    try {
      const move = game.parseMove(before.position, text);
      const position = game.play(before.position, move);
      const seat = game.seatToMove(before.position);
      const beginsTurn = game.beginsTurn(before.position);
      const isNext = beginsTurn && (seat === 0 || before.number === 0);
      const facts = { position, move, seat, beginsTurn, number: before.number + (isNext ? 1 : 0) };
      this.#known.set(id, facts);
      return facts;
    } catch (error) {
      if (error instanceof IllegalMove || error instanceof BadNotation) return undefined;
      throw error;
    }
  }
}
