/** Edits of a tree: applied purely, each giving the change that undoes it. */
import type { Annotations, Change, Edit, NodeId } from '../shapes/tree.ts';
import { mostNodes } from '../shapes/tree.ts';
import {
  childByMove,
  mainLineFrom,
  newNode,
  nodeOf,
  pathTo,
  rootId,
  type GameNode,
  type GameTree,
  type Nodes,
  type TreeNode,
} from './tree.ts';

/** An edit names a node that is no longer in the game, or that cannot be edited in this way. */
export class StaleEdit extends Error {
  override readonly name = 'StaleEdit';
}

/** The game has as many nodes as it may have. */
export class TreeIsFull extends Error {
  override readonly name = 'TreeIsFull';

  constructor() {
    super(`a game holds at most ${mostNodes} moves`);
  }
}

export interface Applied {
  readonly tree: GameTree;
  /** The change that undoes it. New nodes stay in the tree as deleted ones, so that ids are never reused. */
  readonly inverse: Change;
}

/** @throws StaleEdit | TreeIsFull; no part of the change is applied then */
export function applyChange(tree: GameTree, change: Change): Applied {
  const inverse: Edit[] = [];
  for (const edit of change) {
    const applied = applyEdit(tree, edit);
    tree = applied.tree;
    inverse.unshift(applied.inverse);
  }
  return { tree, inverse };
}

function applyEdit(tree: GameTree, edit: Edit): { tree: GameTree; inverse: Edit } {
  switch (edit.kind) {
    case 'play':
      return play(tree, edit.at, edit.moves);
    case 'delete': {
      const node = present(tree, edit.node);
      const siblings = childrenOfParent(tree, node);
      const index = siblings.indexOf(node.id);
      return {
        tree: withChildren(
          withNode(tree, { ...node, isDeleted: true }),
          node.parent!,
          siblings.toSpliced(index, 1),
        ),
        inverse: { kind: 'restore', node: node.id, index },
      };
    }
    case 'restore': {
      const node = tree.nodes.get(edit.node);
      if (!node?.isDeleted || node.parent === null) throw new StaleEdit(`move ${edit.node} is not deleted`);
      present(tree, node.parent);
      const siblings = childrenOfParent(tree, node);
      if (edit.index > siblings.length)
        throw new StaleEdit(`there is no place ${edit.index} to restore a move at`);
      return {
        tree: withChildren(
          withNode(tree, { ...node, isDeleted: false }),
          node.parent,
          siblings.toSpliced(edit.index, 0, node.id),
        ),
        inverse: { kind: 'delete', node: node.id },
      };
    }
    case 'order': {
      const node = present(tree, edit.node);
      const siblings = childrenOfParent(tree, node);
      const index = siblings.indexOf(node.id);
      if (edit.index >= siblings.length)
        throw new StaleEdit(`there is no place ${edit.index} to move a variation to`);
      const ordered = siblings.toSpliced(index, 1).toSpliced(edit.index, 0, node.id);
      return {
        tree: withChildren(tree, node.parent!, ordered),
        inverse: { kind: 'order', node: node.id, index },
      };
    }
    case 'annotate': {
      const node = present(tree, edit.node);
      const before = Object.fromEntries(
        Object.keys(edit.to).map((name) => [name, node[name as keyof Annotations]]),
      );
      return {
        tree: withNode(tree, { ...node, ...edit.to }),
        inverse: { kind: 'annotate', node: node.id, to: before },
      };
    }
    case 'header': {
      const { [edit.name]: known, ...others } = tree.headers;
      // A name such as `constructor` finds what every object has.
      const before = Object.hasOwn(tree.headers, edit.name) ? known! : null;
      return {
        tree: { ...tree, headers: edit.text === null ? others : { ...tree.headers, [edit.name]: edit.text } },
        inverse: { kind: 'header', name: edit.name, text: before },
      };
    }
  }
}

function play(tree: GameTree, at: NodeId, moves: readonly string[]): { tree: GameTree; inverse: Edit } {
  let parent = present(tree, at);
  const first = tree.nodes.length;
  if (first + moves.length > mostNodes) throw new TreeIsFull();
  if (childByMove(tree, at, moves[0]!) !== null)
    throw new StaleEdit(`${moves[0]} is a move of the game there already`);
  let { nodes } = tree;
  for (const move of moves) {
    const node = newNode(nodes.length, parent, move);
    nodes = nodes.appended(node).with(parent.id, { ...parent, children: [...parent.children, node.id] });
    parent = node;
  }
  return { tree: { ...tree, nodes }, inverse: { kind: 'delete', node: first } };
}

/** @throws StaleEdit */
function present(tree: GameTree, id: NodeId): GameNode {
  const node = nodeOf(tree, id);
  if (node === null) throw new StaleEdit(`move ${id} is no longer in the game`);
  return node;
}

/** @throws StaleEdit for the root, which has no parent */
function childrenOfParent(tree: GameTree, { id, parent }: GameNode): readonly NodeId[] {
  if (id === rootId || parent === null) throw new StaleEdit('the start position cannot be moved or deleted');
  return tree.nodes.get(parent)!.children;
}

const withNode = (tree: GameTree, node: GameNode): GameTree => ({
  ...tree,
  nodes: tree.nodes.with(node.id, node),
});

const withChildren = (tree: GameTree, parent: NodeId, children: readonly NodeId[]): GameTree =>
  withNode(tree, { ...tree.nodes.get(parent)!, children });

/** Moves the variation that contains a node one place up; empty if it is the first. */
export function promoted(tree: Nodes, id: NodeId): readonly Edit[] {
  return moved(tree, id, -1);
}

/** Moves it one place down; empty if it is the last. */
export function demoted(tree: Nodes, id: NodeId): readonly Edit[] {
  return moved(tree, id, 1);
}

function moved(tree: Nodes, id: NodeId, by: -1 | 1): readonly Edit[] {
  const fork = forkOf(tree, id);
  if (fork === null) return [];
  const siblings = tree.nodes.get(fork.parent!)!.children;
  const index = siblings.indexOf(fork.id) + by;
  return index < 0 || index >= siblings.length ? [] : [{ kind: 'order', node: fork.id, index }];
}

/** Makes the line to a node the main line; empty if it is already. */
export function madeMain(tree: Nodes, id: NodeId): readonly Edit[] {
  const edits: Edit[] = [];
  for (
    let node = nodeOf(tree, id);
    node !== null && node.parent !== null;
    node = tree.nodes.get(node.parent)!
  ) {
    if (tree.nodes.get(node.parent)!.children[0] !== node.id)
      edits.push({ kind: 'order', node: node.id, index: 0 });
  }
  return edits;
}

/** The last node on the way to this one that has siblings; null if there is no other move. */
export function forkOf<N extends TreeNode>(tree: Nodes<N>, id: NodeId): N | null {
  for (
    let node = nodeOf(tree, id);
    node !== null && node.parent !== null;
    node = tree.nodes.get(node.parent)!
  ) {
    if (tree.nodes.get(node.parent)!.children.length > 1) return node;
  }
  return null;
}

/** The node beside this one, `by` places on among the moves from the same position, around the ends; null if it is alone. */
export function sibling(tree: Nodes, id: NodeId, by: -1 | 1): NodeId | null {
  const parent = nodeOf(tree, id)?.parent ?? null;
  const siblings = parent === null ? [] : tree.nodes.get(parent)!.children;
  if (siblings.length < 2) return null;
  return siblings[(siblings.indexOf(id) + by + siblings.length) % siblings.length]!;
}

/** The next node along the first children after which there is a choice; the end of the line if there is none. */
export function nextFork(tree: Nodes, id: NodeId): NodeId {
  const [, ...after] = mainLineFrom(tree, id);
  return (after.find(({ children }) => children.length > 1) ?? after.at(-1))?.id ?? id;
}

/** The node before this one after which there is a choice; the root if there is none. */
export function previousFork(tree: Nodes, id: NodeId): NodeId {
  const before = pathTo(tree, id).slice(0, -1);
  return before.findLast(({ children }) => children.length > 1)?.id ?? rootId;
}

/** The edit that adds a line to the tree: the last node of it that exists, and a play of the remaining moves. */
export function lineEdit(
  tree: Nodes,
  at: NodeId,
  moves: readonly string[],
): { readonly known: NodeId; readonly edits: readonly Edit[] } {
  let known = at;
  for (let index = 0; index < moves.length; index++) {
    const child = childByMove(tree, known, moves[index]!);
    if (child === null) return { known, edits: [{ kind: 'play', at: known, moves: moves.slice(index) }] };
    known = child.id;
  }
  return { known, edits: [] };
}
