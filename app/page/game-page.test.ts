import { describe, expect, it } from 'vitest';
import { gameById, games } from '../games/registry.ts';
import { changed, opened } from '../records/open-tree.ts';
import { escaped } from '../pictures/svg.ts';
import { newTree, rootId, type GameTree } from '../records/tree.ts';
import type { Change } from '../shapes/tree.ts';
import { gamePage } from './game-page.ts';

const hostile = '</title><img src=x onerror=alert(1)>"\'\u202e';
const madeAt = new Date(0);

function treeOf(id: string, plies: number, ...more: Change): GameTree {
  const game = gameById(id);
  let position = game.initial();
  const moves: string[] = [];
  for (let ply = 0; ply < plies && game.result(position) === null; ply++) {
    const legal = game.moves(position);
    const move = legal[(ply * 5) % legal.length];
    moves.push(game.moveText(position, move));
    position = game.play(position, move);
  }
  const played: Change = moves.length === 0 ? [] : [{ kind: 'play', at: rootId, moves }];
  return changed(opened(newTree(game, 'g-1')), [...played, ...more]).tree;
}

const pageOf = (tree: GameTree): string => gamePage({ tree, version: '0.1.0', madeAt });

describe.each([...games.keys()])('the page of a game of %s', (id) => {
  it('has a position for each ply of the main line, and the game as text', () => {
    const tree = treeOf(id, 12);
    const page = pageOf(tree);
    expect(page.match(/<template /g)).toHaveLength(tree.nodes.length);
    expect(page.match(/data-ply="12"/g)).toHaveLength(1);
    expect(page).not.toMatch(/NaN|undefined/);
    const [, text = ''] = /<code>([^<]*)<\/code>/.exec(page)!;
    const game = gameById(id);
    const moves = game.parseMoves(game.initial(), text);
    expect(moves).toHaveLength(tree.nodes.length - 1);
  });

  it('without a move shows the start, with its text', () => {
    const page = pageOf(treeOf(id, 0));
    expect(page.match(/<template /g)).toHaveLength(1);
    expect(page).toContain('No move has been played');
  });
});

it('has players, comments, glyphs, marks and variations, all as text', () => {
  const tree = treeOf(
    'connect4',
    4,
    { kind: 'header', name: 'white', text: hostile },
    { kind: 'header', name: 'black', text: 'B' },
    {
      kind: 'annotate',
      node: 2,
      to: { comment: hostile, glyphs: [4], marks: [{ color: 'red', from: '4-1', to: '4-2' }] },
    },
    { kind: 'annotate', node: 3, to: { marks: [{ color: 'red', from: '99-1', to: null }] } },
    { kind: 'play', at: 1, moves: ['7', '7'] },
    { kind: 'play', at: 5, moves: ['6'] },
    { kind: 'annotate', node: 5, to: { comment: 'better' } },
  );
  const page = pageOf(tree);
  expect(page).not.toContain('<img');
  expect(page).not.toContain('\u202e');
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(page).toContain(`<h1>${escaped(hostile)} – B</h1>`);
  expect(page).toContain('Comments and variations');
  expect(page).toContain('2. 7 (better) 7<');
  expect(page).toContain('3. 6<');
  expect(page).toContain('<span class="sign">??</span>');
  expect(page.split('stroke="var(--drawn-red)"')).toHaveLength(2);
  expect(new Set(page.match(/https?:[^"' )<]*/g))).toEqual(new Set(['http://www.w3.org/2000/svg']));
});

it('lists variations of variations, and says where it leaves some out', () => {
  let open = opened(treeOf('connect4', 1));
  for (let depth = 0; depth < 500; depth++) {
    const at = depth === 0 ? rootId : open.tree.nodes.length - 2;
    open = changed(open, [{ kind: 'play', at, moves: [`${2 + (depth % 5)}`, '7'] }]);
  }
  const deep = pageOf(open.tree);
  expect(deep.match(/<span data-ply="0">instead<\/span>/g)).toHaveLength(500);
  expect(deep).not.toContain('are left out');
  open = changed(open, [{ kind: 'play', at: rootId, moves: Array.from({ length: 10_001 }, () => '6') }]);
  expect(pageOf(open.tree)).toContain('are left out');
});
