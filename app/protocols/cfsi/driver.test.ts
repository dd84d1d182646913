import { describe, expect, it } from 'vitest';
import type { Game } from '../../games/game.ts';
import { defaultDeadlines } from '../protocol.ts';
import { Desk, kinds, lineOf, oddities, reports } from './desk.fixture.ts';
import { MAX_UNANSWERED } from './ledger.ts';
import { LIVENESS } from './waits.ts';

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

describe('a search by depth', () => {
  const limit = { kind: 'depth', plies: 4 } as const;

  it('is one play and one report', () => {
    const desk = new Desk().open();
    desk.now = 1000;
    const { id } = desk.search({ limit, line: lineOf('xoxx2/xxoo1o/xxoo1o/ox4 o') });
    expect(desk.out).toEqual(['play xoxx2/xxoo1o/xxoo1o/ox4 o 4']);
    desk.now = 2500;
    expect(desk.hear('info --plies 56780')).toEqual([{ kind: 'progress', search: id, nodes: 56780 }]);
    const events = desk.hear(
      'bestmove 4 --score 0.01 --four 4/4  --scores 2;-0.00013541667/3;-0.000140625/4;0.01/5;-0.00014756944',
    );
    expect(oddities(events)).toEqual(['extra-blanks']);
    expect(reports(events)).toEqual([
      {
        kind: 'report',
        search: id,
        final: true,
        report: {
          answer: { kind: 'move', move: 4, text: '4' },
          score: { type: 'decisive', winner: 'mover', plies: 3 },
          scores: new Map([
            ['3', { type: 'static', value: -0.00013541667 }],
            ['4', { type: 'static', value: -0.000140625 }],
            ['5', { type: 'decisive', winner: 'mover', plies: 3 }],
            ['6', { type: 'static', value: -0.00014756944 }],
          ]),
          winningMoves: ['5', '5'],
          depth: 4,
          nodes: 56780,
          seconds: 1.5,
          truncated: false,
        },
      },
    ]);
    expect(desk.out).toHaveLength(1);
  });

  it('asks about one column with --column, counted from 0', () => {
    const desk = new Desk().open();
    desk.search({ limit, only: 0 });
    expect(desk.out).toEqual([`${EMPTY} 4 --column 0`]);
    expect(oddities(desk.hear('bestmove 1'))).toEqual(['other-column']);
  });

  it.each([
    ['bestmove NULL', { kind: 'none', text: 'NULL' }],
    ['bestmove three', { kind: 'unreadable', text: 'three', reason: '"three" is neither a column nor NULL' }],
    [
      'bestmove 7',
      { kind: 'unreadable', text: '7', reason: 'column 7 is off the board, whose columns are 0 to 6' },
    ],
    [
      'bestmove -1',
      { kind: 'unreadable', text: '-1', reason: 'column -1 is off the board, whose columns are 0 to 6' },
    ],
  ])('%s', (line, answer) => {
    const desk = new Desk().open();
    desk.search({ limit });
    expect(reports(desk.hear(line))).toMatchObject([{ final: true, report: { answer } }]);
  });

  it('fails when a debug line names PLAY, and only then', () => {
    const desk = new Desk().open();
    const { id } = desk.search({ limit });
    expect(kinds(desk.hear('debug replaying the opening', 'debug display is on'))).toEqual(['info', 'info']);
    expect(desk.hear('debug Command play failed.').at(-1)).toEqual({
      kind: 'failed',
      search: id,
      reason: 'the engine refused the play: "Command play failed."',
    });
    expect(desk.driver.state).toBe('idle');
  });

  it.each([0, -1, 1.5])('of %d plies is never sent', (plies) => {
    const desk = new Desk().open();
    expect(desk.search({ limit: { kind: 'depth', plies } }).events).toMatchObject([
      { kind: 'failed', reason: `the depth must be a whole number greater than zero, not ${plies}` },
    ]);
    expect(desk.out).toEqual([]);
  });

  it('of a finished board fails at once, and of another game', () => {
    const desk = new Desk().open();
    const { events } = desk.search({ line: lineOf('xxxx3/ooo4/7/7/7/7 o') });
    expect(events).toMatchObject([{ kind: 'failed', reason: 'the game is over: four in a row' }]);
    const line = { ...lineOf('4/4 x'), game: { id: 'quoridor', name: 'Quoridor' } as Game };
    expect(desk.driver.accepts(line)).toBe('CFSI carries Connect Four, not Quoridor');
    expect(desk.search({ line }).events).toMatchObject([{ kind: 'failed' }]);
    expect(desk.out).toEqual([]);
  });
});

describe('a search by time', () => {
  const limit = { kind: 'time', seconds: 1 } as const;

  it('asks deeper and deeper, then quits; the deepest complete round is final', () => {
    const desk = new Desk().open();
    desk.search({ limit });
    desk.at(300);
    expect(reports(desk.hear('bestmove 3 --score 0.5'))).toMatchObject([
      { final: false, report: { depth: 1 } },
    ]);
    desk.hear('bestmove 2 --score -0.02');
    expect(desk.out).toEqual([`${EMPTY} 1`, `${EMPTY} 2`, `${EMPTY} 3`]);
    expect(desk.driver.nextWake()).toBe(1000);
    desk.at(1000);
    expect(desk.out.at(-1)).toBe('quit');
    expect(desk.driver.state).toBe('stopping');
    const last = reports(desk.hear('bestmove 6'));
    expect(last).toMatchObject([
      { final: true, report: { depth: 2, answer: { move: 2 }, truncated: false } },
    ]);
    expect(desk.out).toHaveLength(4);
  });

  it('takes the truncated answer where no round is complete', () => {
    const desk = new Desk().open();
    desk.search({ limit });
    desk.at(1000);
    expect(reports(desk.hear('bestmove 6'))).toMatchObject([
      { final: true, report: { depth: 1, answer: { move: 6 }, truncated: true, seconds: 1 } },
    ]);
  });

  it('ends without quit when the answer comes as time is up', () => {
    const desk = new Desk().open();
    desk.search({ limit });
    desk.now = 1200;
    expect(reports(desk.hear('bestmove 6'))).toMatchObject([{ final: true, report: { truncated: false } }]);
    expect(desk.out).toEqual([`${EMPTY} 1`]);
  });

  it('ends early when deeper play can tell nothing new', () => {
    const play = new Desk().open();
    play.search({ limit, purpose: 'play', line: lineOf('x3/x3/x3/4 x') });
    expect(reports(play.hear('bestmove 0 --score 1.0'))).toMatchObject([{ final: true }]);
    const analyse = new Desk().open();
    analyse.search({ limit, line: lineOf('x3/x3/x3/4 x') });
    expect(reports(analyse.hear('bestmove 0 --score 1.0 --scores 0;1.0/1;0.2/2;0.2/3;0.2'))[0]?.final).toBe(
      false,
    );
    expect(
      reports(analyse.hear('bestmove 0 --score 1.0 --scores 0;1.0/1;-0.1/2;-0.1/3;-0.1'))[0]?.final,
    ).toBe(true);
    const lost = new Desk().open();
    lost.search({ limit });
    lost.hear('bestmove 0 --score 0.2');
    expect(reports(lost.hear('bestmove 0 --score -0.1'))).toMatchObject([{ final: true }]);
    const none = new Desk().open();
    none.search({ limit });
    expect(reports(none.hear('bestmove NULL'))).toMatchObject([{ final: true }]);
  });

  it.each([0, -1, NaN])('of %d s is refused', (seconds) => {
    const desk = new Desk().open();
    expect(desk.search({ limit: { kind: 'time', seconds } }).events).toMatchObject([{ kind: 'failed' }]);
  });
});

describe('analysis', () => {
  it('goes on until stop, then reports the deepest complete round', () => {
    const desk = new Desk().open();
    desk.search();
    for (let depth = 1; depth <= 5; depth++) {
      expect(reports(desk.hear(`bestmove ${depth}`))).toMatchObject([{ final: false, report: { depth } }]);
    }
    desk.request({ kind: 'stop' });
    desk.request({ kind: 'stop' });
    expect(desk.out.slice(-2)).toEqual([`${EMPTY} 6`, 'quit']);
    expect(reports(desk.hear('bestmove 0'))).toMatchObject([{ final: true, report: { depth: 5 } }]);
    expect(desk.request({ kind: 'stop' })).toEqual([]);
  });

  it('ends by itself when the depth reaches the stones that can still fall', () => {
    const desk = new Desk().open();
    desk.search({ line: lineOf('2/2 x') });
    const found = [1, 2, 3, 4].flatMap(() => reports(desk.hear('bestmove 0 --score 0.0')));
    expect(found.map(({ final }) => final)).toEqual([false, false, false, true]);
    expect(desk.out).toHaveLength(4);
    const floating = new Desk().open();
    floating.search({ line: lineOf('2/o1/x1/2 x') });
    // Five: one above the column with a hole, four in the other.
    for (let depth = 1; depth < 5; depth++)
      expect(reports(floating.hear('bestmove 0'))[0]?.final).toBe(false);
    expect(reports(floating.hear('bestmove 0'))[0]?.final).toBe(true);
  });

  it('reports the rounds there were when a deeper play is refused', () => {
    const desk = new Desk().open();
    desk.search();
    desk.hear('bestmove 3');
    expect(reports(desk.hear('debug Command PLAY failed'))).toMatchObject([
      { final: true, report: { depth: 1 } },
    ]);
  });

  it('is superseded: no new play before the old one is answered, and the newest request wins', () => {
    const desk = new Desk().open();
    const first = desk.search();
    const second = desk.search({ line: lineOf('x6/7/7/7/7/7 o') });
    const third = desk.search({ line: lineOf('1x5/7/7/7/7/7 o') });
    expect(desk.out).toEqual([`${EMPTY} 1`, 'quit']);
    expect(third.events).toEqual([
      { kind: 'failed', search: second.id, reason: 'a newer search took its place before it began' },
    ]);
    const events = desk.hear('bestmove 3');
    expect(reports(events)).toMatchObject([{ search: first.id, final: true }]);
    expect(desk.out.at(-1)).toBe('play 1x5/7/7/7/7/7 o 1');
    expect(reports(desk.hear('bestmove 2'))).toMatchObject([
      { search: third.id, report: { answer: { move: 2 } } },
    ]);
  });

  it('drops the search that waits when it is stopped', () => {
    const desk = new Desk().open();
    desk.search();
    const second = desk.search();
    expect(desk.request({ kind: 'stop' })).toMatchObject([{ kind: 'failed', search: second.id }]);
    desk.hear('bestmove 3');
    expect(desk.out).toEqual([`${EMPTY} 1`, 'quit']);
    expect(desk.driver.state).toBe('idle');
  });

  it('ends the search under way even where the new one is refused', () => {
    const desk = new Desk().open();
    desk.search();
    desk.search({ line: lineOf('xxxx3/ooo4/7/7/7/7 o') });
    expect(desk.out.at(-1)).toBe('quit');
    expect(reports(desk.hear('bestmove 3'))).toMatchObject([{ search: 1, final: true }]);
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
    ['', 'a line without a word is no command'],
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
  it('voids every question; what is heard then is odd and goes nowhere', () => {
    const desk = new Desk().open();
    const one = desk.search();
    const two = desk.search();
    const events = desk.type('stop');
    expect(events).toContainEqual({ kind: 'failed', search: one.id, reason: 'the server was told to stop' });
    expect(events).toContainEqual({ kind: 'failed', search: two.id, reason: 'the server was told to stop' });
    expect(desk.driver.nextWake()).toBeNull();
    expect(desk.hear('bestmove 3')).toMatchObject([
      { kind: 'stale' },
      { kind: 'oddity' },
      { kind: 'oddity' },
    ]);
    expect(oddities(desk.hear('Server stopped'))).toEqual(['noise-line', 'talk-after-stop']);
    expect(kinds(desk.search().events)).toEqual(['failed']);
    expect(kinds(desk.request({ kind: 'start' }))).toEqual(['misuse']);
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
