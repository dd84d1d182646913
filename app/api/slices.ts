/**
 * The slices of a state, with the version at which each part of them changed last. What is new since any version can be
 * told from that: nothing needs to be kept for a listener but the version that it was told last.
 */
import type { HostChanges, HostState } from './contract.ts';

/** Versions are counted from 1 and only grow. */
export interface Slice<Value, Change> {
  /** What it was when it was read last. */
  value(): Value;
  /** Makes it anew; what differs from before is of this version. @returns whether anything does */
  read(version: number): boolean;
  /** What has changed after this version; undefined where nothing has. */
  since(version: number): Change | undefined;
}

export type Slices<State, Changes extends { readonly [Key in keyof State]?: unknown }> = {
  readonly [Key in keyof State]: Slice<State[Key], Required<Changes>[Key]>;
};

/** What is compared by its text. */
interface Part<Value> {
  readonly value: Value;
  readonly text: string;
  readonly changedAt: number;
}

/** The part as it was, where its text is the same. */
function partOf<Value>(before: Part<Value> | undefined, value: Value, version: number): Part<Value> {
  const text = JSON.stringify(value);
  return before?.text === text ? before : { value, text, changedAt: version };
}

/** A slice that is told as a whole. */
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

/** A list that is told by those of its items that are new or have changed; each has an id of its own. */
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

export interface WithMoves {
  readonly moves: readonly unknown[];
}

/** The moves from the first that has changed, with `from` before them; the rest as a whole. */
export type MovesChange<State extends WithMoves> = Omit<State, 'moves'> & {
  tail?: { from: number; moves: State['moves'] } | undefined;
};

/** A slice with moves: they are told from the first that is not the same value as before. */
export function movesSlice<State extends WithMoves>(make: () => State): Slice<State, MovesChange<State>> {
  let rest: Part<Omit<State, 'moves'>> | undefined;
  let moves: State['moves'] = [];
  /** The version of each move. */
  let cameAt: readonly number[] = [];
  let movesChangedAt = 0;
  return {
    value: () => ({ ...rest!.value, moves }) as State,
    read(version) {
      const { moves: made, ...others } = make();
      const before = rest;
      rest = partOf(before, others, version);
      const other = made.findIndex((move, ply) => move !== moves[ply]);
      const kept = other === -1 ? made.length : other;
      const isOtherLine = kept < made.length || kept < moves.length;
      if (isOtherLine) {
        cameAt = made.map((_, ply) => (ply < kept ? cameAt[ply]! : version));
        movesChangedAt = version;
      }
      moves = made;
      return isOtherLine || rest !== before;
    },
    since(version) {
      if (movesChangedAt <= version) return rest!.changedAt > version ? rest!.value : undefined;
      const first = cameAt.findIndex((at) => at > version);
      const from = first === -1 ? moves.length : first;
      return { ...rest!.value, tail: { from, moves: moves.slice(from) } };
    },
  };
}

/** @param make makes each slice of the host's state anew from what is */
export const hostSlices = (make: {
  readonly [Key in keyof HostState]: () => HostState[Key];
}): Slices<HostState, HostChanges> => ({
  about: wholeSlice(make.about),
  game: movesSlice(make.game),
  engines: listSlice(make.engines),
  sessions: listSlice(make.sessions),
  analysis: wholeSlice(make.analysis),
  audit: movesSlice(make.audit),
  settings: wholeSlice(make.settings),
  trouble: wholeSlice(make.trouble),
  notices: wholeSlice(make.notices),
});
