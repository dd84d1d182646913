/**
 * What an edit of a game costs, a step through it, and the change that a client is sent after an edit, in games of 10 to
 * 99,000 nodes. Trees with many variations have lines of at most 300 plies and are worked at anywhere: what grows from 10
 * to 1,000 nodes grows with the length of the lines, and from 1,000 on with the whole tree. One long line is worked at at
 * its end, where the way back to the start is the whole game. The reference is a tree of the same shape with 10 nodes, in
 * the same run.
 */
import { apply, type Watched } from '../../app/api/changes.ts';
import type { GameHeader, GameState, HostEvent, HostState } from '../../app/api/contract.ts';
import { listSlice, treeSlice } from '../../app/api/slices.ts';
import { gameHeader, gameState } from '../../app/api/state.ts';
import { gameById } from '../../app/games/registry.ts';
import { OpenGame, type GamePorts } from '../../app/play/open-game.ts';
import { applyChange } from '../../app/records/edits.ts';
import { opened, shownRecord } from '../../app/records/open-tree.ts';
import { newTree, rootId, type GameTree } from '../../app/records/tree.ts';
import { mostNodes, type NodeId } from '../../app/shapes/tree.ts';
import { compare, type BenchRow } from './harness.ts';

const game = gameById('quoridor');
/** Plies of the longest line where there are variations. */
const mostPlies = 300;
/** Nodes that are worked at in one round. */
const works = 20;
const rounds = 15;

/** Of a host without engines; each change of the game is told to the analysis, with the line that is shown. */
const portsOf = (changed: () => void): GamePorts => ({
  begin: () => undefined,
  follow: () => undefined,
  ask: () => new Promise(() => undefined),
  dismiss: () => undefined,
  forfeit: () => undefined,
  finish: () => undefined,
  keep: () => Promise.resolve(),
  keepSeats: () => Promise.resolve(),
  notice: () => undefined,
  limits: () => ({}),
  onChange: changed,
});

/** A number in [0, most) that follows from the ones before it: trees are the same in every run. */
function dice(): (most: number) => number {
  let state = 1;
  return (most) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % most;
  };
}

/** The main line first, then variations of up to 30 plies from anywhere. */
function withVariations(nodes: number): GameTree {
  const roll = dice();
  let tree = newTree(game, 'g-bench');
  const positions: unknown[] = [game.initial()];
  while (tree.nodes.length < nodes) {
    const at = tree.nodes.length === 1 ? rootId : roll(tree.nodes.length);
    const { ply, children } = tree.nodes.get(at)!;
    const longest = tree.nodes.length === 1 ? mostPlies : Math.min(30, mostPlies - ply);
    const moves: string[] = [];
    let position = positions[at];
    while (moves.length < Math.min(longest, nodes - tree.nodes.length) && game.result(position) === null) {
      const legal = game.moves(position);
      const move = legal[roll(legal.length)]!;
      const text = game.moveText(position, move);
      if (moves.length === 0 && children.some((child) => tree.nodes.get(child)!.move === text)) break;
      moves.push(text);
      positions.push((position = game.play(position, move)));
    }
    if (moves.length > 0) tree = applyChange(tree, [{ kind: 'play', at, moves }]).tree;
  }
  return tree;
}

/** Both pawns step to and fro. */
function oneLine(nodes: number): GameTree {
  const moves = Array.from({ length: nodes - 1 }, (_, ply) => ['e8', 'e2', 'e9', 'e1'][ply % 4]!);
  return applyChange(newTree(game, 'g-bench'), [{ kind: 'play', at: rootId, moves }]).tree;
}

interface Shape {
  readonly name: string;
  /** In nodes, with room for the edits in the largest. */
  readonly sizes: readonly number[];
  readonly tree: (nodes: number) => GameTree;
  /** The nodes that are worked at. */
  readonly places: (tree: GameTree) => readonly NodeId[];
}

const shapes: readonly Shape[] = [
  {
    name: 'variations',
    sizes: [10, 1_000, 10_000, mostNodes - 1_000],
    tree: withVariations,
    places: ({ nodes }) =>
      Array.from({ length: works }, (_, work) => 1 + Math.floor((work * (nodes.length - 1)) / works)),
  },
  {
    name: 'one line',
    sizes: [10, 1_000, 10_000],
    tree: oneLine,
    places: ({ nodes }) => Array.from({ length: works }, (_, work) => nodes.length - 1 - (work % 8)),
  },
];

/** A game that is open, and moves that are new at its places. */
class Bench {
  readonly #tree: GameTree;
  readonly #places: readonly NodeId[];
  readonly #fresh: readonly string[];

  constructor({ tree, places }: Shape, nodes: number) {
    this.#tree = tree(nodes);
    this.#places = places(this.#tree);
    const open = this.#open();
    this.#fresh = this.#places.map((at, work) => {
      const { position } = open.line(at);
      const known = new Set(this.#tree.nodes.get(at)!.children.map((id) => this.#tree.nodes.get(id)!.move));
      const news = game.moves(position).map((move) => game.moveText(position, move));
      // A place that comes again takes another move each time.
      const again = this.#places.slice(0, work).filter((other) => other === at).length;
      return news.filter((text) => !known.has(text))[again] ?? '';
    });
  }

  /** As it is after a while of use: the positions of its places are known. */
  #open(): OpenGame {
    const open: OpenGame = new OpenGame(
      portsOf(() => void open.line()),
      opened(this.#tree),
    );
    for (const at of this.#places) open.line(at);
    return open;
  }

  /** Microseconds each, over all places that have a new move. */
  #each(work: (at: NodeId, move: string) => void): number {
    let [count, spent] = [0, 0];
    this.#places.forEach((at, index) => {
      const move = this.#fresh[index]!;
      if (move === '') return;
      const began = performance.now();
      work(at, move);
      spent += performance.now() - began;
      count++;
    });
    return (spent * 1000) / count;
  }

  play(): number {
    const open = this.#open();
    return this.#each((at, move) => void open.play(at, move));
  }

  annotate(): number {
    const open = this.#open();
    return this.#each((node) => void open.edit([{ kind: 'annotate', node, to: { comment: 'good' } }]));
  }

  deleteAndUndo(): number {
    const open = this.#open();
    return this.#each((node) => {
      void open.edit([{ kind: 'delete', node }]);
      void open.undo();
    });
  }

  /** To the node before a place and back, as the arrow keys do. */
  step(): number {
    const open = this.#open();
    return (
      this.#each((at) => {
        for (const node of [this.#tree.nodes.get(at)!.parent!, at]) {
          void open.show(node);
          open.line();
          shownRecord(open.open);
        }
      }) / 2
    );
  }

  /** @returns microseconds of the host, and of the client that is told */
  async publish(): Promise<{ readonly host: number; readonly client: number }> {
    const open = this.#open();
    const slices = {
      game: treeSlice<GameState>(() => ({ rest: { ...gameState(open), isExample: false }, tree: open.tree })),
      games: listSlice<GameHeader>(() => [
        gameHeader({ game: open, touchedAt: 0 }, { file: null, isUntouched: false }),
      ]),
    };
    for (const slice of Object.values(slices)) slice.read(1);
    const state = { game: slices.game.value(), games: slices.games.value() };
    const rest = { reportMoves: [], analyses: [], engines: [], sessions: [] };
    let watched: Watched = { seq: 1, state: { ...rest, ...state } as unknown as HostState };
    let [version, host, client] = [1, 0, 0];
    for (const [index, at] of this.#places.entries()) {
      await open.show(at);
      for (const slice of Object.values(slices)) slice.read(++version);
      watched = { ...watched, state: { ...watched.state, game: { ...watched.state.game, shown: at } } };
      const move = this.#fresh[index]!;
      if (move === '') continue;
      const told = version;
      await open.play(at, move);
      const began = performance.now();
      for (const slice of Object.values(slices)) slice.read(++version);
      const changes = { game: slices.game.since(told), games: slices.games.since(told) };
      const text = JSON.stringify({ kind: 'changed', seq: watched.seq + 1, changes });
      const sent = performance.now();
      watched = apply(watched, JSON.parse(text) as HostEvent)!;
      client += performance.now() - sent;
      host += sent - began;
      if (text.length > 4000) throw new Error(`a change of one move has ${text.length} characters`);
    }
    if (watched.state.game.nodes.length !== open.tree.nodes.length) throw new Error('the client lacks nodes');
    return { host: (host * 1000) / works, client: (client * 1000) / works };
  }
}

export async function run(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const shape of shapes) {
    const [small, ...larger] = shape.sizes.map((nodes) => ({ nodes, bench: new Bench(shape, nodes) }));
    const kinds: readonly (readonly [string, (bench: Bench) => number | Promise<number>])[] = [
      ['play a move', (bench) => bench.play()],
      ['annotate', (bench) => bench.annotate()],
      ['delete and undo', (bench) => bench.deleteAndUndo()],
      ['step', (bench) => bench.step()],
      ['tell a client', async (bench) => (await bench.publish()).host],
      ['a client that is told', async (bench) => (await bench.publish()).client],
    ];
    for (const [name, measure] of kinds) {
      for (const { nodes, bench } of larger) {
        rows.push(
          await compare({
            work: `${shape.name}, ${nodes} nodes: ${name}`,
            unit: 'µs',
            rounds,
            ours: () => measure(bench),
            reference: { name: '10 nodes', measure: () => measure(small!.bench) },
            target: null,
          }),
        );
      }
    }
  }
  return rows;
}
