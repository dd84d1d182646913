import fc from 'fast-check';
import { expect, it } from 'vitest';
import { gameById } from '../games/registry.ts';
import type { Edit } from '../shapes/tree.ts';
import { StaleEdit } from './edits.ts';
import { editFor, Naive, plainOf, wishes, type PlainTree } from './testing/naive-tree.ts';
import { newTree } from './tree.ts';
import { edited, redone, undone, unedited } from './undo.ts';

const empty = newTree(gameById('connect4'), 'g-1');

/** The tree as a writer saw it last. */
const viewOf = ({ plain }: Naive): Naive => Object.assign(new Naive(), plain);

/** Whether an edit, made for another state of the tree, fits this one. */
function takes(naive: Naive, edit: Edit): boolean {
  if (edit.kind === 'header') return true;
  const found = naive.find(edit.kind === 'play' ? edit.at : edit.node);
  if (found === null) return false;
  if (edit.kind === 'play') return found.node.children.every(({ move }) => move !== edit.moves[0]);
  return edit.kind !== 'order' || edit.index < found.parent!.children.length;
}

it('edits of two writers do what they do to a naive copy, or are refused where the other was quicker', () => {
  let refused = 0;
  // For each wish, whose it is, and whether the writer has seen what the tree is now.
  const turns = fc.infiniteStream(fc.tuple(fc.nat(1), fc.boolean()));
  fc.assert(
    fc.property(wishes, turns, (all, stream) => {
      const naive = new Naive();
      const views = [new Naive(), new Naive()];
      let state = unedited(empty);
      const past: PlainTree[] = [];
      let future: PlainTree[] = [];
      for (const [kind, one, other] of all) {
        const [writer, looks] = stream.next().value as [number, boolean];
        if (looks) views[writer] = viewOf(naive);
        const before = naive.plain;
        if (kind === 'undo' || kind === 'redo') {
          // Both writers share what can be undone.
          const [from, to] = kind === 'undo' ? [past, future] : [future, past];
          const next = kind === 'undo' ? undone(state) : redone(state);
          expect(next === null).toBe(from.length === 0);
          if (next === null) continue;
          state = next;
          to.push(before);
          Object.assign(naive, structuredClone(from.pop()!));
        } else {
          const edit = editFor(views[writer]!, kind, one, other);
          if (edit === null) continue;
          if (takes(naive, edit)) {
            state = edited(state, [edit]);
            naive.apply(edit);
            past.push(before);
            future = [];
          } else {
            expect(() => edited(state, [edit])).toThrow(StaleEdit);
            refused++;
          }
        }
        expect(plainOf(state.tree)).toEqual(naive.plain);
      }
    }),
    { numRuns: 300 },
  );
  expect(refused).toBeGreaterThan(0);
});
