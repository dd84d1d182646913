/**
 * The slices of a state. Each part of a slice has the version of its last change, so the changes since any version can
 * be derived; the publisher stores only the last version sent to each listener.
 */
import { savedNode, type GameTree } from '../records/tree.ts';
import type { SavedNode } from '../shapes/tree.ts';
import type { HostChanges, HostState } from './contract.ts';

/** Versions are counted from 1 and only grow. */
export interface Slice<Value, Change> {
  /** The value at the last reading. */
  value(): Value;
  /** Reads the value again; changed parts get this version. @returns whether anything has changed */
  read(version: number): boolean;
  /** The changes after this version; undefined if there are none. */
  since(version: number): Change | undefined;
}

export type Slices<State, Changes extends { readonly [Key in keyof State]?: unknown }> = {
  readonly [Key in keyof State]: Slice<State[Key], Required<Changes>[Key]>;
};

/** A value that is compared by its JSON text. */
interface Part<Value> {
  readonly value: Value;
  readonly text: string;
  readonly changedAt: number;
}

/** A part with the value; `before` itself if the text is the same. */
function partOf<Value>(before: Part<Value> | undefined, value: Value, version: number): Part<Value> {
  const text = JSON.stringify(value);
  return before?.text === text ? before : { value, text, changedAt: version };
}

/** A slice that is sent as a whole. */
export function wholeSlice<Value>(make: () => Value): Slice<Value, Value> {
  let part: Part<Value> | undefined;
  return {
    value: () => part!.value,
    read(version) {
      const before = part;
      part = partOf(before, make(), version);
      return part !== before;
    },
    since: (version) => (part!.changedAt > version ? part!.value : undefined),
  };
}

export interface ListChange<Item> {
  order?: readonly string[] | undefined;
  items: readonly Item[];
}

/** A list of which only new and changed items are sent; each item has a unique id. */
export function listSlice<Item extends { readonly id: string }>(
  make: () => readonly Item[],
): Slice<readonly Item[], ListChange<Item>> {
  let parts: ReadonlyMap<string, Part<Item>> = new Map();
  const order = wholeSlice(() => [...parts.keys()]);
  const itemsSince = (version: number): readonly Item[] =>
    [...parts.values()].flatMap(({ value, changedAt }) => (changedAt > version ? [value] : []));
  return {
    value: () => itemsSince(0),
    read(version) {
      const before = parts;
      parts = new Map(make().map((item) => [item.id, partOf(before.get(item.id), item, version)]));
      return order.read(version) || itemsSince(version - 1).length > 0;
    },
    since(version) {
      const ids = order.since(version);
      const items = itemsSince(version);
      if (ids !== undefined) return { order: ids, items };
      return items.length > 0 ? { items } : undefined;
    },
  };
}

/** The nodes that are new or have changed, by their ids; all of them after `isWhole`. The rest as a whole. */
export interface TreeChange<Rest> {
  readonly rest: Rest;
  readonly isWhole?: true | undefined;
  readonly nodes: readonly [id: number, node: SavedNode][];
}

export interface WithNodes {
  readonly nodes: readonly SavedNode[];
}

/** Changes that are remembered; a listener that knows none of them is sent the whole tree. */
const mostTreeChanges = 1000;

/** A slice with the nodes of a tree, of which only those that have changed are compared and sent. */
export function treeSlice<State extends WithNodes>(
  make: () => { readonly rest: Omit<State, 'nodes'>; readonly tree: GameTree },
): Slice<State, TreeChange<Omit<State, 'nodes'>>> {
  let rest: Part<Omit<State, 'nodes'>> | undefined;
  let tree: GameTree | undefined;
  /** Oldest first. */
  let changes: { readonly version: number; readonly ids: readonly number[] }[] = [];
  /** Listeners that were told of an older version know another tree, or too little of this one. */
  let wholeAt = 0;
  const nodeAt = (id: number): SavedNode => savedNode(tree!.nodes.get(id)!);
  const all = (): readonly SavedNode[] => Array.from({ length: tree!.nodes.length }, (_, id) => nodeAt(id));
  return {
    value: () => ({ ...rest!.value, nodes: all() }) as unknown as State,
    read(version) {
      const made = make();
      const before = rest;
      rest = partOf(before, made.rest, version);
      if (made.tree === tree) return rest !== before;
      const known = tree;
      tree = made.tree;
      if (known?.key !== tree.key) {
        changes = [];
        wholeAt = version;
      } else {
        changes.push({ version, ids: tree.nodes.differences(known.nodes) });
        if (changes.length > mostTreeChanges) wholeAt = changes.shift()!.version;
      }
      return true;
    },
    since(version) {
      if (wholeAt > version) {
        return {
          rest: rest!.value,
          isWhole: true,
          nodes: all().map((node, id) => [id, node] as [number, SavedNode]),
        };
      }
      const ids = new Set(changes.flatMap((change) => (change.version > version ? change.ids : [])));
      if (ids.size === 0 && rest!.changedAt <= version) return undefined;
      return { rest: rest!.value, nodes: [...ids].map((id) => [id, nodeAt(id)] as [number, SavedNode]) };
    },
  };
}

export interface WithFigures {
  readonly nodes: readonly { readonly node: number; readonly figures: readonly unknown[] }[];
}

export interface FiguresChange<State extends WithFigures> {
  rest?: Omit<State, 'nodes'> | undefined;
  isWhole?: true | undefined;
  nodes: State['nodes'];
}

/**
 * A slice with lists by nodes, of which only those are sent that are not identical (`===`) to the previous ones.
 * @param make returns the rest, and the lists by node; another `key` of the rest is another game
 */
function figuresSlice<State extends WithFigures & { readonly key: string | null }>(
  make: () => {
    readonly rest: Omit<State, 'nodes'>;
    readonly figures: ReadonlyMap<number, State['nodes'][number]['figures']>;
  },
): Slice<State, FiguresChange<State>> {
  let rest: Part<Omit<State, 'nodes'>> | undefined;
  /** Also of those of which nothing is known any more, so that listeners are told. */
  let known = new Map<number, { readonly figures: readonly unknown[]; readonly changedAt: number }>();
  let wholeAt = 0;
  const nodesSince = (version: number): State['nodes'] =>
    [...known]
      .filter(([, { changedAt }]) => changedAt > version)
      .map(([node, { figures }]) => ({ node, figures }));
  const living = (): State['nodes'] => nodesSince(0).filter(({ figures }) => figures.length > 0);
  return {
    value: () => ({ ...rest!.value, nodes: living().toSorted(byNode) }) as unknown as State,
    read(version) {
      const made = make();
      const before = rest;
      rest = partOf(before, made.rest, version);
      const isOther = before !== undefined && before.value['key'] !== made.rest['key'];
      if (isOther) {
        known = new Map();
        wholeAt = version;
      }
      let isNew = rest !== before;
      for (const [node, figures] of made.figures) {
        if (known.get(node)?.figures === figures) continue;
        known.set(node, { figures, changedAt: version });
        isNew = true;
      }
      for (const [node, { figures }] of known) {
        if (figures.length === 0 || made.figures.has(node)) continue;
        known.set(node, { figures: [], changedAt: version });
        isNew = true;
      }
      return isNew;
    },
    since(version) {
      if (wholeAt > version) return { rest: rest!.value, isWhole: true, nodes: living() };
      const nodes = nodesSince(version);
      if (rest!.changedAt > version) return { rest: rest!.value, nodes };
      return nodes.length > 0 ? { nodes } : undefined;
    },
  };
}

const byNode = (one: { readonly node: number }, other: { readonly node: number }): number =>
  one.node - other.node;

/** @param make makes each slice of the host's state anew from what is */
export const hostSlices = (
  make: {
    readonly [Key in Exclude<keyof HostState, 'game' | 'evaluations'>]: () => HostState[Key];
  } & {
    readonly evaluations: Parameters<typeof figuresSlice<HostState['evaluations']>>[0];
    readonly game: () => { readonly rest: Omit<HostState['game'], 'nodes'>; readonly tree: GameTree };
  },
): Slices<HostState, HostChanges> => ({
  about: wholeSlice(make.about),
  games: listSlice(make.games),
  game: treeSlice(make.game),
  engines: listSlice(make.engines),
  sessions: listSlice(make.sessions),
  analyses: listSlice(make.analyses),
  report: wholeSlice(make.report),
  reportMoves: listSlice(make.reportMoves),
  proofs: wholeSlice(make.proofs),
  evaluations: figuresSlice(make.evaluations),
  settings: wholeSlice(make.settings),
  trouble: wholeSlice(make.trouble),
  notices: wholeSlice(make.notices),
});
