import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gameById } from '../games/registry.ts';
import { mostNodes, type Change, type Edit } from '../shapes/tree.ts';
import {
  applyChange,
  demoted,
  forkOf,
  lineEdit,
  madeMain,
  promoted,
  StaleEdit,
  TreeIsFull,
} from './edits.ts';
import { childByMove, leadsTo, mainLineFrom, newTree, nodeOf, pathTo, type GameTree } from './tree.ts';
import { editFor, Naive, plainOf, wishes, type Plain } from './testing/naive-tree.ts';
import { edited, redone, undone, unedited } from './undo.ts';
import { randomCases } from '../games/testing/effort.ts';

const empty = newTree(gameById('connect4'), 'g-1');

describe('edits', () => {
  it('do what they do to a naive copy of the whole tree, and undo and redo lead back and forth', () => {
    fc.assert(
      fc.property(wishes, (all) => {
        const naive = new Naive();
        const past: ReturnType<typeof plainOf>[] = [];
        let future: ReturnType<typeof plainOf>[] = [];
        let state = unedited(empty);
        for (const [kind, one, other] of all) {
          const before = plainOf(state.tree);
          if (kind === 'undo' || kind === 'redo') {
            const next = kind === 'undo' ? undone(state) : redone(state);
            const [from, to] = kind === 'undo' ? [past, future] : [future, past];
            expect(next === null).toBe(from.length === 0);
            if (next === null) continue;
            state = next;
            const expected = from.pop()!;
            to.push(before);
            expect(plainOf(state.tree)).toEqual(expected);
            // The copy follows by what was undone or redone alone.
            naive.root = structuredClone(expected.root);
            naive.headers = { ...expected.headers };
            continue;
          }
          const edit = editFor(naive, kind, one, other);
          if (edit === null) continue;
          const length = state.tree.nodes.length;
          state = edited(state, [edit]);
          if (edit.kind === 'play') {
            // Ids are never reused, so those of the copy follow the tree's after an undo.
            let { node } = naive.find(edit.at)!;
            edit.moves.forEach((move, at) => {
              const child: Plain = { id: length + at, move, comment: '', glyphs: [], children: [] };
              node.children.push(child);
              node = child;
            });
          } else naive.apply(edit);
          past.push(before);
          future = [];
          expect(plainOf(state.tree)).toEqual(naive.plain);
        }
      }),
      { numRuns: randomCases(300) },
    );
  });

  const tree = (...changes: Change[]): GameTree =>
    changes.reduce((before, change) => applyChange(before, change).tree, empty);
  const play = (at: number, ...moves: string[]): Change => [{ kind: 'play', at, moves }];

  it('of a change that fails in its midst are none', () => {
    const change: Change = [...play(0, '4'), { kind: 'delete', node: 9 }];
    expect(() => applyChange(empty, change)).toThrow(StaleEdit);
    expect(empty.nodes.length).toBe(1);
  });

  it.each<[what: string, change: Change]>([
    ['a node that never was', [{ kind: 'delete', node: 7 }]],
    [
      'a node that was deleted',
      [
        { kind: 'delete', node: 2 },
        { kind: 'annotate', node: 2, to: { comment: 'x' } },
      ],
    ],
    ['a node behind one that was deleted', [{ kind: 'delete', node: 1 }, ...play(2, '5')]],
    ['the start position', [{ kind: 'delete', node: 0 }]],
    ['a place that no sibling has', [{ kind: 'order', node: 1, index: 1 }]],
    [
      'a deleted node at a place too far',
      [
        { kind: 'delete', node: 1 },
        { kind: 'restore', node: 1, index: 1 },
      ],
    ],
    ['a node that is not deleted', [{ kind: 'restore', node: 1, index: 0 }]],
    ['a move that is there', play(0, '4')],
  ])('are refused about %s', (_, change) => {
    expect(() => applyChange(tree(play(0, '4', '3')), change)).toThrow(StaleEdit);
  });

  it.each(['constructor', '__proto__', 'event'])('set the header %s and undo it', (name) => {
    const { tree: named, inverse } = applyChange(empty, [{ kind: 'header', name, text: 'one' }]);
    expect(Object.entries(named.headers)).toEqual([[name, 'one']]);
    expect(inverse).toEqual([{ kind: 'header', name, text: null }]);
    expect(applyChange(named, inverse).tree.headers).toEqual({});
  });

  it('stop where a game is full', () => {
    const full = tree(play(0, ...Array.from({ length: mostNodes - 1 }, () => '1')));
    expect(full.nodes.length).toBe(mostNodes);
    expect(() => applyChange(full, play(0, '2'))).toThrow(TreeIsFull);
    expect(pathTo(full, mostNodes - 1)).toHaveLength(mostNodes - 1);
    expect(nodeOf(full, mostNodes - 1)?.ply).toBe(mostNodes - 1);
  });
});

describe('variations', () => {
  // 1-2-3 is the main line, 4-5 and 6 are others after the first move.
  const forked = [['4', '4', '3'], ['2', '2'], ['7']].reduce(
    (tree, moves, at) => applyChange(tree, [{ kind: 'play', at: at === 0 ? 0 : 1, moves }]).tree,
    empty,
  );
  const after = (edits: readonly Edit[]): readonly number[] =>
    applyChange(forked, edits as Change).tree.nodes.get(1)!.children;

  it('are promoted, demoted and made the main line from any of their moves', () => {
    expect(forked.nodes.get(1)!.children).toEqual([2, 4, 6]);
    expect(forkOf(forked, 5)?.id).toBe(4);
    expect(after(promoted(forked, 5))).toEqual([4, 2, 6]);
    expect(after(demoted(forked, 5))).toEqual([2, 6, 4]);
    expect(after(madeMain(forked, 6))).toEqual([6, 2, 4]);
    expect([promoted(forked, 3), demoted(forked, 6), madeMain(forked, 3), promoted(forked, 1)]).toEqual([
      [],
      [],
      [],
      [],
    ]);
  });

  it('are walked', () => {
    expect(mainLineFrom(forked, 0).map(({ id }) => id)).toEqual([0, 1, 2, 3]);
    expect(mainLineFrom(forked, 4).map(({ id }) => id)).toEqual([4, 5]);
    expect(pathTo(forked, 5).map(({ move }) => move)).toEqual(['4', '2', '2']);
    expect(childByMove(forked, 1, '7')?.id).toBe(6);
    expect([
      leadsTo(forked, 1, 5),
      leadsTo(forked, 2, 5),
      leadsTo(forked, 5, 5),
      leadsTo(forked, 5, 4),
    ]).toEqual([true, false, true, false]);
  });

  it('take in of a line only what is new', () => {
    expect(lineEdit(forked, 0, ['4', '2', '2', '1'])).toEqual({
      known: 5,
      edits: [{ kind: 'play', at: 5, moves: ['1'] }],
    });
    expect(lineEdit(forked, 0, ['4', '2'])).toEqual({ known: 4, edits: [] });
  });
});
