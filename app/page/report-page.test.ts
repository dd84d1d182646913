import { describe, expect, it } from 'vitest';
import { gameById } from '../games/registry.ts';
import { sidesOf, turningPointsOf } from '../analysis/report/summary.ts';
import { changed, opened } from '../records/open-tree.ts';
import { escaped } from '../pictures/svg.ts';
import { newTree, rootId, type GameTree } from '../records/tree.ts';
import type { ReportedMove, ReportEngineState } from '../shapes/report.ts';
import { reportPage, type ReportPageInput } from './report-page.ts';

const hostile = '</title><img src=x onerror=alert(1)>"\'\u202e';
const teller = 'a'.repeat(64);

const engine: ReportEngineState = {
  teller: {
    ...{ id: teller, engine: null, name: hostile, protocol: 'cfsi', args: [], settings: {}, options: {} },
    files: [{ name: hostile, sha256: 'b'.repeat(64) }],
  },
  ...{ name: hostile, protocol: 'cfsi', limit: { kind: 'time', seconds: 1 }, state: 'left', answered: 3 },
  ...{ known: 1, skipped: 0, failed: 0, restarts: 3, reason: hostile, ending: 'crashed', scale: null },
};

function treeOf(id: string, moves: number): GameTree {
  const game = gameById(id);
  let position = game.initial();
  const texts: string[] = [];
  for (let ply = 0; ply < moves && game.result(position) === null; ply++) {
    const legal = game.moves(position);
    const move = legal[(ply * 5) % legal.length];
    texts.push(game.moveText(position, move));
    position = game.play(position, move);
  }
  const tree = changed(opened(newTree(game, 'g-1')), [{ kind: 'play', at: rootId, moves: texts }]).tree;
  return { ...tree, headers: { white: hostile, black: 'B', event: hostile } };
}

function inputOf(tree: GameTree): ReportPageInput {
  const moves = Array.from({ length: tree.nodes.length - 1 }, (_, index): ReportedMove => {
    const node = index + 1;
    const isError = index % 3 === 1;
    const was = { type: 'static', value: 0.4 } as const;
    const is = { type: 'static', value: -0.3 } as const;
    return {
      ...{ id: `n${node}`, node, ply: node, seat: (index % 2) as 0 | 1, move: tree.nodes.get(node)!.move },
      ...{ was: null, is: index % 2 === 0 ? { outcome: 'draw' } : null, how: 'search', best: [] },
      figures: [{ teller, was, is, best: hostile }],
      verdicts: isError ? [{ kind: 'judged', was, is, lost: 0.7, weight: 'blunder', by: teller }] : [],
      ...{
        weight: isError ? 'blunder' : null,
        better: isError ? [hostile] : [],
        isComplete: true,
        isAssessed: true,
      },
    };
  });
  return {
    ...{ tree, moves, sides: sidesOf(moves), turningPoints: turningPointsOf(moves), engines: [engine] },
    ...{ asksTruth: true, isDone: false, version: '0.1.0', madeAt: new Date(0) },
  };
}

describe.each(['connect4', 'quoridor', 'morris', 'stones'])('the page of a game of %s', (id) => {
  const tree = treeOf(id, 14);
  const input = inputOf(tree);
  const page = reportPage(input);

  it('has a position for each ply, the turning points, the sides, the engines and the graph', () => {
    expect(page.match(/<template /g)).toHaveLength(tree.nodes.length);
    expect(page.match(/<article class="turn"/g)).toHaveLength(input.turningPoints.length);
    for (const heading of ['Moves', 'Each side', 'Turning points', 'Engines', 'How to read this']) {
      expect(page).toContain(`<h2>${heading}</h2>`);
    }
    expect(page).toContain(`sha256:${'b'.repeat(64)}`);
    expect(page).toContain('stopped before it was finished');
    expect(page).not.toMatch(/NaN|undefined/);
  });

  it('has foreign texts as text, and loads nothing', () => {
    expect(page).toContain(`<h1>${escaped(hostile)} – B: report</h1>`);
    expect(page).not.toContain('<img');
    expect(page).not.toContain('\u202e');
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).not.toMatch(/style="|<link|<iframe|\burl\(/);
    expect(new Set(page.match(/https?:[^"' )<]*/g))).toEqual(new Set(['http://www.w3.org/2000/svg']));
  });
});
