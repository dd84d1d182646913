/** The game on the board of a home without games: a short one with a mistake, a better move and comments. */
import { connect4 } from '../games/connect4/index.ts';
import { humans } from '../play/seats.ts';
import type { StoredGame } from '../library/game-log.ts';
import { changed, opened } from '../records/open-tree.ts';
import { newTree, rootId } from '../records/tree.ts';
import type { Change } from '../shapes/tree.ts';

/** `??` and `!` as PGN numbers them. */
const [BLUNDER, GOOD] = [4, 1];

/** Nodes are numbered in the order of their making: 1 to 7 are the game, 8 and 9 the variation. */
const annotated: Change = [
  { kind: 'header', name: 'event', text: 'Example' },
  { kind: 'play', at: rootId, moves: ['4', '4', '3', '4', '5', '6', '2'] },
  { kind: 'play', at: 3, moves: ['5', '3'] },
  {
    kind: 'annotate',
    node: 3,
    to: {
      comment: 'Two discs side by side with room on both sides: a third one would make two threats at once.',
      marks: [
        { color: 'blue', from: '2-1', to: null },
        { color: 'blue', from: '5-1', to: null },
      ],
    },
  },
  {
    kind: 'annotate',
    node: 4,
    to: {
      glyphs: [BLUNDER],
      comment:
        'This lets it happen. The variation shows the defence; Right goes on with the game, Down chooses the other move.',
    },
  },
  {
    kind: 'annotate',
    node: 5,
    to: { comment: 'Both 2 and 6 win now, and only one of them can be blocked.' },
  },
  { kind: 'annotate', node: 8, to: { glyphs: [GOOD], comment: 'Blocks in time.' } },
];

/** @param key of the game */
export function exampleGame(key: string): StoredGame {
  // As a tree alone: the making of the example cannot be undone.
  const { tree } = changed(opened(newTree(connect4, key)), annotated);
  return { ...opened(tree, 4), players: humans };
}
