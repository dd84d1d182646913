/** Positions of the nodes of one game, each played once: a node's moves never change, and its id is never reused. */
import { BadNotation, IllegalMove, type Game } from '../games/game.ts';
import { playOn, type Line } from '../games/line.ts';
import type { NodeId } from '../shapes/tree.ts';
import { startPosition } from './record.ts';
import { gameOf, rootId, type GameNode, type GameTree } from './tree.ts';

interface Known {
  /** Undefined for the root. */
  readonly move: unknown;
  readonly position: unknown;
}

/** The most positions kept. Others are played again from the nearest one kept. */
const mostKnown = 20_000;

export class Positions {
  readonly #game: Game;
  readonly #start: Known;
  /** Oldest first. */
  readonly #known = new Map<NodeId, Known>();
  #last: { readonly ids: readonly NodeId[]; readonly line: Line } | null = null;

  /** @throws BadNotation if the start text cannot be read */
  constructor(tree: Pick<GameTree, 'gameId' | 'setup' | 'start'>) {
    this.#game = gameOf(tree);
    this.#start = { move: undefined, position: startPosition(tree) };
  }

  /** @throws BadNotation if a move on the way to the node cannot be read or is illegal; it names the ply */
  at(tree: GameTree, id: NodeId): unknown {
    const unplayed: GameNode[] = [];
    let known = this.#knownOf(id);
    for (let next: NodeId = id; known === undefined; known = this.#knownOf(next)) {
      const node = tree.nodes.get(next);
      if (node === undefined) throw new RangeError(`the game has no node ${next}`);
      unplayed.push(node);
      next = node.parent!;
    }
    for (const node of unplayed.reverse()) known = this.#play(known, node);
    return known.position;
  }

  /** The line of play that leads to a node; the part that it shares with the line asked for last is not walked again. @throws BadNotation */
  line(tree: GameTree, id: NodeId): Line {
    const last = this.#last;
    const unshared: GameNode[] = [];
    let node = tree.nodes.get(id)!;
    while (node.parent !== null && last?.ids[node.ply - 1] !== node.id) {
      unshared.push(node);
      node = tree.nodes.get(node.parent)!;
    }
    if (last !== null && unshared.length === 0 && node.ply === last.ids.length) return last.line;
    const ids = last?.ids.slice(0, node.ply) ?? [];
    const moves = last?.line.moves.slice(0, node.ply) ?? [];
    let position = this.at(tree, node.id);
    for (const each of unshared.reverse()) {
      const known: Known = this.#knownOf(each.id) ?? this.#play({ move: undefined, position }, each);
      ids.push(each.id);
      moves.push(known.move);
      ({ position } = known);
    }
    const line = { game: this.#game, gameKey: tree.key, start: this.#start.position, moves, position };
    this.#last = { ids, line };
    return line;
  }

  #knownOf(id: NodeId): Known | undefined {
    return id === rootId ? this.#start : this.#known.get(id);
  }

  #play(before: Known, { id, move: text, ply }: GameNode): Known {
    let known: Known;
    try {
      const move = this.#game.parseMove(before.position, text);
      known = { move, position: playOn(this.#game, before.position, move) };
    } catch (error) {
      if (!(error instanceof IllegalMove || error instanceof BadNotation)) throw error;
      throw new BadNotation(`ply ${ply}: ${error.message}`);
    }
    this.#known.set(id, known);
    if (this.#known.size > mostKnown) this.#known.delete(this.#known.keys().next().value!);
    return known;
  }
}
