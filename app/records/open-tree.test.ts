import { expect, it } from 'vitest';
import { gameById } from '../games/registry.ts';
import { recordLine } from './record.ts';
import {
  lineThrough,
  opened,
  playedAt,
  redoneShown,
  showing,
  shownRecord,
  undoneShown,
  changed,
  type OpenTree,
} from './open-tree.ts';
import { newTree } from './tree.ts';

const game = gameById('connect4');
const fresh = (): OpenTree => opened(newTree(game, 'g-1'));

/** Plays on from what is shown. */
const play = (open: OpenTree, ...moves: string[]): OpenTree =>
  moves.reduce((before, move) => playedAt(before, before.shown, move).open, open);

const shown = (open: OpenTree): string => {
  const { moves, cursor } = shownRecord(open);
  return `${moves.slice(0, cursor).join('')}|${moves.slice(cursor).join('')}`;
};

it('another move becomes a variation, and the rest of the game stays', () => {
  const game445 = play(fresh(), '4', '4', '5');
  const varied = play(showing(game445, 1), '3');
  expect(shown(varied)).toBe('43|');
  expect(shown(showing(varied, 1))).toBe('4|45');
  expect(varied.tree.nodes.get(1)!.children).toEqual([2, 4]);
});

it('a move that the tree has is only shown', () => {
  const before = showing(play(fresh(), '4', '4'), 0);
  const { open, node, change } = playedAt(before, 0, '4');
  expect([open.tree === before.tree, node, change, shown(open)]).toEqual([true, 1, [], '4|4']);
});

it('a move elsewhere leaves what is shown', () => {
  const before = showing(play(fresh(), '4', '4'), 0);
  const { open, node } = playedAt(before, 2, '5');
  expect([open.shown, node]).toEqual([0, 3]);
});

it('undo shows the place before the move, and redo the move', () => {
  const three = showing(play(fresh(), '4', '4', '5'), 1);
  const two = undoneShown(three)!;
  expect(shown(two)).toBe('44|');
  expect(shown(redoneShown(two)!)).toBe('445|');
  expect(undoneShown(fresh())).toBeNull();
  expect(redoneShown(three)).toBeNull();
});

it('deleting shows the place before, and undoing it the node', () => {
  const three = play(fresh(), '4', '4', '5');
  const one = changed(three, [{ kind: 'delete', node: 2 }]);
  expect(shown(one)).toBe('4|');
  expect(shown(undoneShown(one)!)).toBe('44|5');
  expect(showing(one, 3)).toBe(one);
});

it('deleting elsewhere leaves what is shown, and undoing it shows the node', () => {
  const varied = play(showing(play(fresh(), '4', '4', '5'), 1), '3');
  const one = changed(showing(varied, 3), [{ kind: 'delete', node: 4 }]);
  expect(shown(one)).toBe('445|');
  expect(shown(undoneShown(one)!)).toBe('43|');
  expect(shown(redoneShown(undoneShown(one)!)!)).toBe('4|45');
});

it('a comment elsewhere leaves what is shown, and undoing it shows the node', () => {
  const three = play(fresh(), '4', '4', '5');
  const noted = changed(three, [
    { kind: 'annotate', node: 1, to: { comment: 'the centre' } },
    { kind: 'header', name: 'event', text: 'Club night' },
  ]);
  expect(shown(noted)).toBe('445|');
  const removed = changed(noted, [
    { kind: 'delete', node: 3 },
    { kind: 'annotate', node: 1, to: { comment: '' } },
  ]);
  expect(shown(removed)).toBe('44|');
  const one = changed(three, [{ kind: 'annotate', node: 1, to: { comment: 'the centre' } }]);
  expect(shown(undoneShown(one)!)).toBe('4|45');
  expect(shown(redoneShown(showing(undoneShown(one)!, 3))!)).toBe('4|45');
});

it('a change at several places leaves what is shown, made, undone or redone, while it is there', () => {
  const three = play(fresh(), '4', '4', '5');
  const reported = changed(showing(three, 1), [
    { kind: 'annotate', node: 2, to: { glyphs: [2] } },
    { kind: 'play', at: 1, moves: ['3', '2'] },
    { kind: 'annotate', node: 3, to: { glyphs: [4] } },
    { kind: 'play', at: 2, moves: ['1'] },
  ]);
  expect(shown(reported)).toBe('4|45');
  const without = undoneShown(showing(reported, 3))!;
  expect(shown(without)).toBe('445|');
  expect(shown(redoneShown(showing(without, 2))!)).toBe('44|5');
  expect(shown(undoneShown(showing(reported, 5))!)).toBe('4|45');
});

it('a move with its clock is one place: undo shows the one before it, and redo the move', () => {
  const { open } = playedAt(fresh(), 0, '4', { clock: 59 });
  const before = undoneShown(open)!;
  expect(shown(before)).toBe('|');
  expect(shown(redoneShown(before)!)).toBe('4|');
});

it('a variation that changes its place takes the move along that is shown in it', () => {
  const varied = play(showing(play(fresh(), '4', '4', '5'), 1), '3', '2', '1');
  const first = changed(varied, [{ kind: 'order', node: 4, index: 0 }]);
  expect(shown(first)).toBe('4321|');
  expect(shown(undoneShown(first)!)).toBe('4321|');
  expect(shown(changed(showing(varied, 3), [{ kind: 'order', node: 4, index: 0 }]))).toBe('43|21');
});

it('an inserted line is shown at its end', () => {
  const open = changed(fresh(), [{ kind: 'play', at: 0, moves: ['1', '2', '3'] }]);
  expect(shown(open)).toBe('123|');
  expect(lineThrough(open.tree, 2)).toEqual([1, 2, 3]);
});

it('is a record whose moves stay the same list while the line does', () => {
  const three = play(fresh(), '4', '4', '5');
  const record = shownRecord(three);
  const before = shownRecord(showing(three, 1));
  expect(before.moves).toBe(record.moves);
  expect(game.positionText(recordLine(record).position)).toBe('3xx2/3o3/7/7/7/7 o');
});
