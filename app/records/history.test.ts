import { describe, expect, it } from 'vitest';
import { connect4 } from '../games/connect4/index.ts';
import { amend, commit, HISTORY_LIMIT, newHistory, redo, undo, goTo, newRecord, playMove } from './record.ts';

const first = newRecord(connect4, 'g1');
const second = playMove(first, 3);
const third = playMove(second, 3);
const edited = commit(commit(newHistory(first), second), third);

describe('undo and redo', () => {
  it('walk back and forth over the edits', () => {
    const back = undo(undo(edited));
    expect(back.present).toBe(first);
    expect(redo(back).present).toBe(second);
    expect(redo(redo(back))).toEqual(edited);
  });

  it('stop at the ends', () => {
    expect(undo(newHistory(first))).toEqual(newHistory(first));
    expect(redo(edited)).toBe(edited);
  });

  it('forget what was undone when something else is done', () => {
    const other = playMove(first, 0);
    const history = commit(undo(undo(edited)), other);
    expect(history.future).toEqual([]);
    expect(undo(history).present).toBe(first);
  });

  it('bring back the place where one was looking when the edit was made', () => {
    const looking = goTo(third, 1);
    const history = commit(amend(edited, looking), playMove(looking, 6));
    expect(undo(history).present).toBe(looking);
    expect(undo(undo(history)).present).toBe(second);
  });

  it('take no step for an edit that changed nothing', () => {
    expect(commit(edited, third)).toBe(edited);
  });
});

it('a history is bounded and counts what it let go', () => {
  let history = newHistory(first);
  for (let edit = 1; edit <= HISTORY_LIMIT + 5; edit++) {
    history = commit(history, newRecord(connect4, `g${edit + 1}`));
  }
  expect(history.past).toHaveLength(HISTORY_LIMIT);
  expect(history.forgotten).toBe(5);
  for (let edit = 0; edit < HISTORY_LIMIT + 5; edit++) history = undo(history);
  expect(history.present.key).toBe('g6');
  expect(history.future).toHaveLength(HISTORY_LIMIT);
});
