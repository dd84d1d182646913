/**
 * What is known about the place shown and about each node of its game. A game of thousands of nodes is looked up a few
 * milliseconds at a time; afterwards only the nodes whose positions something new was said about.
 */
import { BadNotation } from '../games/game.ts';
import type { OpenTree } from '../records/open-tree.ts';
import { Positions } from '../records/positions.ts';
import { gameOf, type GameTree } from '../records/tree.ts';
import type { EvaluationsState, Figure } from '../shapes/evaluations.ts';
import type { NodeId } from '../shapes/tree.ts';
import type { EvaluationStore } from './store.ts';
import { digestOf, type Digest } from './turned.ts';

type Shown = Pick<OpenTree, 'tree' | 'shown'>;

/** In milliseconds: the work before other events have their turn. */
const sliceMilliseconds = 4;

export interface ShownEvaluations {
  readonly rest: Omit<EvaluationsState, 'nodes'>;
  readonly figures: ReadonlyMap<NodeId, readonly Figure[]>;
}

const nothing: ShownEvaluations['rest'] = { key: null, tellers: [], place: null, here: [] };

export class EvaluationsShown {
  readonly #store: Pick<EvaluationStore, 'at' | 'figures' | 'has' | 'tellers'>;
  readonly #onChange: () => void;
  #open: Shown | null = null;
  #positions: Positions | null = null;
  /** Of the nodes that were looked up. */
  #digests = new Map<NodeId, Digest>();
  /** By the key of a position. */
  #nodesAt = new Map<string, Set<NodeId>>();
  #figures = new Map<NodeId, readonly Figure[]>();
  #rest = nothing;
  /** Nodes to be looked up. */
  #due = new Set<NodeId>();
  #isHereDue = false;
  #isWorking = false;

  constructor(store: Pick<EvaluationStore, 'at' | 'figures' | 'has' | 'tellers'>, onChange: () => void) {
    this.#store = store;
    this.#onChange = onChange;
  }

  get state(): ShownEvaluations {
    return { rest: this.#rest, figures: this.#figures };
  }

  /** Turns to the place shown. The same place again changes nothing. */
  follow({ tree, shown }: Shown): void {
    const before = this.#open;
    if (before?.tree === tree && before.shown === shown) return;
    this.#open = { tree, shown };
    if (before?.tree.key !== tree.key) this.#begin(tree);
    else
      for (const id of tree.nodes.differences(before.tree.nodes))
        if (!this.#digests.has(id)) this.#due.add(id);
    this.#isHereDue = true;
    this.#work();
  }

  /** Something was said about a position, or (null) anything may have changed. */
  changed(digest: Digest | null): void {
    if (this.#open === null) return;
    if (digest === null) {
      for (const id of this.#digests.keys()) this.#due.add(id);
      this.#isHereDue = true;
    } else {
      const nodes = this.#nodesAt.get(digest.key);
      if (nodes === undefined) return;
      for (const id of nodes) this.#due.add(id);
      if (nodes.has(this.#open.shown)) this.#isHereDue = true;
    }
    this.#work();
  }

  #begin(tree: GameTree): void {
    this.#digests = new Map();
    this.#nodesAt = new Map();
    this.#figures = new Map();
    this.#rest = { ...nothing, key: tree.key };
    this.#positions = positionsOf(tree);
    this.#due = new Set(
      this.#positions === null ? [] : Array.from({ length: tree.nodes.length }, (_, id) => id),
    );
    this.#onChange();
  }

  #work(): void {
    if (this.#isWorking) return;
    this.#isWorking = true;
    setImmediate(() => {
      this.#isWorking = false;
      this.#slice();
    });
  }

  #slice(): void {
    const open = this.#open!;
    const until = performance.now() + sliceMilliseconds;
    if (this.#isHereDue) this.#lookHere(open);
    for (const id of this.#due) {
      this.#due.delete(id);
      this.#look(open.tree, id);
      if (performance.now() > until) break;
    }
    this.#onChange();
    if (this.#due.size > 0 || this.#isHereDue) this.#work();
  }

  #lookHere({ tree, shown }: Shown): void {
    this.#isHereDue = false;
    const digest = this.#digestOf(tree, shown);
    const here = digest === null ? [] : this.#store.at(digest.game, digest.position);
    this.#rest = { key: tree.key, place: { game: tree.key, node: shown }, here, tellers: [] };
    this.#tellers();
  }

  #look(tree: GameTree, id: NodeId): void {
    const digest = this.#digestOf(tree, id);
    if (digest === null) return;
    const figures = this.#store.has(digest) ? this.#store.figures(digest.game, digest.position) : [];
    const before = this.#figures.get(id);
    if (before === undefined ? figures.length === 0 : JSON.stringify(before) === JSON.stringify(figures))
      return;
    if (figures.length === 0) this.#figures.delete(id);
    else this.#figures.set(id, figures);
    if (figures.some(({ teller }) => !this.#named.has(teller))) this.#tellers();
  }

  /** The tellers that are named anywhere. */
  #tellers(): void {
    const named = new Set(this.#rest.here.map(({ teller }) => teller));
    for (const figures of this.#figures.values()) for (const { teller } of figures) named.add(teller);
    this.#named = named;
    this.#rest = { ...this.#rest, tellers: this.#store.tellers().filter(({ id }) => named.has(id)) };
  }

  #named: ReadonlySet<string> = new Set();

  /** Null for a node whose moves cannot be read. */
  #digestOf(tree: GameTree, id: NodeId): Digest | null {
    const known = this.#digests.get(id);
    if (known !== undefined || this.#positions === null) return known ?? null;
    let position: unknown;
    try {
      position = this.#positions.at(tree, id);
    } catch (error) {
      if (error instanceof BadNotation) return null;
      throw error;
    }
    const digest = digestOf(gameOf(tree), position);
    this.#digests.set(id, digest);
    const nodes = this.#nodesAt.get(digest.key);
    if (nodes === undefined) this.#nodesAt.set(digest.key, new Set([id]));
    else nodes.add(id);
    return digest;
  }
}

function positionsOf(tree: GameTree): Positions | null {
  try {
    return new Positions(tree);
  } catch (error) {
    if (error instanceof BadNotation) return null;
    throw error;
  }
}
