import { describe, expect, it } from 'vitest';
import { gameById } from '../../app/games/registry.ts';
import type { SavedNode } from '../../app/api/contract.ts';
import { NodeReader, type Tree } from '../state/nodes.ts';
import { hasNode, treeRows, type TreeRow } from './tree-rows.ts';

/** A move with what follows it; the first child is the main line. */
interface Branch {
  readonly move: string;
  readonly comment?: string;
  readonly glyphs?: readonly number[];
  readonly then?: readonly Branch[];
}

const line = (...moves: string[]): Branch[] =>
  moves.reduceRight<Branch[]>((then, move) => [{ move, then }], []);

/** Ids are given depth first, from 1. */
function treeOf(gameId: string, then: readonly Branch[], start: string | null = null, comment = ''): Tree {
  const nodes: SavedNode[] = [comment === '' ? {} : { comment }];
  const left = then.map((branch) => ({ branch, parent: 0 })).reverse();
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { branch, parent } = next;
    const id = nodes.length;
    const { then: after = [], ...rest } = branch;
    nodes.push({ parent, ...rest });
    nodes[parent] = { ...nodes[parent], children: [...(nodes[parent]!.children ?? []), id] };
    left.push(...after.map((each) => ({ branch: each, parent: id })).reverse());
  }
  const game = gameById(gameId);
  return { key: 'g1', gameId, setup: game.setupOf(game.initial()), start, nodes };
}

/** `1. 4 | 4`, `  (1… 5 2. 3)` by depth, `# comment`. */
function written(row: TreeRow): string {
  const indent = '  '.repeat('depth' in row ? row.depth : 0);
  switch (row.kind) {
    case 'turns': {
      const turns = row.turns.map(({ cells }) => cells.map(({ text }) => text).join('+'));
      return `${row.number}. ${row.turns[0]?.seat === 1 ? '… | ' : ''}${turns.join(' | ')}`;
    }
    case 'comment':
      return `${indent}# ${row.text}`;
    case 'variation': {
      const moves = row.moves.map(({ number, text }) => (number === null ? text : `${number} ${text}`));
      return `${indent}(${moves.join(' ')}${row.hidden > 0 ? ` +${row.hidden}` : ''})`;
    }
  }
}

const rowsOf = (tree: Tree, folded: readonly number[] = []): string[] =>
  treeRows(tree, new NodeReader(), new Set(folded)).map(written);

describe('the rows of a main line', () => {
  it.each([
    ['connect4', ['4', '4', '3'], ['1. 4 | 4', '2. 3']],
    ['quoridor', ['e8', 'e2', 'e7'], ['1. e8 | e2', '2. e7']],
    ['morris', ['d6', 'f4', 'd2'], ['1. d6 | f4', '2. d2']],
  ])('are numbered pairs of turns in %s', (game, moves, rows) => {
    expect(rowsOf(treeOf(game, line(...moves)))).toEqual(rows);
  });

  it('have both actions of a turn in the Game of Stones', () => {
    const game = gameById('stones');
    let position = game.initial();
    const moves: string[] = [];
    for (let count = 0; count < 4; count++) {
      const [move] = game.moves(position);
      moves.push(game.moveText(position, move));
      position = game.play(position, move);
    }
    const [first, second, third, fourth] = moves;
    // White has one action in its first turn.
    expect(rowsOf(treeOf('stones', line(...moves)))).toEqual([
      `1. ${first} | ${second}+${third}`,
      `2. ${fourth}`,
    ]);
  });

  it('begin with a gap if the second side moves first', () => {
    const tree = treeOf('connect4', line('5', '6', '7'), '7/7/7/7/7/3x3 o');
    expect(rowsOf(tree)).toEqual(['1. … | 5', '2. 6 | 7']);
  });

  it('end before an illegal move of a damaged file', () => {
    expect(rowsOf(treeOf('connect4', line('4', '9', '3')))).toEqual(['1. 4']);
  });
});

describe('variations', () => {
  const fork: Branch = {
    move: '4',
    then: [
      { move: '4', then: line('3') },
      { move: '5', then: [{ move: '1', then: line('1') }, { move: '2' }] },
    ],
  };

  it('come below the move that they begin beside, which goes on in a row of its own', () => {
    const tree = treeOf('connect4', [
      { move: '4', then: line('4') },
      { move: '1', then: line('7', '7') },
    ]);
    expect(rowsOf(tree)).toEqual(['1. 4', '  (1. 1 7 2. 7)', '1. … | 4']);
  });

  it('are indented within one another', () => {
    expect(rowsOf(treeOf('connect4', [fork]))).toEqual(['1. 4 | 4', '  (1… 5 2. 1 1)', '    (2. 2)', '2. 3']);
  });

  it('are folded to their first move, with the number of those hidden', () => {
    const tree = treeOf('connect4', [fork]);
    expect(rowsOf(tree, [4])).toEqual(['1. 4 | 4', '  (1… 5 +3)', '2. 3']);
  });

  it('have their row by any of their moves', () => {
    const rows = treeRows(treeOf('connect4', [fork]), new NodeReader(), new Set());
    expect(rows.map((row) => [1, 4, 5, 7].filter((node) => hasNode(row, node)))).toEqual([
      [1],
      [4, 5],
      [7],
      [],
    ]);
  });

  it('may be nested deeper than a call stack', () => {
    // Each move has an alternative, which is the next line: Quoridor pawns step to and fro.
    const steps = ['e8', 'e2', 'e9', 'e1'];
    let branch: Branch = { move: 'e8' };
    for (let depth = 3999; depth >= 0; depth--) {
      branch = { move: steps[depth % 4]!, then: [{ move: depth % 2 === 0 ? 'd1' : 'd9' }, branch] };
    }
    const rows = treeRows(treeOf('quoridor', [branch]), new NodeReader(), new Set());
    expect(rows.length).toBeGreaterThan(500);
  });
});

describe('comments', () => {
  it('stand below their move, that of the start first', () => {
    const tree = treeOf('connect4', [{ move: '4', comment: 'the centre', then: line('4') }], null, 'a game');
    expect(rowsOf(tree)).toEqual(['# a game', '1. 4', '# the centre', '1. … | 4']);
  });

  it('of a variation stand below it', () => {
    const tree = treeOf('connect4', [{ move: '4' }, { move: '1', comment: 'the edge', then: line('2') }]);
    expect(rowsOf(tree)).toEqual(['1. 4', '  (1. 1 2)', '  # the edge']);
  });
});

it('a game of 5,000 plies has its rows in reasonable time', () => {
  const steps = ['e8', 'e2', 'e9', 'e1'];
  const moves = Array.from({ length: 5000 }, (_, ply) => steps[ply % 4]!);
  const tree = treeOf('quoridor', line(...moves));
  const reader = new NodeReader();
  expect(treeRows(tree, reader, new Set())).toHaveLength(2500);
  const start = performance.now();
  treeRows(tree, reader, new Set());
  expect(performance.now() - start).toBeLessThan(1000);
});
