/** Iterative deepening over the moves at the root, for any game. */
import { infinity, isDecisive } from './table.ts';

/** The search of one tree. */
export interface RootTree {
  /** Searched so far. */
  readonly nodes: number;
  /** Stopped: the latest value is meaningless. */
  readonly stopped: boolean;
  /** The value of a legal move at the root within a window, from the mover's view. */
  moveValue(move: number, depth: number, alpha: number, beta: number): number;
}

export interface Deepening {
  /** @param shouldStop to be called repeatedly, every few hundred nodes */
  tree(shouldStop: (nodes: number) => boolean): RootTree;
  /** The legal moves, at least one, the likely ones first. */
  readonly moves: readonly number[];
  /** In plies, 1 or more. */
  readonly maxDepth: number;
  /** How far below the best a value still has to be exact; 0 for the best alone. */
  readonly spread: number;
  /** By move, what is subtracted from its estimate. */
  readonly penalties?: ReadonlyMap<number, number>;
  /** Ignored during the first iteration. */
  shouldStop(nodes: number): boolean;
  /** Called before each iteration but the first. */
  mayDeepen(nodes: number): boolean;
  /** Whether a deeper iteration could change nothing. */
  isSettled(iteration: Iteration): boolean;
  onIteration?(iteration: Iteration): void;
}

export interface MoveValue {
  readonly move: number;
  /** From the mover's view. */
  readonly value: number;
}

export interface Iteration {
  readonly depth: number;
  readonly best: MoveValue;
  /** The best first, followed by those within the spread, in no order. */
  readonly values: readonly MoveValue[];
  /** In this search so far. */
  readonly nodes: number;
}

/** The deepest finished iteration, or a better move found by the one that was stopped. */
export function deepen(task: Deepening): Iteration {
  let last: Iteration | null = null;
  const tree = task.tree((nodes) => last !== null && task.shouldStop(nodes));
  const moves = [...task.moves];
  for (let depth = 1; depth <= task.maxDepth; depth++) {
    if (last !== null && !task.mayDeepen(tree.nodes)) break;
    const values = iterate(task, tree, moves, depth);
    if (values.length === 0) break;
    const found: Iteration = { depth, best: values[0]!, values, nodes: tree.nodes };
    if (tree.stopped) {
      // The first move was searched again, and any move that beat it did so at the full depth.
      if (task.spread === 0) last = { ...found, depth: depth - 1 };
      break;
    }
    last = found;
    task.onIteration?.(last);
    if (task.isSettled(last)) break;
  }
  return { ...last!, nodes: tree.nodes };
}

/**
 * One iteration; moves the best move to the front of `moves`. @returns what is known of the moves, the best first; if
 * stopped, of the finished ones
 */
function iterate(
  { spread, penalties }: Deepening,
  tree: RootTree,
  moves: number[],
  depth: number,
): MoveValue[] {
  const values: MoveValue[] = [];
  let best = -infinity;
  for (const move of [...moves]) {
    const penalty = penalties?.get(move) ?? 0;
    const floor = best === -infinity ? -infinity : best - spread + penalty;
    let value: number;
    if (best === -infinity || spread > 0) {
      value = tree.moveValue(move, depth, floor, infinity);
    } else {
      value = tree.moveValue(move, depth, floor, floor + 1);
      if (value > floor && !tree.stopped) value = tree.moveValue(move, depth, floor, infinity);
    }
    if (tree.stopped) break;
    if (best !== -infinity && value <= floor) continue;
    if (!isDecisive(value)) value -= penalty;
    if (value > best) {
      best = value;
      values.unshift({ move, value });
      moves.splice(moves.indexOf(move), 1);
      moves.unshift(move);
    } else {
      values.push({ move, value });
    }
  }
  return spread > 0 ? values.filter(({ value }) => value >= best - spread) : values.slice(0, 1);
}

/**
 * The choice of a player that misjudges: each estimate is overrated by a random amount, up to the spread. Decisive
 * values are not misjudged.
 *
 * @param mayOverrate whether a move can be misjudged
 */
export function chosenWith(
  spread: number,
  values: readonly MoveValue[],
  random: () => number,
  mayOverrate: (move: number) => boolean = () => true,
): MoveValue {
  let chosen = values[0]!;
  let most = -infinity;
  for (const entry of values) {
    const error = spread * random();
    const value = isDecisive(entry.value) || !mayOverrate(entry.move) ? entry.value : entry.value + error;
    if (value <= most) continue;
    most = value;
    chosen = entry;
  }
  return chosen;
}
