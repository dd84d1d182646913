import { describe, expect, it, vi } from 'vitest';
import { BadNotation } from '../games/game.ts';
import { gameById } from '../games/registry.ts';
import { applyChange } from './edits.ts';
import { Positions } from './positions.ts';
import { newTree, pathTo, type GameTree } from './tree.ts';

const game = gameById('morris');
const moves = ['a7', 'd6', 'd7', 'f4', 'a1', 'b4'];

function played(...lines: readonly (readonly [at: number, moves: readonly string[]])[]): GameTree {
  return lines.reduce(
    (tree, [at, texts]) => applyChange(tree, [{ kind: 'play', at, moves: texts }]).tree,
    newTree(game, 'g-1'),
  );
}

/** What the game itself makes of the moves to a node. */
function expected(tree: GameTree, id: number): string {
  let position = game.initial(tree.setup);
  for (const { move } of pathTo(tree, id)) position = game.play(position, game.parseMove(position, move));
  return game.positionText(position);
}

describe('positions', () => {
  it('of every node are those of its own line, asked for in any order', () => {
    const tree = played([0, moves], [2, ['g7', 'g4', 'g1']], [0, ['d5']]);
    const positions = new Positions(tree);
    for (const id of [9, 3, 0, 6, 10, 1, 9]) {
      expect(game.positionText(positions.at(tree, id))).toBe(expected(tree, id));
      const line = positions.line(tree, id);
      expect(line.moves).toHaveLength(pathTo(tree, id).length);
      expect(game.positionText(line.position)).toBe(expected(tree, id));
      expect(line.gameKey).toBe('g-1');
    }
  });

  it('are played once, and a step further is one move', () => {
    const play = vi.spyOn(game, 'playOn' as 'play');
    try {
      let tree = played([0, moves]);
      const positions = new Positions(tree);
      positions.at(tree, 6);
      expect(play).toHaveBeenCalledTimes(6);
      positions.line(tree, 4);
      tree = applyChange(tree, [{ kind: 'annotate', node: 3, to: { comment: 'x' } }]).tree;
      positions.line(tree, 6);
      expect(play).toHaveBeenCalledTimes(6);
      tree = applyChange(tree, [{ kind: 'play', at: 6, moves: ['g1'] }]).tree;
      positions.line(tree, 7);
      expect(play).toHaveBeenCalledTimes(7);
    } finally {
      play.mockRestore();
    }
  });

  it('of a line longer than what is kept of a game are not played again for the next move', () => {
    const quoridor = gameById('quoridor');
    const texts = Array.from({ length: 21_000 }, (_, ply) => ['e8', 'e2', 'e9', 'e1'][ply % 4]!);
    let tree = newTree(quoridor, 'g-1');
    tree = applyChange(tree, [{ kind: 'play', at: 0, moves: texts }]).tree;
    const positions = new Positions(tree);
    positions.line(tree, 21_000);
    const play = vi.spyOn(quoridor, 'play');
    try {
      tree = applyChange(tree, [{ kind: 'play', at: 21_000, moves: ['e8'] }]).tree;
      expect(positions.line(tree, 21_001).moves).toHaveLength(21_001);
      expect(play).toHaveBeenCalledTimes(1);
    } finally {
      play.mockRestore();
    }
  });

  it('that no legal moves lead to are told of with the ply, those before it are there', () => {
    const tree = played([0, ['a7', 'a7']], [1, ['x9']]);
    const positions = new Positions(tree);
    expect(() => positions.at(tree, 2)).toThrow(/^ply 2: /);
    expect(() => positions.line(tree, 3)).toThrow(BadNotation);
    expect(game.positionText(positions.at(tree, 1))).toBe(expected(tree, 1));
  });
});
