/**
 * The move list as rows: the main line in numbered columns, and below a move the variations that begin beside it, each
 * an indented line of text. Pure; rows come from the top to the bottom.
 */
import type { Seat } from '../../app/games/game.ts';
import type { NodeReader, Tree } from '../state/nodes.ts';

export interface MoveCell {
  readonly node: number;
  readonly ply: number;
  readonly seat: Seat;
  readonly text: string;
  /** Glyphs as numbers of PGN. */
  readonly glyphs: readonly number[];
  readonly hasComment: boolean;
}

/** A move of a variation; `number` stands before the first one and before each of the first seat's turns. */
export interface InlineMove extends MoveCell {
  readonly number: string | null;
}

export type TreeRow =
  | {
      readonly kind: 'turns';
      /** The first node in it. */
      readonly node: number;
      readonly number: number;
      readonly turns: readonly { readonly seat: Seat; readonly cells: readonly MoveCell[] }[];
    }
  | { readonly kind: 'comment'; readonly node: number; readonly text: string; readonly depth: number }
  | {
      readonly kind: 'variation';
      readonly node: number;
      /** 1 beside the main line. */
      readonly depth: number;
      readonly moves: readonly InlineMove[];
      /** Moves that folding hides, those of its own variations included; 0 if it is open. */
      readonly hidden: number;
    };

type Turns = Extract<TreeRow, { kind: 'turns' }>;

/** Whether a row shows the move of a node. */
export function hasNode(row: TreeRow, node: number): boolean {
  switch (row.kind) {
    case 'turns':
      return row.turns.some(({ cells }) => cells.some((cell) => cell.node === node));
    case 'variation':
      return row.moves.some((move) => move.node === node);
    case 'comment':
      return false;
  }
}

/** @param folded first nodes of variations that are folded */
export function treeRows(tree: Tree, reader: NodeReader, folded: ReadonlySet<number>): readonly TreeRow[] {
  return new Rows(tree, reader, folded).all();
}

interface Variation {
  readonly first: number;
  /** Of its first move. */
  readonly ply: number;
  readonly depth: number;
}

class Rows {
  readonly #tree: Tree;
  readonly #reader: NodeReader;
  readonly #folded: ReadonlySet<number>;
  readonly #rows: TreeRow[] = [];

  constructor(tree: Tree, reader: NodeReader, folded: ReadonlySet<number>) {
    this.#tree = tree;
    this.#reader = reader;
    this.#folded = folded;
  }

  all(): readonly TreeRow[] {
    this.#comment(0, 0);
    let row: { number: number; turns: { seat: Seat; cells: MoveCell[] }[]; node: number } | null = null;
    let ply = 0;
    for (let parent = 0, id = this.#first(0); id !== undefined; parent = id, id = this.#first(id)) {
      const cell = this.#cell(id, ++ply);
      if (cell === null) break;
      const { seat, beginsTurn, number } = this.#reader.at(this.#tree, id)!;
      const turn = row?.turns.at(-1);
      if (row === null || (beginsTurn && seat === 0 && turn !== undefined)) {
        if (row !== null) this.#rows.push({ kind: 'turns', ...row });
        row = { number, node: id, turns: [{ seat, cells: [cell] }] };
      } else if (turn !== undefined && !beginsTurn) turn.cells.push(cell);
      else row.turns.push({ seat, cells: [cell] });
      const others = this.#children(parent).slice(1);
      if (others.length === 0 && !cell.hasComment) continue;
      // What is said of a move comes right below it: the row goes on after that.
      this.#rows.push({ kind: 'turns', ...row } satisfies Turns);
      row = null;
      this.#comment(id, 0);
      for (const other of others) this.#variations(other, ply);
    }
    if (row !== null) this.#rows.push({ kind: 'turns', ...row });
    return this.#rows;
  }

  /** A line, and after it the variations that begin beside its moves. A loop: files may nest them deeper than a stack. */
  #variations(first: number, ply: number): void {
    const left = [{ first, ply, depth: 1 }];
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      for (const later of this.#variation(next).reverse()) left.push(later);
    }
  }

  /** Adds the row of a variation. @returns the variations that begin beside its moves */
  #variation({ first, ply, depth }: Variation): Variation[] {
    const isFolded = this.#folded.has(first);
    const moves: InlineMove[] = [];
    const later: Variation[] = [];
    for (let id: number | undefined = first, at = ply; id !== undefined; id = this.#first(id), at++) {
      const cell = this.#cell(id, at);
      if (cell === null) break;
      const { seat, beginsTurn, number } = this.#reader.at(this.#tree, id)!;
      const isNumbered = moves.length === 0 || (beginsTurn && seat === 0);
      moves.push({ ...cell, number: isNumbered ? `${number}${seat === 0 ? '.' : '…'}` : null });
      for (const other of this.#children(id).slice(1))
        later.push({ first: other, ply: at + 1, depth: depth + 1 });
      if (isFolded) break;
    }
    if (moves.length === 0) return [];
    const hidden = isFolded ? this.#count(first) - 1 : 0;
    this.#rows.push({ kind: 'variation', node: first, depth, moves, hidden });
    if (isFolded) return [];
    for (const { node } of moves) this.#comment(node, depth);
    return later;
  }

  #comment(id: number, depth: number): void {
    const text = this.#tree.nodes[id]?.comment ?? '';
    if (text !== '') this.#rows.push({ kind: 'comment', node: id, text, depth });
  }

  #cell(node: number, ply: number): MoveCell | null {
    const facts = this.#reader.at(this.#tree, node);
    if (facts === null) return null;
    const { move: text = '', glyphs = [], comment = '' } = this.#tree.nodes[node]!;
    return { node, ply, seat: facts.seat, text, glyphs, hasComment: comment !== '' };
  }

  /** The node and all that follow it. */
  #count(node: number): number {
    let count = 0;
    for (const left = [node]; left.length > 0; count++) {
      for (const child of this.#children(left.pop()!)) left.push(child);
    }
    return count;
  }

  #children(node: number): readonly number[] {
    return this.#tree.nodes[node]?.children ?? [];
  }

  #first(node: number): number | undefined {
    return this.#children(node)[0];
  }
}
