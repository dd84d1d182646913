import { describe, expect, it } from 'vitest';
import { BadNotation, IllegalMove } from '../games/game.ts';
import { Refused } from '../shapes/refused.ts';
import { engine, human, Scripted } from './testing/scripted-game.ts';

describe('a person', () => {
  it('plays at the place shown', async () => {
    const game = new Scripted();
    await game.play('445');
    expect(game.shown).toBe('445');
    expect(game.kept).toBe(3);
  });

  it('is refused at a node that is gone, and nothing changes', async () => {
    const game = new Scripted();
    await game.play('4');
    const gone = game.table.shown;
    await game.table.undo();
    await expect(game.table.play(gone, '1')).rejects.toThrow(Refused);
    await expect(game.table.play(99, '1')).rejects.toThrow(Refused);
    await expect(game.table.show(gone)).rejects.toThrow(/no longer in the game/);
    expect(game.moves).toBe('');
  });

  it('is refused an illegal and an unreadable move, and a running engine is not disturbed', async () => {
    const game = new Scripted([human, engine()]);
    await game.play('444444');
    await expect(game.play('4')).rejects.toThrow(IllegalMove);
    await expect(game.play('x')).rejects.toThrow(BadNotation);
    expect(game.moves).toBe('444444');
  });

  it('cannot move for an engine that is being asked there, but can once the game is stopped', async () => {
    const game = new Scripted([engine(), human]);
    await game.table.start();
    await expect(game.play('4')).rejects.toThrow(/is to move, and an engine plays this side/);
    game.table.stop();
    expect(game.question.signal.aborted).toBe(true);
    await game.play('4');
    expect(game.moves).toBe('4');
  });

  it('steps along the record by playing its own move, which is not an edit', async () => {
    const game = new Scripted();
    await game.play('445');
    await game.goTo(1);
    await game.play('4');
    expect([game.shown, game.moves]).toEqual(['44', '445']);
    await game.table.undo();
    expect(game.moves).toBe('44');
  });

  it('begins a variation by another move, beside what followed', async () => {
    const game = new Scripted();
    await game.play('445');
    await game.goTo(1);
    await game.play('1');
    expect(game.moves).toBe('41');
    expect(game.movesTo(3)).toBe('445');
    await game.table.undo();
    expect([game.shown, game.moves]).toEqual(['4', '445']);
    await game.table.redo();
    expect(game.shown).toBe('41');
  });

  it('steps along a move that is there without an edit', async () => {
    const game = new Scripted();
    await game.play('445');
    await game.goTo(0);
    await game.play('44');
    expect(game.kept).toBe(3);
  });
});

describe('an engine', () => {
  it('is asked when play starts and after a move, about the position shown', async () => {
    const game = new Scripted([human, engine()]);
    await game.table.start();
    expect(game.questions).toHaveLength(0);
    await game.play('4');
    expect(game.question).toMatchObject({ seat: 1, moves: '4' });
    expect(game.table.thinking?.seat).toBe(1);
    await game.question.move(3);
    expect(game.shown).toBe('43');
    expect(game.table.thinking).toBeNull();
    expect(game.questions).toHaveLength(1);
  });

  it('is not asked while the game is not running', async () => {
    const game = new Scripted([human, engine()]);
    await game.play('4');
    expect(game.questions).toHaveLength(0);
  });

  it('plays another one to the end, and the game stops running there', async () => {
    const game = new Scripted([engine('ant'), engine('bee')]);
    await game.table.start();
    for (const column of [1, 2, 1, 2, 1, 2, 1]) await game.question.move(column);
    expect(game.moves).toBe('1212121');
    expect(game.table.running).toBe(false);
    expect(game.table.endingAt()).toMatchObject({ word: 'win', winner: 0, fault: null });
    expect(game.questions).toHaveLength(7);
    await expect(game.table.start()).rejects.toThrow(/over/);
  });

  it('is not asked after a person has ended the game', async () => {
    const game = new Scripted([human, engine()]);
    await game.play('121212');
    await game.table.start();
    await game.play('1');
    expect(game.questions).toHaveLength(0);
    expect(game.table.running).toBe(false);
  });

  it('is not asked while only people play', async () => {
    const game = new Scripted();
    await expect(game.table.start()).rejects.toThrow(/No engine plays/);
    expect(game.table.running).toBe(false);
  });
});

describe('taking back', () => {
  it('goes back one turn where only people play, and undoes the moves just made', async () => {
    const game = new Scripted();
    await game.play('445');
    await game.table.takeBack();
    expect([game.shown, game.moves]).toEqual(['44', '44']);
    await game.table.takeBack();
    expect([game.shown, game.moves]).toEqual(['4', '4']);
    await game.table.redo();
    await game.table.redo();
    expect([game.shown, game.moves]).toEqual(['445', '445']);
  });

  it('leaves moves that were not the last change of the game', async () => {
    const game = new Scripted();
    await game.play('445');
    await game.goTo(2);
    await game.table.takeBack();
    expect([game.shown, game.moves]).toEqual(['4', '445']);
    await game.goTo(3);
    await game.table.edit([{ kind: 'annotate', node: 3, to: { comment: 'kept' } }]);
    await game.table.takeBack();
    expect([game.shown, game.moves]).toEqual(['44', '445']);
  });

  it("goes back to the person's turn, past the engine's answer, and play goes on from there", async () => {
    const game = new Scripted([human, engine()]);
    await game.table.start();
    await game.play('4');
    await game.question.move(3);
    await game.play('5');
    await game.question.move(2);
    await game.table.takeBack();
    expect([game.shown, game.moves]).toEqual(['43', '4352']);
    expect(game.table.running).toBe(true);
    await game.play('6');
    expect(game.question.moves).toBe('436');
  });

  it('takes back the question to a thinking engine; its late answer is dropped', async () => {
    const game = new Scripted([human, engine()]);
    await game.table.start();
    await game.play('4');
    const { question } = game;
    await game.table.takeBack();
    expect(question.signal.aborted).toBe(true);
    await question.move(3);
    expect([game.shown, game.moves]).toEqual(['', '4']);
    expect(game.table.thinking).toBeNull();
  });

  it("stops the game where it leads to an engine's turn", async () => {
    const first = new Scripted([engine(), human]);
    await first.table.start();
    await first.question.move(4);
    await first.table.takeBack();
    expect([first.shown, first.table.running, first.table.thinking]).toEqual(['', false, null]);

    const both = new Scripted([engine('ant'), engine('bee')]);
    await both.table.start();
    await both.question.move(4);
    await both.question.move(4);
    await both.table.takeBack();
    expect([both.shown, both.table.running, both.table.thinking]).toEqual(['4', false, null]);
    await both.table.start();
    expect(both.question).toMatchObject({ seat: 1, moves: '4' });
  });

  it('is refused at the start', async () => {
    await expect(new Scripted().table.takeBack()).rejects.toThrow(/No move to take back/);
  });
});

describe('browsing and editing', () => {
  it('asks no engine and disturbs none', async () => {
    const game = new Scripted([human, engine()]);
    await game.table.start();
    await game.play('4');
    await game.goTo(0);
    await game.goTo(1);
    await game.goTo(0);
    expect(game.questions).toHaveLength(1);
    expect(game.question.signal.aborted).toBe(false);
  });

  it('stays where it is when the answer comes, which is played at the end', async () => {
    const game = new Scripted([human, engine()]);
    await game.table.start();
    await game.play('4');
    await game.goTo(0);
    await game.question.move(3);
    expect([game.shown, game.moves]).toEqual(['', '43']);
  });

  it('lets two engines play on at their own end', async () => {
    const game = new Scripted([engine('ant'), engine('bee')]);
    await game.table.start();
    await game.question.move(4);
    await game.goTo(0);
    for (const column of [3, 4, 3]) await game.question.move(column);
    expect([game.shown, game.moves]).toEqual(['', '4343']);
    expect(game.question).toMatchObject({ seat: 0, moves: '4343' });
    await game.goTo(99);
    expect(game.shown).toBe('4343');
  });

  it('may move elsewhere while an engine thinks, which answers at its own node all the same', async () => {
    const game = new Scripted([human, engine()]);
    await game.table.start();
    await game.play('4');
    await game.goTo(0);
    await game.play('1');
    expect(game.question.signal.aborted).toBe(false);
    await game.question.move(7);
    expect([game.shown, game.movesTo(game.table.tip!)]).toEqual(['1', '47']);
    expect(game.questions).toHaveLength(1);
  });

  it('of a deleted line stops play that went on there, and says so', async () => {
    const game = new Scripted([human, engine()]);
    await game.table.start();
    await game.play('4');
    const { question } = game;
    await game.goTo(0);
    await game.table.edit([{ kind: 'delete', node: 1 }]);
    expect(question.signal.aborted).toBe(true);
    expect([game.table.running, game.notices]).toEqual([
      false,
      ['Play has stopped: the position where it went on is no longer in the game.'],
    ]);
    await question.move(3);
    expect(game.moves).toBe('');
  });

  it('starts play at the place shown, wherever an engine was thinking', async () => {
    const game = new Scripted([engine('ant'), engine('bee')]);
    await game.table.start();
    await game.question.move(4);
    const { question } = game;
    await game.goTo(0);
    await game.table.start();
    expect(question.signal.aborted).toBe(true);
    expect(game.question).toMatchObject({ seat: 0, moves: '' });
  });
});

describe('undo and redo', () => {
  it.each<[string, (game: Scripted) => Promise<void>]>([
    ['undo', (game) => game.table.undo()],
    ['redo', (game) => game.table.redo()],
  ])('%s takes back the question and stops the game', async (_, act) => {
    const game = new Scripted([human, engine()]);
    await game.table.start();
    await game.play('4');
    const { question } = game;
    await act(game);
    expect(question.signal.aborted).toBe(true);
    expect([game.table.running, game.table.thinking]).toEqual([false, null]);
    const { moves } = game;
    await question.move(3);
    expect(game.moves).toBe(moves);
  });
});

describe('play that an undo has stopped', () => {
  const undone = async (times: number): Promise<Scripted> => {
    const game = new Scripted([human, engine()]);
    await game.table.start();
    await game.play('4');
    await game.question.move(3);
    for (let time = 0; time < times; time++) await game.table.undo();
    return game;
  };

  it('goes on with the move that the user makes instead', async () => {
    const game = await undone(2);
    await game.play('5');
    expect([game.table.running, game.table.thinking?.seat]).toEqual([true, 1]);
    await game.question.move(5);
    expect(game.shown).toBe('55');
  });

  it('goes on where the user moves for the engine', async () => {
    const game = await undone(1);
    await game.play('7');
    expect([game.table.running, game.table.thinking]).toEqual([true, null]);
    await game.play('1');
    expect(game.table.thinking?.seat).toBe(1);
  });

  it('does not go on with a move elsewhere, or once the user has stopped it', async () => {
    const elsewhere = await undone(1);
    await elsewhere.goTo(0);
    await elsewhere.play('1');
    expect(elsewhere.table.running).toBe(false);
    const stopped = await undone(2);
    stopped.table.stop();
    await stopped.play('5');
    expect(stopped.table.running).toBe(false);
  });

  it('does not begin where it did not run', async () => {
    const game = new Scripted([human, engine()]);
    await game.play('4');
    await game.table.undo();
    await game.play('5');
    expect(game.table.running).toBe(false);
  });
});

describe('an edit', () => {
  it('of an illegal line is refused, and nothing changes', async () => {
    const game = new Scripted();
    await game.play('4444');
    const at = game.table.shown;
    const insert = (moves: string[]) => game.table.edit([{ kind: 'play', at, moves }]);
    await expect(insert(['4', '4', '4'])).rejects.toThrow(IllegalMove);
    await expect(insert(['4', 'x'])).rejects.toThrow(BadNotation);
    expect(game.moves).toBe('4444');
    await insert(['4', '5']);
    expect(game.shown).toBe('444445');
  });

  it('undoes an engine’s move as a person’s, and play has stopped then', async () => {
    const game = new Scripted([human, engine()]);
    await game.table.start();
    await game.play('4');
    await game.question.move(3);
    await game.table.undo();
    expect([game.shown, game.table.running]).toEqual(['4', false]);
    await game.table.undo();
    await game.table.redo();
    await game.table.redo();
    expect(game.shown).toBe('43');
    expect(game.steps.map((step) => Object.keys(step)[0])).toEqual([
      'do',
      'do',
      'undo',
      'undo',
      'redo',
      'redo',
    ]);
  });

  it('that only writes about a move leaves the answer of the engine on the board', async () => {
    const game = new Scripted([human, engine()]);
    await game.table.start();
    await game.play('4');
    await game.question.move(3);
    await game.table.edit([{ kind: 'annotate', node: 1, to: { comment: 'the centre' } }]);
    expect(game.shown).toBe('43');
    await game.play('5');
    expect(game.shown).toBe('435');
  });

  it('elsewhere does not disturb play', async () => {
    const game = new Scripted([human, engine()]);
    await game.table.start();
    await game.play('4');
    await game.table.edit([{ kind: 'annotate', node: 1, to: { comment: 'the centre' } }]);
    await game.table.edit([{ kind: 'play', at: 0, moves: ['1', '2'] }]);
    expect(game.question.signal.aborted).toBe(false);
    await game.question.move(3);
    expect(game.movesTo(game.table.tip!)).toBe('43');
  });
});

describe('a limit of the game', () => {
  it('ends play between engines there, and only there; a higher one lets it go on', async () => {
    const game = new Scripted([engine('ant'), engine('bee')]);
    game.limits = { plies: 3 };
    await game.table.start();
    for (const column of [4, 4, 4]) await game.question.move(column);
    expect(game.questions).toHaveLength(3);
    expect([game.table.running, game.said.at(-1)]).toEqual([false, 'finish']);
    const over = { word: 'adjudicated', winner: null, fault: null };
    expect(game.table.endingAt()).toMatchObject({ ...over, reason: 'the game reached the limit of 3 plies' });
    await expect(game.table.start()).rejects.toThrow(
      'This game is over: the game reached the limit of 3 plies',
    );
    await game.goTo(2);
    expect(game.table.endingAt()).toBeNull();
    await game.goTo(3);
    game.limits = { plies: 4 };
    expect(game.table.endingAt()).toBeNull();
    await game.table.start();
    await game.question.move(1);
    expect(game.table.endingAt()).toMatchObject(over);
  });

  it.each([
    ['people', human],
    ['a person who plays an engine', engine()],
  ])('leaves %s alone', async (_, second) => {
    const game = new Scripted([human, second]);
    game.limits = { plies: 1, repetitions: 2 };
    await game.play('444');
    expect([game.moves, game.table.endingAt()]).toEqual(['444', null]);
  });

  it('does not keep a person from taking over', async () => {
    const game = new Scripted([engine('ant'), engine('bee')]);
    game.limits = { plies: 1 };
    await game.table.start();
    await game.question.move(4);
    expect(game.table.endingAt()).not.toBeNull();
    await game.table.setPlayer(1, human);
    expect(game.table.endingAt()).toBeNull();
    await game.table.start();
    await game.play('4');
    expect(game.question.moves).toBe('44');
  });
});

describe('an engine that fails', () => {
  it('ends the game at the place where it was asked, there only', async () => {
    const game = new Scripted([human, engine()]);
    await game.table.start();
    await game.play('4');
    await game.question.move(4);
    await game.play('4');
    await game.question.answer({ kind: 'failed', reason: 'it will not' });
    expect(game.table.running).toBe(false);
    expect(game.table.endingAt()).toMatchObject({
      word: 'void',
      reason: expect.stringContaining('it will not'),
    });
    await game.goTo(1);
    expect(game.table.endingAt()).toBeNull();
    await game.goTo(99);
    expect(game.table.endingAt()?.word).toBe('void');
  });

  it('is judged by the rules: a full column loses', async () => {
    const game = new Scripted([human, engine()]);
    await game.play('4444441');
    await game.table.start();
    await game.question.move(4);
    expect(game.table.endingAt()).toMatchObject({ word: 'illegal', winner: 0, fault: 1 });
    expect(game.moves).toBe('4444441');
  });

  it('is forgotten once another move stands in that place', async () => {
    const game = new Scripted([human, engine()]);
    await game.table.start();
    await game.play('4');
    await game.question.answer({ kind: 'failed', reason: 'no' });
    await game.goTo(0);
    await game.play('5');
    expect(game.shown).toBe('5');
    expect(game.table.endingAt()).toBeNull();
    await game.table.undo();
    await game.goTo(1);
    expect(game.table.endingAt()?.word).toBe('void');
  });

  it('is forgiven when play starts again there, or a person moves on', async () => {
    const again = new Scripted([human, engine()]);
    await again.table.start();
    await again.play('4');
    await again.question.answer({ kind: 'failed', reason: 'no' });
    await again.table.start();
    expect(again.table.endingAt()).toBeNull();
    expect(again.table.thinking?.seat).toBe(1);

    const onward = new Scripted([human, engine()]);
    await onward.table.start();
    await onward.play('4');
    await onward.question.answer({ kind: 'failed', reason: 'no' });
    await onward.play('3');
    await onward.goTo(1);
    expect(onward.table.endingAt()).toBeNull();
  });

  it('is asked again where a person takes the move back and makes it again', async () => {
    const game = new Scripted([human, engine()]);
    await game.table.start();
    await game.play('4');
    await game.question.answer({ kind: 'failed', reason: 'no' });
    await game.table.takeBack();
    await game.play('4');
    expect(game.table.endingAt()).toBeNull();
    expect(game.table.thinking?.seat).toBe(1);
  });

  it('is shown after browsing elsewhere', async () => {
    const game = new Scripted([human, engine()]);
    await game.table.start();
    await game.play('4');
    await game.goTo(0);
    await game.question.answer({ kind: 'failed', reason: 'no' });
    expect(game.shown).toBe('4');
    expect(game.table.endingAt()?.word).toBe('void');
  });

  it('has failed, too, where it cannot even be asked', async () => {
    const game = new Scripted([human, engine()]);
    await game.table.start();
    await game.play('4');
    await game.question.fail(new Error('There is no such engine'));
    expect(game.table.endingAt()).toMatchObject({
      word: 'void',
      reason: expect.stringContaining('no such engine'),
    });
    expect([game.table.running, game.table.thinking]).toEqual([false, null]);
  });
});

describe('changing who plays', () => {
  it('asks a thinking engine anew with its new settings, at the same place', async () => {
    const game = new Scripted([human, engine()]);
    await game.table.start();
    await game.play('4');
    const { question } = game;
    await game.goTo(0);
    await game.table.setPlayer(1, engine('ant', { limit: { kind: 'time', seconds: 9 } }));
    expect(question.signal.aborted).toBe(true);
    expect(game.question).toMatchObject({ moves: '4', player: { limit: { seconds: 9 } } });
    expect(game.dismissed).toEqual([]);
  });

  it('dismisses an engine that another takes the place of', async () => {
    const game = new Scripted([human, engine('ant')]);
    await game.table.start();
    await game.play('4');
    await game.table.setPlayer(1, engine('bee'));
    expect(game.dismissed).toEqual([1]);
    expect(game.question).toMatchObject({ moves: '4', player: { engine: 'bee' } });
    await game.table.setPlayer(1, engine('bee', { protocol: 'cfsi' }));
    expect(game.dismissed).toEqual([1, 1]);
  });

  it('stops the game where only people are left', async () => {
    const game = new Scripted([human, engine()]);
    await game.table.start();
    await game.play('4');
    await game.table.setPlayer(1, human);
    expect([game.table.running, game.table.thinking]).toEqual([false, null]);
    expect(game.question.signal.aborted).toBe(true);
  });

  it('lets a new engine move where play goes on, wherever the user browses', async () => {
    const game = new Scripted([human, engine()]);
    await game.table.start();
    await game.play('4');
    await game.question.move(4);
    await game.goTo(0);
    await game.table.setPlayer(0, engine('bee'));
    expect(game.question).toMatchObject({ seat: 0, moves: '44' });
    expect(game.shown).toBe('');
  });

  it('leaves the other engine alone', async () => {
    const game = new Scripted([engine('ant'), engine('bee')]);
    await game.table.start();
    await game.table.setPlayer(1, engine('cat'));
    expect(game.question.signal.aborted).toBe(false);
    expect(game.questions).toHaveLength(1);
  });
});

describe('an engine that is interrupted for a restart', () => {
  it('is asked the same again', async () => {
    const game = new Scripted([human, engine()]);
    await game.table.start();
    await game.play('4');
    const resume = game.table.interrupt(1);
    expect(game.table.thinking).toBeNull();
    resume();
    expect(game.questions).toHaveLength(2);
    expect(game.question.moves).toBe('4');
  });

  it('is not asked where the game went another way meanwhile', async () => {
    const game = new Scripted([human, engine()]);
    await game.table.start();
    await game.play('4');
    const resume = game.table.interrupt(1);
    game.table.stop();
    resume();
    expect(game.questions).toHaveLength(1);
    await game.table.start();
    const again = game.table.interrupt(1);
    await game.goTo(0);
    await game.play('5');
    await game.table.start();
    again();
    expect(game.questions.map(({ moves }) => moves)).toEqual(['4', '4', '5']);
  });

  it('is nothing where another one thinks', async () => {
    const game = new Scripted([human, engine()]);
    await game.table.start();
    await game.play('4');
    game.table.interrupt(0)();
    expect(game.question.signal.aborted).toBe(false);
    expect(game.questions).toHaveLength(1);
  });
});

describe('a disk that fails', () => {
  it('is told to the one who moved; the move stands and the engine is asked', async () => {
    const game = new Scripted([human, engine()]);
    await game.table.start();
    game.disk = new Error('ENOSPC');
    await expect(game.play('4')).rejects.toThrow('ENOSPC');
    expect(game.shown).toBe('4');
    expect(game.table.thinking?.seat).toBe(1);
  });

  it("does not stop the game at an engine's move", async () => {
    const game = new Scripted([human, engine()]);
    await game.table.start();
    await game.play('4');
    game.disk = new Error('ENOSPC');
    await game.question.move(3);
    expect(game.shown).toBe('43');
    expect(game.table.running).toBe(true);
  });
});

it('asks no engine once it is closed', async () => {
  const game = new Scripted([engine(), human]);
  await game.table.start();
  const { question } = game;
  game.table.close();
  expect(question.signal.aborted).toBe(true);
  await question.move(4);
  expect([game.moves, game.table.running]).toEqual(['', false]);
});

describe('engines of a game', () => {
  it('are told of each action from where play begins, and of none before', async () => {
    const game = new Scripted([human, engine()]);
    await game.play('44');
    expect(game.said).toEqual([]);
    await game.table.start();
    await game.play('4');
    await game.question.move(1);
    expect(game.said).toEqual(['begin', '44', '444', '4441']);
  });

  it('are told of the move that ends it before they are let go, with either side moving', async () => {
    const game = new Scripted([human, engine()]);
    await game.table.start();
    for (let round = 0; round < 3; round++) {
      await game.play('1');
      await game.question.move(2);
    }
    await game.play('1');
    expect(game.table.endingAt()).toMatchObject({ word: 'win', winner: 0 });
    expect(game.said.slice(-2)).toEqual(['1212121', 'finish']);
  });

  it('are told nothing of what was not a move, and let go', async () => {
    const game = new Scripted([engine(), human]);
    await game.table.start();
    await game.question.answer({ kind: 'failed', reason: 'it would not' });
    expect(game.table.endingAt()?.word).toBe('void');
    expect(game.said).toEqual(['begin', '', 'finish']);
  });

  it("are told nothing while the game is stopped, and of a person's moves all at once when play goes on", async () => {
    const game = new Scripted([human, engine()]);
    await game.table.start();
    await game.play('1');
    game.table.stop();
    await game.play('23');
    await game.table.start();
    expect(game.said).toEqual(['begin', '', '1', 'begin', '123']);
  });
});
