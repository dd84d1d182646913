/**
 * The record of one game as a tree: each node is one action, its first child is the main line. Trees are immutable
 * values that share all that an edit leaves as it was, so that an edit of a large game costs no more than one of a
 * small game. Walks are loops: a recursion would overflow the stack at some thousand plies.
 */
import type { Game, Setup } from '../games/game.ts';
import { gameById } from '../games/registry.ts';
import type { Annotations, NodeId, SavedNode } from '../shapes/tree.ts';
import { normalStart, type GameStart } from './record.ts';
import { Vector } from './vector.ts';

export interface GameNode extends Annotations {
  readonly id: NodeId;
  /** Null for the root. */
  readonly parent: NodeId | null;
  /** Canonical text; empty for the root. */
  readonly move: string;
  /** Actions from the start to this node. */
  readonly ply: number;
  readonly children: readonly NodeId[];
  /** It was deleted, with all that follows it, and can be restored. */
  readonly isDeleted: boolean;
}

/** The part of a node that walks along a tree read. */
export type TreeNode = Pick<GameNode, 'id' | 'parent' | 'move' | 'children' | 'isDeleted'>;

/** The nodes of a tree by their ids: the host's tree, or a client's copy of it. */
export interface Nodes<N extends TreeNode = TreeNode> {
  readonly nodes: { get(id: NodeId): N | undefined };
}

export interface GameTree {
  /** Identifies the game; becomes `Line.gameKey`. */
  readonly key: string;
  readonly gameId: string;
  readonly setup: Setup;
  /** The start position's text; null is the initial position of the setup. */
  readonly start: string | null;
  /** By id; the next node gets its length. */
  readonly nodes: Vector<GameNode>;
  readonly headers: Readonly<Record<string, string>>;
}

export const rootId: NodeId = 0;

/** The names of the players in a game's headers, by seat; null if there is none, or only PGN's `?`. */
export function namedPlayers(headers: GameTree['headers']): readonly [string | null, string | null] {
  const named = (header: string): string | null => {
    const name = headers[header]?.trim() ?? '';
    return name === '' || name === '?' ? null : name;
  };
  return [named('white'), named('black')];
}

const noAnnotations: Annotations = {
  comment: '',
  glyphs: [],
  marks: [],
  clock: null,
  spent: null,
  properties: {},
};

export const newNode = (id: NodeId, parent: GameNode | null, move: string): GameNode => ({
  id,
  parent: parent?.id ?? null,
  move,
  ply: parent === null ? 0 : parent.ply + 1,
  children: [],
  isDeleted: false,
  ...noAnnotations,
});

/** Whether there was never a move in a game, which begins at the usual start. */
export const isBare = ({
  nodes,
  start,
}: Pick<GameTree, 'start'> & { readonly nodes: Pick<GameTree['nodes'], 'length'> }): boolean =>
  nodes.length === 1 && start === null;

/** @throws BadNotation if the setup or the start text cannot be read */
export function newTree(game: Game, key: string, opening: GameStart = {}): GameTree {
  const nodes = (Vector.empty as Vector<GameNode>).appended(newNode(rootId, null, ''));
  return { key, gameId: game.id, ...normalStart(game, opening), nodes, headers: {} };
}

/** The properties in which a node differs from a new one. */
export function savedNode(node: GameNode): SavedNode {
  const { parent, move, children, isDeleted, comment, glyphs, marks, clock, spent, properties } = node;
  return {
    ...(parent !== null && { parent, move }),
    ...(children.length > 0 && { children }),
    ...(isDeleted && { isDeleted }),
    ...(comment !== '' && { comment }),
    ...(glyphs.length > 0 && { glyphs }),
    ...(marks.length > 0 && { marks }),
    ...(clock !== null && { clock }),
    ...(spent !== null && { spent }),
    ...(Object.keys(properties).length > 0 && { properties }),
  };
}

/** The node that was saved. @param before its parent; null for the root */
export const loadedNode = (
  id: NodeId,
  before: GameNode | null,
  { move = '', ...rest }: SavedNode,
): GameNode => {
  const { parent: _, ...saved } = rest;
  return { ...newNode(id, before, move), ...saved };
};

export const gameOf = (tree: Pick<GameTree, 'gameId'>): Game => gameById(tree.gameId);

/** Null if the game has no such node, or if it or a node before it is deleted. */
export function nodeOf<N extends TreeNode>(tree: Nodes<N>, id: NodeId): N | null {
  const node = tree.nodes.get(id);
  for (
    let each = node;
    each !== undefined;
    each = each.parent === null ? undefined : tree.nodes.get(each.parent)
  ) {
    if (each.isDeleted) return null;
  }
  return node ?? null;
}

/** From the first node after the root to this one; empty for the root. */
export function pathTo<N extends TreeNode>(tree: Nodes<N>, id: NodeId): readonly N[] {
  const path: N[] = [];
  for (let node = tree.nodes.get(id); node && node.parent !== null; node = tree.nodes.get(node.parent)) {
    path.push(node);
  }
  return path.reverse();
}

/** The node itself and those that follow it by first children. */
export function mainLineFrom<N extends TreeNode>(tree: Nodes<N>, id: NodeId): readonly N[] {
  const line: N[] = [];
  for (
    let node = tree.nodes.get(id);
    node;
    node = node.children[0] === undefined ? undefined : tree.nodes.get(node.children[0])
  ) {
    line.push(node);
  }
  return line;
}

/** The child with this move; null if there is none. */
export function childByMove<N extends TreeNode>(tree: Nodes<N>, id: NodeId, move: string): N | null {
  for (const child of tree.nodes.get(id)?.children ?? []) {
    const node = tree.nodes.get(child)!;
    if (node.move === move) return node;
  }
  return null;
}

/** Whether `ancestor` is the node itself or lies before it. */
export function leadsTo(tree: GameTree, ancestor: NodeId, id: NodeId): boolean {
  let node = tree.nodes.get(id);
  const ply = tree.nodes.get(ancestor)?.ply ?? Infinity;
  while (node && node.ply > ply) node = tree.nodes.get(node.parent!);
  return node?.id === ancestor;
}
