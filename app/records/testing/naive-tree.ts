/** A naive copy of a whole tree, and edits for it: what the tree of the records is held against. */
import fc from 'fast-check';
import type { Edit } from '../../shapes/tree.ts';
import { rootId, type GameTree } from '../tree.ts';

/** The whole tree as plain nested data, as a naive copy would hold it. */
export interface Plain {
  id: number;
  move: string;
  comment: string;
  glyphs: readonly number[];
  children: Plain[];
}
export interface PlainTree {
  readonly root: Plain;
  readonly headers: Record<string, string>;
}

export const plainOf = (tree: GameTree): PlainTree => {
  const one = (id: number): Plain => {
    const { move, comment, glyphs, children } = tree.nodes.get(id)!;
    return { id, move, comment, glyphs, children: children.map(one) };
  };
  return { root: one(rootId), headers: { ...tree.headers } };
};

/** The same edits on a naive copy of the whole tree. */
export class Naive {
  root: Plain = { id: 0, move: '', comment: '', glyphs: [], children: [] };
  headers: Record<string, string> = {};
  #next = 1;
  readonly #deleted = new Map<number, { node: Plain; parent: number }>();

  find(
    id: number,
    from = this.root,
    parent: Plain | null = null,
  ): { node: Plain; parent: Plain | null } | null {
    if (from.id === id) return { node: from, parent };
    for (const child of from.children) {
      const found = this.find(id, child, from);
      if (found) return found;
    }
    return null;
  }

  ids(from = this.root): number[] {
    return [from.id, ...from.children.flatMap((child) => this.ids(child))];
  }

  apply(edit: Edit): void {
    switch (edit.kind) {
      case 'play': {
        let { node } = this.find(edit.at)!;
        for (const move of edit.moves) {
          const child: Plain = { id: this.#next++, move, comment: '', glyphs: [], children: [] };
          node.children.push(child);
          node = child;
        }
        return;
      }
      case 'delete': {
        const { node, parent } = this.find(edit.node)!;
        parent!.children = parent!.children.filter((child) => child !== node);
        this.#deleted.set(node.id, { node, parent: parent!.id });
        return;
      }
      case 'restore': {
        const { node, parent } = this.#deleted.get(edit.node)!;
        this.find(parent)!.node.children.splice(edit.index, 0, node);
        return;
      }
      case 'order': {
        const { node, parent } = this.find(edit.node)!;
        parent!.children = parent!.children.filter((child) => child !== node);
        parent!.children.splice(edit.index, 0, node);
        return;
      }
      case 'annotate':
        Object.assign(this.find(edit.node)!.node, edit.to);
        return;
      case 'header':
        if (edit.text === null) delete this.headers[edit.name];
        else this.headers[edit.name] = edit.text;
    }
  }

  get plain(): PlainTree {
    return structuredClone({ root: this.root, headers: this.headers });
  }
}

/** Numbers from which edits are made that fit the tree that they meet. */
export const wishes = fc.array(
  fc.tuple(
    fc.constantFrom('play', 'line', 'delete', 'order', 'comment', 'glyphs', 'header', 'undo', 'redo'),
    fc.nat(),
    fc.nat(),
  ),
  { maxLength: 60 },
);

/** An edit that the copy takes; null where the numbers make none. */
export function editFor(naive: Naive, kind: string, one: number, other: number): Edit | null {
  const ids = naive.ids();
  const node = ids[one % ids.length]!;
  const { parent } = naive.find(node)!;
  switch (kind) {
    case 'play':
    case 'line': {
      const moves = Array.from(
        { length: kind === 'play' ? 1 : 1 + (other % 5) },
        (_, at) => `${other % 7}-${at}`,
      );
      const isThere = naive.find(node)!.node.children.some(({ move }) => move === moves[0]);
      return isThere ? null : { kind: 'play', at: node, moves };
    }
    case 'delete':
      return parent && { kind: 'delete', node };
    case 'order':
      return parent && { kind: 'order', node, index: other % parent.children.length };
    case 'comment':
      return { kind: 'annotate', node, to: { comment: `${other}` } };
    case 'glyphs':
      return { kind: 'annotate', node, to: { glyphs: [1 + (other % 6)] } };
    default:
      return { kind: 'header', name: `h${one % 3}`, text: other % 3 === 0 ? null : `${other}` };
  }
}
