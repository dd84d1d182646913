import { describe, expect, it } from 'vitest';
import { defaultDeadlines } from '../protocol.ts';
import { Desk, kinds, lineOf, oddities, reports } from './desk.fixture.ts';
import { MAX_UNANSWERED, LIVENESS } from './states.ts';

const EMPTY = 'play 7/7/7/7/7/7 x';
const faults = (events: ReturnType<Desk['at']>) => events.filter((event) => event.kind === 'fault');

describe('the handshake', () => {
  it('sends start once and is ready when started comes, noise or not', () => {
    const desk = new Desk();
    desk.request({ kind: 'start' });
    desk.request({ kind: 'start' });
    expect(desk.out).toEqual(['start']);
    expect(oddities(desk.hear('Instantiated server', 'Enter Cfi command'))).toEqual([
      'noise-line',
      'noise-line',
    ]);
    expect(kinds(desk.hear('started'))).toEqual(['ready', 'state']);
    expect(desk.request({ kind: 'start' })).toEqual([{ kind: 'ready' }]);
  });

  it('fails after its deadline, saying what was heard', () => {
    const desk = new Desk();
    desk.now = 5;
    desk.request({ kind: 'start' });
    desk.hear('cfpok', 'id name X');
    expect(desk.driver.nextWake()).toBe(5 + defaultDeadlines.handshake);
    expect(faults(desk.at(10_004))).toEqual([]);
    expect(faults(desk.at(10_005))).toEqual([
      {
        kind: 'fault',
        ending: 'handshake',
        reason: 'no "started" within 10 s; the last lines heard: "cfpok", "id name X"',
      },
    ]);
    expect(desk.driver.nextWake()).toBeNull();
    expect(desk.search().events).toMatchObject([{ kind: 'failed' }]);
  });

  it('says that nothing was heard', () => {
    const desk = new Desk();
    desk.request({ kind: 'start' });
    expect(desk.at(10_000)).toMatchObject([{ reason: 'no "started" within 10 s; no line was heard' }]);
  });

  it('serves a search that was requested before started', () => {
    const desk = new Desk();
    expect(desk.search().events).toMatchObject([
      { kind: 'failed', reason: 'the conversation has not begun' },
    ]);
    desk.request({ kind: 'start' });
    desk.search();
    expect(desk.out).toEqual(['start']);
    desk.hear('started');
    expect(desk.out).toEqual(['start', `${EMPTY} 1`]);
  });

  it('understands the refusal of a second start', () => {
    const desk = new Desk().open();
    expect(desk.type('start')).toEqual([]);
    expect(desk.hear('debug The server cannot be re-started')).toEqual([
      { kind: 'info', text: 'The server cannot be re-started' },
      { kind: 'understood', what: 'a second start is refused' },
    ]);
    expect(oddities(desk.hear('started'))).toEqual(['unasked-started']);
  });
});

describe('hand-typed lines', () => {
  it('get their answers, which are never those of a search', () => {
    const desk = new Desk().open();
    desk.type('play 4/4/4/4 x 2');
    const { id } = desk.search({ limit: { kind: 'depth', plies: 3 } });
    expect(desk.hear('bestmove 1')).toEqual([{ kind: 'understood', what: 'answered: "play 4/4/4/4 x 2"' }]);
    expect(reports(desk.hear('bestmove 5'))).toMatchObject([{ search: id, report: { answer: { move: 5 } } }]);
  });

  it('cut the search under way by quit', () => {
    const desk = new Desk().open();
    desk.search();
    desk.type('quit');
    expect(reports(desk.hear('bestmove 3'))).toMatchObject([{ final: true, report: { truncated: true } }]);
    expect(desk.out).toEqual([`${EMPTY} 1`]);
  });

  it.each([
    ['play 7/7 x 0', 'the play is invalid: the depth must be greater than zero'],
    ['play  7/7 x 1', 'words are separated by single blanks; more break a command'],
    ['foo', 'there is no command "foo"'],
    ['PING', 'commands are lower case, not "PING"'],
    ['quit now', 'this command takes no words after it, not "now"'],
    ['', 'a line without a word is not a command'],
  ])('%j is misuse', (line, text) => {
    expect(new Desk().open().type(line)).toContainEqual({ kind: 'misuse', text });
  });

  it('are misuse before start and after stop, and leave no question open', () => {
    const desk = new Desk();
    expect(desk.type('play 7/7 x 1')).toEqual([{ kind: 'misuse', text: 'a play before start is rejected' }]);
    expect(kinds(desk.type('ping'))).toEqual([]);
    desk.open();
    expect(kinds(desk.hear('bestmove 1'))).toEqual(['stale', 'oddity']);
    desk.type('stop');
    expect(kinds(desk.type('ping'))).toEqual(['misuse']);
    expect(kinds(desk.request({ kind: 'ping' }))).toEqual(['misuse']);
    expect(desk.driver.nextWake()).toBeNull();
  });

  it('are counted up to a limit', () => {
    const desk = new Desk().open();
    for (let count = 0; count < MAX_UNANSWERED; count++)
      expect(kinds(desk.type('play 4/4 x 1'))).not.toContain('misuse');
    expect(desk.type('play 4/4 x 1')).toContainEqual({
      kind: 'misuse',
      text: `${MAX_UNANSWERED} plays are unanswered; this one is not counted`,
    });
    // Our own play waits until it can be told from the others.
    const { id } = desk.search({ limit: { kind: 'depth', plies: 1 } });
    expect(desk.out).toEqual([]);
    for (let count = 0; count < MAX_UNANSWERED; count++) desk.hear('bestmove 0');
    expect(reports(desk.hear('bestmove 3'))).toMatchObject([{ search: id }]);
  });
});

describe('stop', () => {
  it('ends every search; an answer that was under way goes nowhere, and what comes behind it is odd', () => {
    const desk = new Desk().open();
    const one = desk.search();
    const two = desk.search();
    const events = desk.type('stop');
    expect(events).toContainEqual({ kind: 'failed', search: one.id, reason: 'the server was told to stop' });
    expect(events).toContainEqual({ kind: 'failed', search: two.id, reason: 'the server was told to stop' });
    expect(desk.driver.nextWake()).toBeNull();
    expect(desk.hear('bestmove 3')).toEqual([{ kind: 'stale', text: '"bestmove 3"' }]);
    expect(desk.driver.exchange).toMatchObject({ answers: [1], move: { move: 3 } });
    expect(oddities(desk.hear('Server stopped'))).toEqual(['noise-line', 'talk-after-stop']);
    expect(oddities(desk.hear('bestmove 3'))).toEqual(['talk-after-stop', 'unasked-bestmove']);
    expect(kinds(desk.search().events)).toEqual(['failed']);
    expect(kinds(desk.request({ kind: 'start' }))).toEqual(['misuse']);
  });

  it.each([
    ['start', 'started', 'understood'],
    ['ping', 'pong', 'alive'],
    ['play 4/4 x 1', 'bestmove 0', 'understood'],
    ['play 4/4 x 1', 'debug Command PLAY failed', 'info,understood'],
  ])('that meets the answer to %s on its way makes none of it odd: %s', (question, answer, told) => {
    const desk = new Desk();
    if (question !== 'start') desk.open();
    desk.type(question, 'stop');
    expect(desk.driver.state).toBe('quitting');
    expect(kinds(desk.hear(answer)).join()).toBe(told);
    expect(oddities(desk.hear('info --plies 5'))).toEqual(['talk-after-stop']);
  });

  it('may be read after a play that came before it, but within the time for an answer', () => {
    const desk = new Desk().open();
    desk.type('play 4/4 x 1', 'stop');
    desk.now = defaultDeadlines.stop;
    expect(oddities(desk.hear('info --plies 5', 'debug deep'))).toEqual([]);
    desk.now++;
    expect(oddities(desk.hear('info --plies 6', 'bestmove 3'))).toEqual([
      'talk-after-stop',
      'talk-after-stop',
    ]);
  });
});

describe('signs of life', () => {
  it('answer pings in order, in mid-search too', () => {
    const desk = new Desk().open();
    desk.search();
    desk.now = 100;
    desk.request({ kind: 'ping' });
    desk.now = 130;
    desk.type('ping');
    expect(desk.hear('pong')).toEqual([{ kind: 'alive', milliseconds: 30 }]);
    expect(desk.hear('pong')).toEqual([{ kind: 'alive', milliseconds: 0 }]);
    expect(oddities(desk.hear('pong'))).toEqual(['unasked-pong']);
    expect(desk.driver.state).toBe('thinking');
  });

  it('are asked for while a play runs long, and missed after their deadline', () => {
    const desk = new Desk().open();
    desk.search({ limit: { kind: 'depth', plies: 20 } });
    expect(desk.driver.nextWake()).toBe(LIVENESS);
    desk.at(LIVENESS);
    expect(desk.out.at(-1)).toBe('ping');
    desk.hear('pong');
    expect(desk.driver.nextWake()).toBe(2 * LIVENESS);
    desk.at(2 * LIVENESS);
    expect(desk.out.filter((line) => line === 'ping')).toHaveLength(2);
    expect(desk.driver.nextWake()).toBe(2 * LIVENESS + defaultDeadlines.ready);
    expect(faults(desk.at(30_000))).toEqual([
      { kind: 'fault', ending: 'stalled', reason: 'no "pong" within 10 s' },
    ]);
  });

  it('are not asked for while nothing runs', () => {
    const desk = new Desk().open();
    expect(desk.driver.nextWake()).toBeNull();
  });
});

describe('the deadline after quit', () => {
  it('is for all plays and begins anew with each answer', () => {
    const desk = new Desk().open();
    desk.type('play 4/4 x 1', 'play 4/4 x 1', 'play 4/4 x 1', 'quit');
    expect(desk.driver.nextWake()).toBe(5000);
    desk.now = 4000;
    desk.hear('bestmove 0');
    expect(desk.driver.nextWake()).toBe(9000);
    expect(faults(desk.at(9000))).toEqual([
      { kind: 'fault', ending: 'stalled', reason: '2 plays were not answered within 5 s after quit' },
    ]);
  });

  it.each([
    [
      ['error out of memory', 'pong', ''],
      'a play was not answered within 5 s after quit, but the engine said "error out of memory"',
    ],
    [['what?', 'bestmove 0'], 'a play was not answered within 5 s after quit'],
  ])('names what was said in the place of an answer: %j', (lines, reason) => {
    const desk = new Desk().open();
    desk.type('play 4/4 x 1', ...(lines.includes('bestmove 0') ? ['play 4/4 x 1'] : []), 'quit');
    for (const line of lines) desk.hear(line);
    expect(faults(desk.at(5000))).toEqual([{ kind: 'fault', ending: 'stalled', reason }]);
  });

  it('does not exist where quit had nothing to quit', () => {
    const desk = new Desk().open();
    desk.type('quit');
    expect(desk.driver.nextWake()).toBeNull();
    expect(desk.driver.state).toBe('idle');
  });
});

describe('what CFSI has not', () => {
  it('is said in words, and nothing is sent', () => {
    const desk = new Desk().open();
    expect(desk.request({ kind: 'options', values: {} })).toEqual([]);
    expect(kinds(desk.request({ kind: 'options', values: { Level: '3' } }))).toEqual(['misuse']);
    expect(kinds(desk.request({ kind: 'press', option: 'Clear' }))).toEqual(['misuse']);
    expect(kinds(desk.request({ kind: 'debug', on: true }))).toEqual(['misuse']);
    expect(desk.out).toEqual([]);
  });
});

describe('answers measured by their question', () => {
  it.each([
    ['bestmove 3 --score 1.5', ['score-out-of-range']],
    ['bestmove 3 --score -1.0', ['impossible-score']],
    ['bestmove 3 --scores 3;0.5/3;0.4', ['repeated-column']],
    ['bestmove 3 --scores 3;0.5/9;0.4', ['column-off-board']],
    ['bestmove 3 --four 2/3', ['four-without-column']],
    ['bestmove 3 --line 3;0/3;1/3;2', ['line-too-short']],
    ['bestmove 3 --line 3;0/3;1/3;2/3;6', ['line-off-board']],
    ['bestmove 3 --scores 3;0.1 --score 0.1', []],
  ])('%s: %j', (line, names) => {
    const desk = new Desk().open();
    desk.search();
    expect(oddities(desk.hear(line))).toEqual(names);
  });
});

describe('a typed quit that overtakes our play', () => {
  it('is followed by one of ours, since the play still runs', () => {
    const desk = new Desk().open();
    const { driver } = desk;
    desk.type('play 7/7/7/7/7/7 o 4');
    const line = lineOf('7/7/7/7/7/7 x');
    const search = { id: 1, line, limit: { kind: 'none' }, purpose: 'play' } as const;
    const proposed = driver.request({ kind: 'search', search }, 0);
    expect(proposed).toEqual([{ kind: 'send', line: 'play 7/7/7/7/7/7 x 1' }]);
    driver.sent('quit', 0);
    driver.receive('bestmove 3', 0);
    expect(driver.sent('play 7/7/7/7/7/7 x 1', 0)).toContainEqual({ kind: 'send', line: 'quit' });
    driver.sent('quit', 0);
    expect(reports(driver.receive('bestmove 4', 0))).toMatchObject([{ search: 1, final: true }]);
  });
});

describe('after a fault', () => {
  it('nothing more is proposed', () => {
    const desk = new Desk().open();
    desk.request({ kind: 'ping' });
    expect(kinds(desk.at(60_000))).toContain('fault');
    desk.out.length = 0;
    desk.request({ kind: 'ping' });
    desk.request({ kind: 'stop' });
    desk.search();
    expect(desk.out).toEqual([]);
  });
});

describe('what cannot be reckoned with', () => {
  it('a search without an end of its time is refused', () => {
    const { events } = new Desk().open().search({ limit: { kind: 'time', seconds: Infinity } });
    expect(events).toMatchObject([{ kind: 'failed', reason: 'the time to search has no end' }]);
  });

  it('a depth beyond any board leaves a finite scale', () => {
    const desk = new Desk().open();
    desk.search({ limit: { kind: 'depth', plies: 1e9 } });
    expect(reports(desk.hear('bestmove 3 --score 0.05'))[0]?.report.staticScale).toBe(10 ** 41);
  });
});

describe('a server that prints a prompt for every line', () => {
  it('owes one for a line before the stop, and none for more', () => {
    const desk = new Desk().open();
    desk.hear('Enter Cfi command');
    desk.type('quit', 'stop');
    expect(oddities(desk.hear('Enter Cfi command'))).toEqual(['noise-line']);
    expect(oddities(desk.hear('Enter Cfi command'))).toEqual(['noise-line', 'talk-after-stop']);
  });
});

describe('a play of one column', () => {
  it.each([
    ['7/7/7/7/7/7 x 2 --column 9', '--column 9 is not on the board, so that no move can be found'],
    ['o6/x6/o6/x6/o6/x6 o 2 --column 0', '--column 0 is full, so that no move can be found'],
  ])('%s cannot be answered by a move, and NULL is right', (play, text) => {
    const desk = new Desk().open();
    expect(desk.type(`play ${play}`)).toContainEqual({ kind: 'misuse', text });
    desk.hear('bestmove NULL');
    expect(desk.driver.exchange?.move).toBeNull();
    desk.type('play 7/7/7/7/7/7 x 2 --column 3');
    desk.hear('bestmove NULL');
    expect(desk.driver.exchange?.move).toMatchObject({ kind: 'none' });
  });

  it('of depth 0 is forbidden, and what answers it is read on its board', () => {
    const desk = new Desk().open();
    desk.type('play 7/7/7/7/7/7 x 0');
    desk.hear('bestmove 3');
    expect(desk.driver.exchange).toMatchObject({ position: lineOf('7/7/7/7/7/7 x').position });
  });
});
