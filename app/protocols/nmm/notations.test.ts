import { describe, expect, it } from 'vitest';
import { newgameLine } from './commands.ts';
import { Desk, lineOf } from './desk.fixture.ts';
import { TRIAL } from './notations.ts';
import { PROBE } from './searches.ts';

/** White is to move; its only free man, on b4, touches c4 but not d7. */
const B4 = 'w:b4,a4,b6,b2;b:a7,a1,d6,d2;w;18;0';

describe('how moves are written', () => {
  it('is learned from the first answer where nothing has to be told before', () => {
    const desk = new Desk().open();
    expect(desk.play(lineOf())).toEqual(['newgame', 'go']);
    desk.hear('bestmove P4');
    expect(desk.of('learned')).toEqual([{ kind: 'learned', setting: 'moves', value: 'index' }]);
    expect(desk.play(lineOf('d6 a7'))).toEqual(['move P0', 'go']);
  });

  it('is learned by a go that plays nothing before any move is sent', () => {
    const desk = new Desk().open();
    expect(desk.play(lineOf('a7'))).toEqual(['newgame', 'go noplay']);
    expect(desk.wait(PROBE)).toEqual(['stop']);
    expect(desk.tried('bestmove Pd6')).toEqual(['newgame', 'move Pa7', 'go']);
    expect(desk.of('learned')).toMatchObject([{ setting: 'moves', value: 'name' }]);
    expect(desk.reports).toEqual([]);
  });

  it('is not asked for where it is set', () => {
    const desk = new Desk({ moves: 'index' }).open();
    expect(desk.play(lineOf('a7'))).toEqual(['newgame', 'move P0', 'go']);
    desk.hear('bestmove Pd7');
    expect(desk.of('learned')).toEqual([]);
  });

  it('is not known from a move in both, and no move is sent', () => {
    const desk = new Desk().open();
    desk.play(lineOf('a7'));
    expect(desk.hear('bestmove P4Td7')).toEqual([]);
    expect(desk.of('failed')[0]?.reason).toMatch(/cannot be told from "P4Td7"/);
    expect(desk.sent.filter((line) => line.startsWith('move'))).toEqual([]);
  });

  it.each([
    ['none', 'none'],
    ['x', 'unreadable'],
  ])('is not known from %s, which is the answer', (words, kind) => {
    const desk = new Desk().open();
    desk.play(lineOf('a7'));
    expect(desk.hear(`bestmove ${words}`)).toEqual([]);
    expect(desk.reports).toMatchObject([{ search: 1, final: true, report: { answer: { kind } } }]);
    expect(desk.sent.filter((line) => line.startsWith('move'))).toEqual([]);
  });
});

describe('how positions are written', () => {
  const trial = { index: newgameLine(TRIAL, 'index'), name: newgameLine(TRIAL, 'name') };
  const analysed = lineOf('a7 d6');

  it('is asked for in no time, with a position from which men are moved', () => {
    const desk = new Desk().open();
    expect(desk.search(analysed)).toEqual(['newgame', trial.index, 'go noplay']);
    expect(desk.wait(PROBE)).toEqual(['stop']);
  });

  it('is that of the text where that is read', () => {
    const desk = new Desk().open();
    desk.search(analysed);
    expect(desk.tried('bestmove Mb4-c4')).toEqual(['newgame w:0;b:4;w;2;2', 'go noplay']);
    expect(desk.of('learned')).toEqual([
      { kind: 'learned', setting: 'moves', value: 'name' },
      { kind: 'learned', setting: 'positions', value: 'index' },
    ]);
  });

  it('is the other one where the engine goes on placing men', () => {
    const desk = new Desk().open();
    desk.search(analysed);
    expect(desk.tried('bestmove Pa7')).toEqual(['newgame', trial.name, 'go noplay']);
    expect(desk.tried('bestmove Mb4-c4')).toEqual(['newgame w:a7;b:d6;w;2;2', 'go noplay']);
    expect(desk.of('learned')).toMatchObject([{ value: 'name' }, { setting: 'positions', value: 'name' }]);
  });

  it('is proven by a legal answer alone, whatever stderr says', () => {
    const desk = new Desk().open();
    desk.search(analysed);
    expect(desk.tried('bestmove Mb4-d7')).toEqual(['newgame', trial.name, 'go noplay']);
    expect(desk.complain('Invalid position string')).toEqual(['stop']);
    expect(desk.tried('bestmove Mb4-c4')).toEqual(['newgame w:a7;b:d6;w;2;2', 'go noplay']);
    expect(desk.of('learned').map(({ setting, value }) => [setting, value])).toEqual([
      ['moves', 'name'],
      ['positions', 'name'],
    ]);
  });

  it('is given up after both: the engine is told games from the start only', () => {
    const desk = new Desk().open();
    desk.search(analysed);
    desk.tried('bestmove Pa7');
    expect(desk.tried('bestmove Pa7')).toEqual(['newgame', 'move Pa7', 'move Pd6', 'go noplay']);
    expect(desk.oddities).toContain('positions-unread');
    expect(desk.of('learned').at(-1)).toEqual({ kind: 'learned', setting: 'positions', value: 'none' });
    expect(desk.driver.capabilities.setPosition).toBe('replay');
    expect(desk.driver.accepts(analysed)).toBeNull();
    expect(desk.driver.accepts(lineOf('', B4))).toMatch(/told games from the start only/);
    desk.hear('bestmove Pd7');
    expect(desk.search(lineOf('a7'))).toEqual(['newgame', 'move Pa7', 'go noplay']);
  });

  it('needs not be known for the initial position', () => {
    const desk = new Desk().open();
    expect(desk.search(lineOf())).toEqual(['newgame', 'go noplay']);
  });
});

describe('what another process has shown', () => {
  const start = 'w:a7;b:d6;w;2;2';
  const trial = { index: newgameLine(TRIAL, 'index'), name: newgameLine(TRIAL, 'name') };
  const learned = (desk: Desk): unknown => desk.of('learned').map(({ setting, value }) => [setting, value]);

  it('is taken for granted, and not learned anew where it holds', () => {
    const desk = new Desk({ moves: 'auto name', positions: 'auto index' }).open();
    expect(desk.play(lineOf('c4', start))).toEqual(['newgame w:0;b:4;w;2;2', 'move Pc4', 'go']);
    desk.hear('bestmove Pg1');
    expect(desk.reports).toMatchObject([{ final: true, report: { answer: { text: 'Pg1' } } }]);
    expect([learned(desk), desk.driver.again!()]).toEqual([[], expect.anything()]);
    expect(desk.search(lineOf('', 'w:a7,a4,d1,f2;b:d7,g7,d6;w;30;0'))).toHaveLength(2);
    desk.hear('bestmove Ma7-d7');
    expect(desk.oddities).toContain('position-misread');
  });

  it('is doubted no more once it is proven', () => {
    const desk = new Desk({ moves: 'auto name', positions: 'auto index' }).open();
    desk.search(lineOf('', B4));
    desk.hear('bestmove Mb4-c4');
    desk.search(lineOf('', start));
    desk.complain('Invalid position string');
    desk.hear('bestmove Mb4-c4');
    expect(desk.of('failed')).toMatchObject([{ search: 2 }]);
    expect([learned(desk), desk.driver.again!()]).toEqual([[], null]);
  });

  it('of moves gives way to an answer that is written otherwise, which is asked for anew where moves were told', () => {
    const desk = new Desk({ moves: 'auto index' }).open();
    expect(desk.play(lineOf('a7'))).toEqual(['newgame', 'move P0', 'go']);
    expect(desk.hear('bestmove Pa7')).toEqual(['newgame', 'move Pa7', 'go']);
    expect(desk.reports).toEqual([]);
    desk.hear('bestmove Pd7');
    expect(desk.reports).toMatchObject([{ search: 1, final: true, report: { answer: { text: 'Pd7' } } }]);
    expect(learned(desk)).toEqual([['moves', 'name']]);
  });

  it('of moves gives way to words on stderr', () => {
    const desk = new Desk({ moves: 'auto index' }).open();
    desk.play(lineOf('a7'));
    expect(desk.complain('Invalid move: P0')).toEqual(['stop']);
    expect(desk.hear('bestmove Pa7')).toEqual(['newgame', 'move Pa7', 'go']);
    expect(desk.reports).toEqual([]);
    expect(learned(desk)).toEqual([['moves', 'name']]);
  });

  it('lets words on stderr count as long as they could change what an answer means, and no longer', () => {
    const known = new Desk({ moves: 'index' }).open();
    known.play(lineOf('a7'));
    expect(known.driver.heedsComplaints).toBe(false);
    const supposed = new Desk({ moves: 'auto index' }).open();
    supposed.play(lineOf('a7'));
    expect(supposed.driver.heedsComplaints).toBe(true);
    supposed.hear('bestmove P4');
    expect(supposed.driver.heedsComplaints).toBe(false);
    const told = new Desk({ moves: 'index', positions: 'index' }).open();
    told.play(lineOf('', start));
    expect(told.driver.heedsComplaints).toBe(true);
    told.complain('Invalid position string');
    expect(told.driver.heedsComplaints).toBe(false);
  });

  it.each([
    ['an answer for the position before', []],
    ['words on stderr', ['Invalid position string']],
  ])('of positions gives way to %s', (_, words) => {
    const desk = new Desk({ moves: 'name', positions: 'auto index' }).open();
    desk.search(lineOf());
    desk.hear('bestmove Pa7');
    expect(desk.search(lineOf('', start))).toEqual(['newgame w:0;b:4;w;2;2', 'go noplay']);
    for (const line of words) expect(desk.complain(line)).toEqual(['stop']);
    expect(desk.hear('bestmove Pa7')).toEqual(['newgame', trial.index, 'go noplay']);
    expect(desk.tried('bestmove Pa7')).toEqual(['newgame', trial.name, 'go noplay']);
    expect(desk.tried('bestmove Mb4-c4')).toEqual(['newgame w:a7;b:d6;w;2;2', 'go noplay']);
    desk.hear('bestmove Pg1');
    expect(desk.reports.at(-1)).toMatchObject({ search: 2, report: { answer: { text: 'Pg1' } } });
    expect(learned(desk)).toEqual([['positions', 'name']]);
  });

  it('may have killed the engine, which is tried without it then', () => {
    const desk = new Desk({ moves: 'auto index', positions: 'auto index' }).open();
    expect(desk.driver.again!()).toBeNull();
    desk.play(lineOf('a7'));
    expect(desk.driver.again!()).toEqual({
      settings: { moves: 'auto', positions: 'auto index' },
      reason: 'it may read moves in another notation than it once did',
      doubtsKnown: true,
    });
    expect(new Desk({ moves: 'index' }).open().driver.again!()).toBeNull();
  });

  it('that positions are read in no notation is not asked again', () => {
    const desk = new Desk({ moves: 'name', positions: 'auto none' }).open();
    expect(desk.driver.accepts(lineOf('', B4))).toMatch(/told games from the start only/);
    expect(desk.search(lineOf('a7 d6'))).toEqual(['newgame', 'move Pa7', 'move Pd6', 'go noplay']);
    expect(desk.driver.capabilities.setPosition).toBe('replay');
  });

  it('is never doubted where the user chose it', () => {
    const desk = new Desk({ moves: 'index', positions: 'index' }).open();
    desk.play(lineOf('a7'));
    desk.hear('bestmove Pd7');
    desk.search(lineOf('', start));
    desk.complain('Invalid position string');
    desk.hear('bestmove Pg1');
    expect([learned(desk), desk.driver.again!()]).toEqual([[], null]);
    expect(desk.of('failed')).toHaveLength(1);
  });
});
