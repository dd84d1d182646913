import { describe, expect, it } from 'vitest';
import { defaultDeadlines } from '../protocol.ts';
import { Desk, lineOf } from './desk.fixture.ts';
import { QUIET } from './hearing.ts';
import { newgameLine } from './commands.ts';
import { TRIAL } from './notations.ts';
import { PROBE, ROUND_SECONDS } from './tasks.ts';

const named = { positions: 'name', moves: 'name' } as const;
const numbered = { positions: 'index', moves: 'index' } as const;

/** White to move with its only free man on b4, which touches a4, b6 and c4, and not d7. */
const B4 = 'w:b4,a4,b6,b2;b:a7,a1,d6,d2;w;18;0';
const FIRST_ROUND = ROUND_SECONDS[0] * 1000;

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
    expect(desk.hear('bestmove Pd6')).toEqual(['newgame', 'move Pa7', 'go']);
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
    expect(desk.hear('bestmove Mb4-c4')).toEqual(['newgame w:0;b:4;w;2;2', 'go noplay']);
    expect(desk.of('learned')).toEqual([
      { kind: 'learned', setting: 'moves', value: 'name' },
      { kind: 'learned', setting: 'positions', value: 'index' },
    ]);
  });

  it('is the other one where the engine goes on placing men', () => {
    const desk = new Desk().open();
    desk.search(analysed);
    expect(desk.hear('bestmove Pa7')).toEqual(['newgame', trial.name, 'go noplay']);
    expect(desk.hear('bestmove Mb4-c4')).toEqual(['newgame w:a7;b:d6;w;2;2', 'go noplay']);
    expect(desk.of('learned')).toMatchObject([{ value: 'name' }, { setting: 'positions', value: 'name' }]);
  });

  it('is not proven by an illegal answer, nor where stderr speaks against it', () => {
    const desk = new Desk().open();
    desk.search(analysed);
    expect(desk.hear('bestmove Mb4-d7')).toEqual(['newgame', trial.name, 'go noplay']);
    expect(desk.complain('Invalid position string')).toEqual(['stop']);
    desk.hear('bestmove Mb4-c4');
    expect(desk.of('learned').map(({ setting }) => setting)).toEqual(['moves']);
  });

  it('is given up after both: the engine is told games from the start only', () => {
    const desk = new Desk().open();
    desk.search(analysed);
    desk.hear('bestmove Pa7');
    expect(desk.hear('bestmove Pa7')).toEqual(['newgame', 'move Pa7', 'move Pd6', 'go noplay']);
    expect(desk.oddities).toContain('positions-unread');
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

describe('analysis', () => {
  it('asks in rounds, each a little longer, about the position alone', () => {
    const desk = new Desk(numbered).open();
    expect(desk.search(lineOf('', B4))).toEqual(['newgame w:3,9,10,18;b:0,4,19,21;w;18;0', 'go noplay']);
    expect(desk.wait(FIRST_ROUND)).toEqual(['stop']);
    expect(desk.hear('info time 0.5 eval 2 nodes 77', 'bestmove M10-11')).toEqual(['go noplay']);
    expect(desk.reports).toMatchObject([
      { final: false, report: { score: { value: 2 }, nodes: 77, answer: { text: 'M10-11' } } },
    ]);
    expect(desk.of('progress')).toMatchObject([{ search: 1, nodes: 77, score: { value: 2 } }]);
    expect(desk.wait(ROUND_SECONDS[1] * 1000)).toEqual(['stop']);
    desk.hear('bestmove M10-11');
    expect(desk.request({ kind: 'stop' })).toEqual(['stop']);
    desk.hear('bestmove M10-11');
    expect(desk.reports.map(({ final }) => final)).toEqual([false, false, true]);
  });

  it('takes an answer that came unasked for the last word', () => {
    const desk = new Desk(numbered).open();
    desk.search(lineOf('', B4));
    expect(desk.hear('bestmove M10-11')).toEqual([]);
    expect(desk.reports).toMatchObject([{ final: true }]);
  });

  it('ends with a stop that somebody typed', () => {
    const desk = new Desk(numbered).open();
    desk.search(lineOf('', B4));
    desk.type('stop');
    expect(desk.hear('bestmove M10-11')).toEqual([]);
    expect(desk.reports).toMatchObject([{ final: true, report: { truncated: true } }]);
  });

  it('does not mix answers while it follows', () => {
    const desk = new Desk(numbered).open();
    desk.search(lineOf('', B4));
    expect(desk.search(lineOf('b4-c4', B4))).toEqual(['stop']);
    expect(desk.hear('bestmove M10-11')).toEqual(['newgame w:3,9,11,18;b:0,4,19,21;b;19;1', 'go noplay']);
    desk.hear('bestmove M0-1');
    expect(desk.reports).toMatchObject([
      { search: 1, report: { answer: { text: 'M10-11' } } },
      { search: 2, report: { answer: { text: 'M0-1' } } },
    ]);
  });
});

describe('an engine that keeps the position before', () => {
  /** It stands on the initial position, and is told of one after a7 and d6. */
  const told = (): Desk => {
    const desk = new Desk(named).open();
    desk.search(lineOf());
    desk.hear('bestmove Pa7');
    expect(desk.search(lineOf('a7 d6'))).toEqual(['newgame w:a7;b:d6;w;2;2', 'go noplay']);
    return desk;
  };
  const whole = ['newgame', 'move Pa7', 'move Pd6', 'go noplay'];

  it('is known by an answer that is legal there only, and told the game instead', () => {
    const desk = told();
    expect(desk.hear('bestmove Pa7')).toEqual(whole);
    expect(desk.oddities).toContain('position-kept');
    expect(desk.of('oddity').at(-1)?.oddity.text).toMatch(/a7 is not empty/);
    desk.hear('bestmove Pg7');
    expect(desk.reports.map(({ search, report }) => [search, report.answer.text])).toEqual([
      [1, 'Pa7'],
      [2, 'Pg7'],
    ]);
  });

  it('is known by its words on stderr, before its answer and after', () => {
    const before = told();
    expect(before.complain('error: Invalid position string')).toEqual(['stop']);
    expect(before.oddities).toContain('position-refused');
    expect(before.hear('bestmove Pg7')).toEqual(whole);
    const after = told();
    after.hear('bestmove Pg7');
    after.complain('Invalid position string');
    expect(after.search(lineOf('a7 d6'))).toEqual(whole);
  });

  it('is not asked where no way is left', () => {
    const desk = new Desk(named).open();
    const start = 'w:a7;b:d6;w;2;2';
    desk.play(lineOf('', start));
    desk.complain('Invalid position string');
    expect(desk.hear('bestmove Pg7')).toEqual([]);
    expect(desk.of('failed')).toMatchObject([
      { reason: 'the engine did not take the position: "Invalid position string"' },
    ]);
    desk.search(lineOf('', start));
    expect(desk.of('failed')).toHaveLength(2);
  });

  it('makes no difference to other words on stderr', () => {
    const desk = told();
    for (const words of ['warning: slow', 'position evaluated', 'Invalid command: `foo`'])
      desk.complain(words);
    desk.hear('bestmove Pg7');
    expect(desk.reports).toHaveLength(2);
    expect(desk.oddities).not.toContain('position-refused');
  });

  it('is told apart from one whose board is wrong', () => {
    const desk = new Desk(named).open();
    desk.search(lineOf('', B4));
    desk.hear('bestmove Mb4-d7');
    expect(desk.oddities).toEqual(['point-names', 'position-misread']);
    expect(desk.of('oddity').at(-1)?.oddity.text).toMatch(/b4 does not touch d7/);
    expect(desk.reports).toMatchObject([{ final: true, report: { answer: { text: 'Mb4-d7' } } }]);
  });

  it('loses a game by an illegal answer from a start that it was told', () => {
    const desk = new Desk(named).open();
    desk.play(lineOf());
    desk.hear('bestmove Pa7');
    desk.play(lineOf('', 'w:a7,b6;b:d6,a4;w;4;4'));
    desk.hear('bestmove Pb6');
    expect(desk.reports.at(-1)).toMatchObject({
      search: 2,
      final: true,
      report: { answer: { text: 'Pb6' } },
    });
  });
});

describe('messages at inappropriate times', () => {
  it('are named, and used for nothing', () => {
    const desk = new Desk(named).open();
    desk.hear('info time 1 eval 2 nodes 3', 'bestmove Pa7');
    expect(desk.oddities).toEqual(['unasked-info', 'point-names', 'unasked-bestmove']);
    expect(desk.of('stale')).toHaveLength(1);
    expect(desk.of('progress')).toEqual([]);
    desk.type('quit');
    desk.hear('info time 1');
    expect(desk.oddities).toContain('talk-after-quit');
  });

  it('make the next go wait where a go was answered twice', () => {
    const desk = new Desk(named).open();
    desk.play(lineOf());
    desk.hear('bestmove Pa7', 'bestmove Pa7');
    desk.play(lineOf('a7 d6'));
    desk.play(lineOf('a7 d6', 'w:;b:;w;0;0', 'h'));
    expect(desk.hear('bestmove Pa4')).toEqual([]);
    desk.hear('bestmove Pa4');
    expect(desk.wait(QUIET)).toEqual(['newgame', 'move Pa7', 'move Pd6', 'go']);
  });
});

describe('lines typed by hand', () => {
  it('are answered, and their answers are nobody else’s', () => {
    const desk = new Desk(named).open();
    desk.type('go noplay');
    expect(desk.play(lineOf())).toEqual(['stop']);
    expect(desk.hear('bestmove Pa7')).toEqual(['newgame', 'go']);
    expect(desk.of('understood')).toContainEqual({ kind: 'understood', what: 'answered: "bestmove Pa7"' });
    expect(desk.reports).toEqual([]);
  });

  it('that change the board are noticed', () => {
    const desk = new Desk(named).open();
    desk.play(lineOf());
    desk.hear('bestmove Pa7');
    desk.type('move Pd7');
    expect(desk.play(lineOf('a7 d6'))).toEqual(['newgame', 'move Pa7', 'move Pd6', 'go']);
  });

  it('that were faster than a go of ours take its answer from the search', () => {
    const desk = new Desk(named).open();
    const search = { id: 9, line: lineOf(), limit: { kind: 'none' }, purpose: 'play' } as const;
    expect(desk.driver.request({ kind: 'search', search }, 0)).toEqual([{ kind: 'send', line: 'newgame' }]);
    expect(desk.driver.sent('newgame', 0)).toEqual([{ kind: 'send', line: 'go' }]);
    desk.driver.sent('move Pd7', 0);
    const out = desk.driver.sent('go', 0);
    expect(out).toContainEqual({ kind: 'send', line: 'stop' });
    desk.driver.sent('stop', 0);
    const events = desk.driver.receive('bestmove Pa7', 0);
    expect(events.map(({ kind }) => kind)).toContain('stale');
    expect(events).toContainEqual({ kind: 'send', line: 'newgame' });
  });

  it.each([
    ['isready', /no command "isready"/],
    ['', /a line without a command/],
    ['move Pxx', /the move cannot be read/],
    ['newgame garbage', /the position cannot be read/],
    ['init', /init is sent once only/],
    ['go fast', /no token "fast"/],
  ])('%j is misuse', (line, words) => {
    const desk = new Desk().open();
    desk.type(line);
    expect(desk.of('misuse').map(({ text }) => text)).toEqual([expect.stringMatching(words)]);
  });

  it('may be illegal moves, which kill engines', () => {
    const desk = new Desk().open();
    desk.type('newgame');
    desk.type('move P0');
    desk.type('move P0');
    expect(desk.of('misuse')).toMatchObject([{ text: expect.stringMatching(/a7 is not empty/) as string }]);
  });

  it('may ask twice, which an engine is free to ignore', () => {
    const desk = new Desk(named).open();
    desk.type('go');
    desk.type('go');
    desk.play(lineOf());
    desk.hear('bestmove Pa7');
    desk.wait(defaultDeadlines.move);
    expect(desk.of('fault')).toEqual([]);
    expect(desk.of('misuse')).toHaveLength(2);
    expect(desk.sent.slice(-2)).toEqual(['newgame', 'go']);
  });

  it('end everything with quit', () => {
    const desk = new Desk(named).open();
    desk.play(lineOf());
    desk.play(lineOf('a7'));
    desk.type('quit');
    expect(desk.of('failed').map(({ search }) => search)).toEqual([2, 1]);
    desk.play(lineOf());
    expect(desk.of('failed').at(-1)).toMatchObject({ reason: 'the engine was told to quit' });
    desk.type('go');
    expect(desk.of('misuse')).toHaveLength(1);
  });
});

describe('what cannot be asked', () => {
  it.each([
    [{ limit: { kind: 'depth', plies: 3 } }, /no limit of depth/],
    [{ limit: { kind: 'time', seconds: 0 } }, /more than nothing/],
    [{ limit: { kind: 'time', seconds: Infinity } }, /has no end/],
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
