import { describe, expect, it } from 'vitest';
import { gameById } from '../../app/games/registry.ts';
import { keepDraft, keptDraft, type KeptDraft } from './kept.ts';
import { EditorModel, MOST_UNDONE } from './model.svelte.ts';

function editing(id = 'connect4'): EditorModel {
  const model = new EditorModel();
  model.begin(id, gameById(id).initial());
  return model;
}

const put = (model: EditorModel, tool: string, area: string) => model.act({ kind: 'put', tool, area });

describe('a position that is set up', () => {
  it('is what the tools of its palette make of it, and its text follows', () => {
    const model = editing();
    put(model, 'disc-x', 'cell-4-1');
    put(model, 'disc-o', 'cell-4-2');
    expect(model.text).toBe('3x3/3o3/7/7/7/7 x');
    model.act({ kind: 'move', path: ['cell-4-2', 'cell-1-1'] });
    expect(model.text).toBe('o2x3/7/7/7/7/7 x');
    expect(model.remove('cell-1-1')).toBe(true);
    expect(model.remove('cell-1-1')).toBe(false);
    expect(model.text).toBe('3x3/7/7/7/7/7 x');
  });

  it('is undone and redone step by step, and a change forgets what could be redone', () => {
    const model = editing();
    put(model, 'disc-x', 'cell-4-1');
    model.swapMover();
    expect([model.canUndo, model.canRedo]).toEqual([true, false]);
    model.undo();
    expect(model.text).toBe('3x3/7/7/7/7/7 x');
    model.undo();
    expect(model.text).toBe('7/7/7/7/7/7 x');
    model.undo();
    model.redo();
    expect(model.text).toBe('3x3/7/7/7/7/7 x');
    model.clear();
    expect(model.canRedo).toBe(false);
    for (let time = 0; time < MOST_UNDONE + 10; time++) model.swapMover();
    let steps = 0;
    for (; model.canUndo; steps++) model.undo();
    expect(steps).toBe(MOST_UNDONE);
  });

  it('loses nothing to the first digit of a number that is typed, which is one step', () => {
    const model = editing();
    model.type('xoxoxox/7/7/7/7/7 o');
    model.endTyping();
    for (const digits of [1, 12]) model.setField('width', digits);
    expect(model.text).toBe('xoxoxox5/12/12/12/12/12 o');
    model.endTyping();
    model.setField('height', 1);
    model.setField('height', 10);
    model.undo();
    expect(model.text).toBe('xoxoxox5/12/12/12/12/12 o');
    model.undo();
    expect(model.text).toBe('xoxoxox/7/7/7/7/7 o');
    model.setField('width', 4);
    model.setField('width', 7);
    model.undo();
    expect([model.text, model.canUndo]).toEqual(['7/7/7/7/7/7 x', false]);
  });

  it('does not count what changes nothing', () => {
    const model = editing();
    model.clear();
    model.reset();
    model.setMover(0);
    model.setField('width', 7);
    expect(model.canUndo).toBe(false);
  });

  it('tells its faults, and a remedy is one step', () => {
    const model = editing();
    put(model, 'disc-x', 'cell-4-3');
    const [floats, counts] = model.faults;
    expect(floats!.words).toMatch(/^the disc in column 4, row 3 floats above an empty cell/);
    expect(counts!.words).toContain('here are 1 x and 0 o');
    expect(model.isPosition).toBe(true);
    model.apply(floats!.remedy!);
    expect(model.text).toBe('3x3/7/7/7/7/7 x');
    model.undo();
    expect(model.faults).toHaveLength(2);
  });

  it('is not a position while a pawn is shut in', () => {
    const model = editing('quoridor');
    put(model, 'pawn-B', 'a9');
    put(model, 'wall-W', 'a9h');
    expect(model.isPosition).toBe(true);
    put(model, 'wall-W', 'b9v');
    expect(model.isPosition).toBe(false);
    expect(model.faults).toEqual([
      { words: "Black's pawn on a9 has no path to rank 1: walls close it", level: 'error', at: ['a9'] },
    ]);
    expect(model.text).toBe('9 a9 e1 10 8 - a9h,b9v b');
    model.mode = { kind: 'put', tool: 'wall-B' };
    expect(model.refusal(['a9v'])).toContain('crosses');
    // The keyboard begins on the cells.
    expect(model.refusal(['e5'])).toContain('H or V');
    expect(model.remove('b9v')).toBe(true);
    expect(model.text).toBe('9 a9 e1 10 9 - a9h b');
  });
});

describe('its text', () => {
  it('changes the board as it is typed, in one step, and says why it cannot be read', () => {
    const model = editing();
    model.type('3x3/7/7/7/7/7');
    expect(model.unread).toMatch(/side to move is missing/);
    expect(model.text).toBe('3x3/7/7/7/7/7');
    model.type('3x3/7/7/7/7/7 o');
    model.type('3xo2/7/7/7/7/7 o');
    model.type('3xox1/7/7/7/7/7 o');
    expect(model.unread).toBeNull();
    expect(model.positionText).toBe('3xox1/7/7/7/7/7 o');
    model.endTyping();
    model.undo();
    expect(model.text).toBe('7/7/7/7/7/7 x');
    model.redo();
    expect(model.text).toBe('3xox1/7/7/7/7/7 o');
  });

  it('that cannot be read stays until the board changes', () => {
    const model = editing();
    model.type('nonsense');
    model.endTyping();
    expect([model.text, model.unread === null]).toEqual(['nonsense', false]);
    put(model, 'disc-x', 'cell-1-1');
    expect([model.text, model.unread]).toEqual(['x6/7/7/7/7/7 x', null]);
  });

  it('of another game chooses that game, and undoing leads back', () => {
    const model = editing();
    put(model, 'disc-x', 'cell-1-1');
    model.type('9 e8 e2 9 10 d7h - w');
    expect(model.rules.id).toBe('quoridor');
    expect(model.choices.length).toBeGreaterThan(0);
    model.undo();
    expect([model.rules.id, model.text]).toEqual(['connect4', 'x6/7/7/7/7/7 x']);
  });

  it('may be that of another program', () => {
    const model = editing();
    model.type('d2h /  / e3 e8 / 9 10 / 2');
    expect([model.rules.id, model.unread]).toEqual(['quoridor', null]);
    model.endTyping();
    expect(model.text).toBe('9 e7 e2 9 10 d8h - w');
  });

  it('may break the rules in ways that the board shows', () => {
    const model = editing('morris');
    model.type('w:a7,d7,g7,b6,d6,f6,c5,d5,e5,a4;b:;w;18;0');
    expect(model.unread).toBeNull();
    expect(model.isPosition).toBe(false);
    expect(model.faults[0]!.words).toBe('White has 10 men on the board; a side has 9');
    expect(model.view.marks.filter(({ look }) => look === 'fault')).toHaveLength(10);
  });
});

describe('what is kept of it', () => {
  /** Through the storage of a tab, which has texts only. */
  function stored(draft: KeptDraft | null): KeptDraft | null {
    sessionStorage.clear();
    keepDraft(sessionStorage, draft);
    return keptDraft(sessionStorage);
  }

  it('is nothing until it is changed, and nothing once a game was started from it', () => {
    const model = editing();
    expect(stored(model.kept)).toBeNull();
    put(model, 'disc-x', 'cell-4-1');
    expect(stored(model.kept)).not.toBeNull();
    model.finish();
    expect(stored(model.kept)).toBeNull();
  });

  it('goes on as it was left: another game, a position against the rules, a text that cannot be read', () => {
    const model = editing();
    model.choose('quoridor');
    put(model, 'pawn-B', 'a9');
    for (const wall of ['a9h', 'b9v']) put(model, 'wall-W', wall);
    model.type('nonsense');
    const after = new EditorModel();
    after.goOnWith(stored(model.kept)!);
    expect([after.text, after.unread === null]).toEqual(['nonsense', false]);
    expect(after.canResume('connect4', gameById('connect4').initial())).toBe(true);
    after.undo();
    expect([after.rules.id, after.text]).toEqual(['quoridor', '9 a9 e1 10 8 - a9h,b9v b']);
    expect(after.isPosition).toBe(false);
    after.undo();
    expect([after.rules.id, after.text, after.canUndo]).toEqual(['connect4', '7/7/7/7/7/7 x', false]);
  });

  it('is forgotten where it cannot be read', () => {
    const kept = { origin: { game: 'connect4', text: '?' }, now: { game: 'chess', text: '?' }, typed: null };
    const model = editing();
    model.goOnWith(kept);
    expect([model.text, model.canUndo]).toEqual(['7/7/7/7/7/7 x', false]);
    for (const text of ['{', '7', '{"origin":{"game":1}}']) {
      sessionStorage.setItem('plywire.draft', text);
      expect(keptDraft(sessionStorage)).toBeNull();
    }
    sessionStorage.clear();
  });
});
