/**
 * A game that is open: its tree with what can be undone, and the node that is shown. Browsing is not an edit; undo and redo
 * show what they change, comments included. Immutable.
 */
import type { Annotations, Change, Edit, NodeId } from '../shapes/tree.ts';
import type { GameRecord } from './record.ts';
import { childByMove, leadsTo, mainLineFrom, nodeOf, pathTo, rootId, type GameTree } from './tree.ts';
import { edited, redone, undone, unedited, type EditedTree } from './undo.ts';

export interface OpenTree extends EditedTree {
  /** A node of the game that is not deleted. */
  readonly shown: NodeId;
}

export const opened = (tree: GameTree, shown: NodeId = rootId): OpenTree => ({ ...unedited(tree), shown });

/** Shows another node; the same value if the node is gone. */
export function showing(open: OpenTree, node: NodeId): OpenTree {
  return node === open.shown || nodeOf(open.tree, node) === null ? open : { ...open, shown: node };
}

/**
 * Applies a change and shows what it was about. Who deletes moves elsewhere goes on looking at what is shown, and so does
 * who only writes about moves: a comment is stored a while after it was typed, and an engine may have moved since.
 *
 * @throws StaleEdit | TreeIsFull
 */
export function changed(open: OpenTree, change: Change): OpenTree {
  const about = change.filter(({ kind }) => kind !== 'delete');
  return shownAfter({ ...open, ...edited(open, change) }, about.every(isRemark) ? [] : about);
}

/** Whether an edit leaves the moves as they are. */
const isRemark = ({ kind }: Edit): boolean => kind === 'annotate' || kind === 'header';

export interface Played {
  readonly open: OpenTree;
  /** The node of the move. */
  readonly node: NodeId;
  /** What was changed; empty if the tree had the move there. */
  readonly change: Change;
}

/**
 * Makes a move at a node: the child that has it, or a new last child. If the node was shown, the new one is.
 *
 * @param move canonical text
 * @param to annotations of the node of the move, in the same change
 * @throws StaleEdit | TreeIsFull
 */
export function playedAt(open: OpenTree, at: NodeId, move: string, to?: Partial<Annotations>): Played {
  const known = childByMove(open.tree, at, move);
  const node = known?.id ?? open.tree.nodes.length;
  const change: Edit[] = [
    ...(known === null ? [{ kind: 'play', at, moves: [move] } as const] : []),
    ...(to === undefined ? [] : [{ kind: 'annotate', node, to } as const]),
  ];
  const after = change.length > 0 ? edited(open, change) : open;
  const shown = open.shown === at ? node : open.shown;
  return { open: { ...open, ...after, shown }, node, change };
}

/** Whether the last edit made the move of this node, so that undoing it removes the node and nothing else. */
export function isMadeLast({ tree, undo }: OpenTree, node: NodeId): boolean {
  const change = undo?.change ?? [];
  const isOnly = change.every(
    (edit) => (edit.kind === 'delete' || edit.kind === 'annotate') && edit.node === node,
  );
  return (
    isOnly && change.some(({ kind }) => kind === 'delete') && tree.nodes.get(node)!.children.length === 0
  );
}

/** Null if there is nothing to undo. */
export function undoneShown(open: OpenTree): OpenTree | null {
  const after = undone(open);
  return after === null ? null : shownAfter({ ...open, ...after }, open.undo!.change);
}

/** Null if there is nothing to redo. */
export function redoneShown(open: OpenTree): OpenTree | null {
  const after = redone(open);
  return after === null ? null : shownAfter({ ...open, ...after }, open.redo!.change);
}

/** Shows what a change was about; one about several places, such as that of a report, leaves what is shown. */
function shownAfter(open: OpenTree, change: Change): OpenTree {
  const { tree } = open;
  const here = livingAt(tree, open.shown);
  const places = new Set(change.map((edit) => livingAt(tree, subjectOf(tree, open.shown, edit))));
  const [place = here, ...others] = places;
  return { ...open, shown: others.length === 0 ? place : here };
}

/** The node to show after an edit was applied, which may be the one shown. */
function subjectOf(tree: GameTree, shown: NodeId, edit: Edit): NodeId {
  switch (edit.kind) {
    case 'play': {
      const first = childByMove(tree, edit.at, edit.moves[0]!);
      return first === null ? edit.at : lastOfLine(tree, first.id, edit.moves.length);
    }
    case 'delete':
      return tree.nodes.get(edit.node)?.parent ?? shown;
    case 'order':
      // A variation takes the move along that is shown in it.
      return leadsTo(tree, edit.node, shown) ? shown : edit.node;
    case 'restore':
    case 'annotate':
      return edit.node;
    case 'header':
      return shown;
  }
}

/** The node so many moves along the main line, counting this one. */
function lastOfLine(tree: GameTree, first: NodeId, moves: number): NodeId {
  const line = mainLineFrom(tree, first);
  return line[Math.min(moves, line.length) - 1]!.id;
}

/** The node itself, or the last one before it that is not deleted. */
export function livingAt(tree: GameTree, id: NodeId): NodeId {
  for (let node = tree.nodes.get(id); node !== undefined; node = tree.nodes.get(node.parent!)) {
    if (node.parent === null || nodeOf(tree, node.id) !== null) return node.id;
  }
  return rootId;
}

/** The line through a node: the nodes to it, and on by first children. The root is not among them. */
export function lineThrough(tree: GameTree, id: NodeId): readonly NodeId[] {
  const before = pathTo(tree, id).map((node) => node.id);
  return [
    ...before,
    ...mainLineFrom(tree, id)
      .slice(1)
      .map((node) => node.id),
  ];
}

/** The record of the last tree and node, since readers ask many times for the same one. */
let last: { readonly tree: GameTree; readonly shown: NodeId; readonly record: GameRecord } | null = null;

/** The line through the node that is shown, as a record whose cursor is at the node. */
export function shownRecord({ tree, shown }: Pick<OpenTree, 'tree' | 'shown'>): GameRecord {
  if (last?.tree === tree && last.shown === shown) return last.record;
  const { key, gameId, setup, start } = tree;
  const moves = lineThrough(tree, shown).map((id) => tree.nodes.get(id)!.move);
  // Readers compare moves by identity to know that the line is the same one.
  const same = last?.tree === tree && moves.every((move, ply) => move === last!.record.moves[ply]);
  const kept = same && moves.length === last!.record.moves.length ? last!.record.moves : moves;
  const record = { key, gameId, setup, start, moves: kept, cursor: tree.nodes.get(shown)!.ply };
  last = { tree, shown, record };
  return record;
}
