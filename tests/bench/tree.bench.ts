/**
 * The tree of a game at four sizes: an edit with its undo, a step with its position and line, and the change that a
 * client is sent after an edit. The reference of each size is the same work in a game of ten nodes: the ratio is the growth.
 */
import type { GameState } from '../../app/api/contract.ts';
import { treeSlice } from '../../app/api/slices.ts';
import { connect4 } from '../../app/games/connect4/index.ts';
import type { Game } from '../../app/games/game.ts';
import { changed, showing, undoneShown, type OpenTree } from '../../app/records/open-tree.ts';
import { Positions } from '../../app/records/positions.ts';
import { newNode, newTree, type GameNode, type GameTree } from '../../app/records/tree.ts';
import { unedited } from '../../app/records/undo.ts';
import { Vector } from '../../app/records/vector.ts';
import { compare, type BenchRow } from './harness.ts';

/** The largest has room for the moves that are made in it. */
const sizes = [1000, 10_000, 99_000] as const;
const least = 10;
const rounds = 5;
/** Times that each piece of work is done in a measurement. */
const times = 200;

/** A game with a main line of 20 plies, and a variation of two plies after each node in turn, those of variations too. */
function treeOf(size: number): GameTree {
  const tree = newTree(connect4 as Game, `g-${size}`);
  const made: { node: GameNode; children: number[] }[] = [{ node: tree.nodes.get(0)!, children: [] }];
  const add = (parent: number, move: string): number => {
    const { node, children } = made[parent]!;
    const id = made.length;
    made.push({ node: newNode(id, node, move), children: [] });
    children.push(id);
    return id;
  };
  const main = [0];
  for (let ply = 0; ply < 20 && made.length < size; ply++)
    main.push(add(main.at(-1)!, String((ply % 7) + 1)));
  // Equal moves beside each other do not occur in a game; for the work measured here they make no difference.
  for (let at = 0; made.length < size; at++) {
    const first = add(at, String((at % 7) + 1));
    if (made.length < size) add(first, String(((at + 3) % 7) + 1));
  }
  let nodes = Vector.empty as Vector<GameNode>;
  for (const { node, children } of made) nodes = nodes.appended({ ...node, children });
  return { ...tree, nodes };
}

const opened = new Map<number, OpenTree>();
function openOf(size: number): OpenTree {
  const known = opened.get(size) ?? { ...unedited(treeOf(size)), shown: 0 };
  opened.set(size, known);
  return known;
}

/** Times a second. */
function perSecond(work: () => void): number {
  const began = performance.now();
  for (let count = 0; count < times; count++) work();
  return (times * 1000) / (performance.now() - began);
}

/** A comment, and its undo, at a node in the middle. */
function edit(size: number): number {
  const open = openOf(size);
  const node = size >> 1;
  return perSecond(() => undoneShown(changed(open, [{ kind: 'annotate', node, to: { comment: 'a note' } }])));
}

/** A move at the end of the main line, and its undo. */
function play(size: number): number {
  const open = openOf(size);
  const at = Math.min(size - 1, 20);
  return perSecond(() => undoneShown(changed(open, [{ kind: 'play', at, moves: ['99'] }])));
}

/** Between two nodes of the main line, each with its line of play. */
function step(size: number): number {
  const open = openOf(size);
  const positions = new Positions(open.tree);
  let node = 4;
  return perSecond(() => {
    node = node === 4 ? 5 : 4;
    positions.line(open.tree, showing(open, node).shown);
  });
}

/** What a client is sent after a comment, as text. */
function publish(size: number): number {
  let open = openOf(size);
  const rest = { shown: 0 } as unknown as Omit<GameState, 'nodes'>;
  const slice = treeSlice<GameState>(() => ({ rest, tree: open.tree }));
  let version = 1;
  slice.read(version);
  return perSecond(() => {
    open = changed(open, [{ kind: 'annotate', node: 1, to: { comment: `note ${version}` } }]);
    slice.read(++version);
    JSON.stringify(slice.since(version - 1));
  });
}

export async function run(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [name, work] of Object.entries({ edit, play, step, publish })) {
    for (const size of sizes) {
      rows.push(
        await compare({
          work: `Tree, ${name}, ${size.toLocaleString('en')} nodes`,
          unit: '/s',
          rounds,
          ours: () => work(size),
          reference: { name: `${least} nodes`, measure: () => work(least) },
          target: null,
        }),
      );
    }
  }
  return rows;
}
