/** Which moves of a game a report is about, and in which order its positions are asked about. */
import { BadNotation, IllegalMove } from '../../games/game.ts';
import { lineThrough } from '../../records/open-tree.ts';
import type { Positions } from '../../records/positions.ts';
import { nodeOf, rootId, type GameTree } from '../../records/tree.ts';
import type { ReportScope } from '../../shapes/report.ts';
import type { NodeId } from '../../shapes/tree.ts';

/** The nodes whose moves are reported, parents before children. Deleted ones, and those that cannot be played, are left out. */
export function nodesIn(tree: GameTree, positions: Positions, scope: ReportScope): readonly NodeId[] {
  const wanted =
    scope.kind === 'game' ? all(tree) : scope.kind === 'line' ? lineThrough(tree, scope.node) : scope.nodes;
  const unplayable = new Set<NodeId>();
  return [...new Set(wanted)]
    .filter((id) => id !== rootId && nodeOf(tree, id) !== null)
    .toSorted((one, other) => plyOf(tree, one) - plyOf(tree, other))
    .filter((id) => {
      const isPlayable =
        !unplayable.has(tree.nodes.get(id)!.parent!) && canPlay(() => positions.at(tree, id));
      if (!isPlayable) unplayable.add(id);
      return isPlayable;
    });
}

/** Main line first, without recursion. */
function all(tree: GameTree): NodeId[] {
  const found: NodeId[] = [];
  const open: NodeId[] = [rootId];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    found.push(id);
    open.push(...tree.nodes.get(id)!.children.toReversed());
  }
  return found;
}

/**
 * The positions before and after these moves, each once: from the last ply to the first, or forward. At one ply the line
 * whose end comes first in `nodes` comes first.
 */
export function positionsOf(
  tree: GameTree,
  nodes: readonly NodeId[],
  order: 'backward' | 'forward',
): readonly NodeId[] {
  const found = new Set<NodeId>();
  for (const id of nodes) {
    found.add(tree.nodes.get(id)!.parent!);
    found.add(id);
  }
  const sign = order === 'backward' ? -1 : 1;
  return [...found].toSorted((one, other) => sign * (plyOf(tree, one) - plyOf(tree, other)));
}

const plyOf = (tree: GameTree, id: NodeId): number => tree.nodes.get(id)!.ply;

function canPlay(play: () => unknown): boolean {
  try {
    play();
    return true;
  } catch (error) {
    if (error instanceof BadNotation || error instanceof IllegalMove) return false;
    throw error;
  }
}
