/** The line of play through a node of the host's tree: the moves up to it, and then first children. */
import type { GameState, SavedNode } from '../../app/api/contract.ts';
import type { GameRecord } from '../../app/records/record.ts';

/** A record with the node of each of its moves. */
export interface ShownLine extends GameRecord {
  /** By ply; the first one is the root. */
  readonly nodes: readonly number[];
}

type Tree = Pick<GameState, 'key' | 'gameId' | 'setup' | 'start' | 'nodes'>;

export function lineThrough(tree: Tree, shown: number): ShownLine {
  const before: number[] = [];
  for (let id: number | undefined = shown; id !== undefined; id = tree.nodes[id]?.parent) before.push(id);
  const nodes = before.reverse();
  const cursor = nodes.length - 1;
  for (let id = firstChild(tree.nodes, shown); id !== undefined; id = firstChild(tree.nodes, id)) {
    nodes.push(id);
  }
  const moves = nodes.slice(1).map((id) => tree.nodes[id]?.move ?? '');
  const { key, gameId, setup, start } = tree;
  return { key, gameId, setup, start, moves, cursor, nodes };
}

const firstChild = (nodes: readonly SavedNode[], id: number): number | undefined => nodes[id]?.children?.[0];
