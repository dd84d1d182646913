import { describe, expect, it } from 'vitest';
import { defaultDeadlines } from '../protocol.ts';
import { Desk, lineOf } from './desk.fixture.ts';

const named = { positions: 'name', moves: 'name' } as const;
const numbered = { positions: 'index', moves: 'index' } as const;

describe('the handshake', () => {
  it('waits for ready, then says init, and is open', () => {
    const desk = new Desk();
    expect(desk.request({ kind: 'start' })).toEqual([]);
    expect(desk.hear('Muhle 0.3', 'ready')).toEqual(['init']);
    expect(desk.of('ready')).toHaveLength(1);
    expect(desk.request({ kind: 'start' })).toEqual([]);
    expect(desk.of('ready')).toHaveLength(2);
  });

  it('fails after its deadline, saying what was heard', () => {
    const desk = new Desk();
    desk.now = 5;
    desk.request({ kind: 'start' });
    desk.hear('uciok', 'id name X');
    desk.wait(defaultDeadlines.handshake - 1);
    expect(desk.of('fault')).toEqual([]);
    desk.wait(1);
    expect(desk.of('fault')).toEqual([
      {
        kind: 'fault',
        ending: 'handshake',
        reason: 'no "ready" within 10 s; the last lines heard: "uciok", "id name X"',
      },
    ]);
    expect(desk.driver.nextWake()).toBeNull();
    desk.play(lineOf());
    expect(desk.of('failed')).toMatchObject([{ reason: 'the engine no longer answers' }]);
  });

  it.each(['foo ready', 'Muehle ready now'])('takes %j for ready, whose other words are ignored', (line) => {
    const desk = new Desk();
    desk.request({ kind: 'start' });
    expect(desk.hear(line)).toEqual(['init']);
    expect(new Set(desk.oddities)).toEqual(new Set(['unknown-token']));
    expect(desk.of('ready')).toHaveLength(1);
    desk.hear('foo ready');
    expect(desk.oddities.at(-1)).toBe('noise-line');
  });

  it('takes back that a word of another line was ready when the message comes', () => {
    const desk = new Desk();
    desk.request({ kind: 'start' });
    desk.hear('getting ready', 'ready');
    expect(desk.oddities).toEqual(['unknown-token']);
    desk.hear('ready');
    expect(desk.oddities).toEqual(['unknown-token', 'unasked-ready']);
  });

  it('names a second ready', () => {
    const desk = new Desk().open();
    desk.hear('ready');
    expect(desk.oddities).toEqual(['unasked-ready']);
  });

  it('keeps a search that was asked for before it was open', () => {
    const desk = new Desk(named);
    desk.request({ kind: 'start' });
    expect(desk.play(lineOf())).toEqual([]);
    expect(desk.hear('ready')).toEqual(['init', 'newgame', 'go']);
  });
});

describe('play', () => {
  it('tells the game, has the engine play its own move, and sends no move for that', () => {
    const desk = new Desk(named).open();
    expect(desk.play(lineOf())).toEqual(['newgame', 'go']);
    desk.hear('info time 0.01 eval -1', 'bestmove Pa7');
    expect(desk.reports).toMatchObject([
      { search: 1, final: true, report: { answer: { kind: 'move', text: 'Pa7' }, score: { value: -1 } } },
    ]);
    expect(desk.play(lineOf('a7 d6'))).toEqual(['move Pd6', 'go']);
  });

  it('writes moves as the engine does', () => {
    const desk = new Desk(numbered).open();
    expect(desk.play(lineOf('a7 d6'))).toEqual(['newgame', 'move P0', 'move P4', 'go']);
  });

  it('tells the whole game anew where one was taken back, and in another game', () => {
    const desk = new Desk(named).open();
    desk.play(lineOf('a7'));
    desk.hear('bestmove Pd7');
    expect(desk.play(lineOf('d6'))).toEqual(['newgame', 'move Pd6', 'go']);
    desk.hear('bestmove Pd7');
    expect(desk.play(lineOf('d6', 'w:;b:;w;0;0', 'other'))).toEqual(['newgame', 'move Pd6', 'go']);
  });

  it('tells a game from another start', () => {
    const desk = new Desk(numbered).open();
    expect(desk.play(lineOf('c4', 'w:a7;b:d7;w;2;2'))).toEqual(['newgame w:0;b:1;w;2;2', 'move P11', 'go']);
  });

  it('stops when the time is up', () => {
    const desk = new Desk(named).open();
    desk.play(lineOf(), 2);
    expect(desk.wait(1999)).toEqual([]);
    expect(desk.wait(1)).toEqual(['stop']);
    expect(desk.driver.state).toBe('stopping');
    desk.hear('bestmove Pa7');
    expect(desk.reports).toMatchObject([{ final: true, report: { seconds: 2, truncated: false } }]);
  });

  it('never stops by itself where there is no limit', () => {
    const desk = new Desk(named).open();
    desk.search(lineOf(), { purpose: 'play' });
    expect(desk.driver.nextWake()).toBeNull();
    expect(desk.request({ kind: 'stop' })).toEqual(['stop']);
    desk.hear('bestmove Pa7');
    expect(desk.reports).toMatchObject([{ final: true, report: { truncated: true } }]);
  });

  it('tells of none in a live game as it is', () => {
    const desk = new Desk(named).open();
    desk.play(lineOf());
    desk.hear('bestmove none');
    expect(desk.reports).toMatchObject([{ report: { answer: { kind: 'none' } } }]);
    expect(desk.oddities).toEqual(['early-none']);
  });

  it('tells of a bestmove that cannot be read', () => {
    const desk = new Desk(named).open();
    desk.play(lineOf());
    desk.hear('bestmove Pd4');
    expect(desk.reports).toMatchObject([
      { report: { answer: { kind: 'unreadable', reason: 'the board has no point d4' } } },
    ]);
  });

  it('never sends a go while one is unanswered', () => {
    const desk = new Desk(named).open();
    desk.play(lineOf());
    expect(desk.play(lineOf('a7'))).toEqual(['stop']);
    expect(desk.play(lineOf('a7 d7'))).toEqual([]);
    expect(desk.of('failed')).toMatchObject([{ search: 2 }]);
    expect(desk.hear('bestmove Pg1')).toEqual(['newgame', 'move Pa7', 'move Pd7', 'go']);
    expect(desk.reports).toMatchObject([{ search: 1, final: true }]);
  });
});

describe('an engine that ignores stop', () => {
  const asked = (): Desk => {
    const desk = new Desk(named).open();
    desk.play(lineOf(), 1);
    desk.wait(1000);
    return desk;
  };

  it('is still thinking, which is an oddity after 5 s', () => {
    const desk = asked();
    desk.wait(defaultDeadlines.stop - 1);
    expect(desk.oddities).toEqual([]);
    desk.wait(1);
    expect(desk.oddities).toEqual(['late-bestmove']);
    desk.wait(20_000);
    expect(desk.oddities).toEqual(['late-bestmove']);
    expect(desk.driver.state).toBe('stopping');
    expect(desk.hear('bestmove Pa7')).toEqual([]);
    expect(desk.reports).toHaveLength(1);
    expect(desk.driver.state).toBe('idle');
  });

  it('has stalled when the time for a move is over', () => {
    const desk = asked();
    desk.wait(defaultDeadlines.move);
    expect(desk.of('fault')).toMatchObject([
      { ending: 'stalled', reason: 'no bestmove within 60 s of stop' },
    ]);
  });
});

describe('what cannot be asked', () => {
  it.each([
    [{ limit: { kind: 'depth', plies: 3 } }, /no depth limit/],
    [{ limit: { kind: 'time', seconds: 0 } }, /greater than zero/],
    [{ limit: { kind: 'time', seconds: Infinity } }, /must be finite/],
    [{ only: 3 }, /one move alone/],
  ] as const)('%j', (rest, reason) => {
    const desk = new Desk(named).open();
    desk.search(lineOf(), rest);
    expect(desk.of('failed')).toMatchObject([{ reason: expect.stringMatching(reason) as string }]);
  });

  it('a finished game', () => {
    const desk = new Desk(named).open();
    desk.search(lineOf('', 'w:a7,a4;b:d7,g7,d6;w;30;0'));
    expect(desk.of('failed')).toMatchObject([{ reason: 'the game is over: two men left' }]);
  });

  it('anything before the beginning', () => {
    const desk = new Desk();
    desk.search(lineOf());
    expect(desk.of('failed')).toMatchObject([{ reason: 'the conversation has not begun' }]);
  });

  it.each([
    { kind: 'ping' },
    { kind: 'debug', on: true },
    { kind: 'press', option: 'x' },
    { kind: 'options', values: { a: 'b' } },
  ] as const)('%j', (intent) => {
    const desk = new Desk().open();
    desk.request(intent);
    expect(desk.of('misuse')).toHaveLength(1);
  });
});
