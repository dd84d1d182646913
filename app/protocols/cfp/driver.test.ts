import { describe, expect, it } from 'vitest';
import { defaultDeadlines } from '../protocol.ts';
import { DriverProbe } from '../testing/driver-probe.ts';
import {
  lineOf,
  newProbe,
  oddNames,
  openProbe,
  OPTION_LINES,
  reportsOf,
  searchOf,
  seconds,
  thinkingProbe,
} from './driver.fixture.ts';
import { cfp } from './index.ts';

const START = '0000000000000000000000000000000000000000001';

describe('the handshake', () => {
  it('is cfp, identity, options, cfpok', () => {
    const probe = newProbe();
    expect(probe.driver.nextWake()).toBeNull();
    expect(probe.request({ kind: 'start' })).toEqual(['cfp']);
    probe.hear('id name MyEngine 1.1', 'id author Kieran Powell', ...OPTION_LINES, 'cfpok');
    expect(probe.of('identity')).toEqual([
      { kind: 'identity', name: 'MyEngine 1.1' },
      { kind: 'identity', author: 'Kieran Powell' },
    ]);
    expect(probe.of('option').map(({ option }) => option.name)).toEqual([
      'Store Search',
      'Search Depth',
      'Play Style',
      'Clear',
      'Open Book Path',
    ]);
    expect(probe.events.at(-1)).toEqual({ kind: 'ready' });
    expect(oddNames(probe.events)).toEqual([]);
    expect(probe.sent).toEqual(['cfp']);
  });

  it('is opened once', () => {
    const probe = openProbe();
    expect(probe.request({ kind: 'start' })).toEqual([]);
  });

  it('names what an engine leaves out', () => {
    const probe = newProbe();
    probe.request({ kind: 'start' });
    probe.hear('cfpok');
    expect(oddNames(probe.events)).toEqual(['missing-id-name', 'missing-id-author']);
    expect(probe.of('ready')).toHaveLength(1);
  });

  it.each<[string[], string]>([
    [[], 'no cfpok within 10 s of cfp; no line was heard'],
    [
      ['Welcome!', 'uciok', 'a', 'b'],
      'no cfpok within 10 s of cfp; heard instead: "Welcome!", "uciok", "a" (4 lines in all)',
    ],
    [['id name E'], 'no cfpok within 10 s of cfp; heard 1 line, the last of them "id name E"'],
  ])('fails after the deadline, saying what was heard: %j', (lines, reason) => {
    const probe = newProbe();
    probe.request({ kind: 'start' });
    probe.hear(...lines);
    probe.wait(9_999);
    expect(probe.of('fault')).toEqual([]);
    probe.wait(1);
    expect(probe.of('fault')).toEqual([{ kind: 'fault', ending: 'handshake', reason }]);
    expect(probe.driver.nextWake()).toBeNull();
    probe.request(searchOf(1));
    expect(probe.of('failed')).toEqual([
      { kind: 'failed', search: 1, reason: 'the engine no longer answers' },
    ]);
  });

  it('finds nothing odd in what comes after it has failed and been told to quit', () => {
    const probe = newProbe();
    probe.request({ kind: 'start' });
    probe.wait(10_000);
    probe.type('quit');
    for (const line of ['id name E', 'id author A', 'option name B type button', 'cfpok']) {
      const before = probe.events.length;
      probe.hear(line);
      expect(probe.events.length, line).toBeGreaterThan(before);
    }
    expect(oddNames(probe.events)).toEqual([]);
  });

  it('takes its deadline from the settings', () => {
    const probe = new DriverProbe(cfp.createDriver({ ...defaultDeadlines, handshake: 50 }));
    probe.request({ kind: 'start' });
    probe.wait(50);
    expect(probe.of('fault')[0]?.reason).toContain('within 0.05 s');
  });

  it('keeps a search until the conversation is open', () => {
    const probe = newProbe();
    probe.request({ kind: 'start' });
    expect(probe.request(searchOf(1))).toEqual([]);
    expect(probe.hear('id name E', 'id author A', 'cfpok')).toEqual(['cfpnewgame', 'isready']);
  });

  it('names what comes at the wrong time and keeps at most a thousand options', () => {
    const probe = openProbe();
    probe.hear('id name Other', 'cfpok', 'option name Late type button', 'option name late type button');
    expect(oddNames(probe.take())).toEqual([
      'late-id',
      'unasked-cfpok',
      'late-option',
      'doubled-option',
      'late-option',
    ]);
    for (let n = 0; n < 1000; n++) probe.hear(`option name N${n} type button`);
    expect(oddNames(probe.events).filter((name) => name === 'too-many-options')).toHaveLength(6);
  });

  it('shows a wrong option line with what is wrong', () => {
    const probe = newProbe();
    probe.request({ kind: 'start' });
    probe.hear('option name N type spin');
    expect(probe.of('option')[0]?.option).toMatchObject({ type: 'unreadable', fault: 'it has no default' });
    expect(oddNames(probe.events)).toEqual(['wrong-option']);
  });
});

describe('what can be asked', () => {
  const driver = cfp.createDriver(defaultDeadlines);

  it('is Connect Four on seven by six', () => {
    expect(driver.accepts(lineOf('4445'))).toBeNull();
    expect(driver.accepts(lineOf('', 'g', { width: 8, height: 7 }))).toBe(
      'CFP knows the board of 7 by 6 only, and this one is 8 by 7',
    );
    const other = { ...lineOf(''), game: { ...lineOf('').game, id: 'quoridor', name: 'Quoridor' } };
    expect(driver.accepts(other)).toBe('CFP carries Connect Four only, not Quoridor');
    expect(driver.capabilities).toMatchObject({ depth: false, score: false, time: true, stop: true });
  });

  it.each([
    [searchOf(1, '1212121'), 'the game is over: four in a row'],
    [searchOf(1, '', { kind: 'depth', plies: 4 }), 'CFP has no depth limit; set a time instead'],
    [searchOf(1, '', seconds(0)), 'the time must be greater than zero'],
    [
      { kind: 'search' as const, search: { ...searchOf(1).search, only: 3 } },
      'CFP cannot ask about one move alone',
    ],
  ])('a search that cannot be done fails at once and sends nothing (%#)', (intent, reason) => {
    const probe = openProbe();
    expect(probe.request(intent)).toEqual([]);
    expect(probe.take()).toEqual([{ kind: 'failed', search: 1, reason }]);
    expect(probe.driver.state).toBe('idle');
  });

  it('a refused search still ends the one under way', () => {
    const probe = thinkingProbe();
    expect(probe.request(searchOf(2, '1212121'))).toEqual(['stop']);
    probe.hear('bestmove 3');
    expect(reportsOf(probe.events)).toEqual([[1, 3, true]]);
    expect(probe.driver.state).toBe('idle');
  });
});

describe('a search', () => {
  it('of a new game is announced, fenced and started', () => {
    const probe = openProbe();
    expect(probe.request(searchOf(1))).toEqual(['cfpnewgame', 'isready']);
    expect(probe.hear('readyok')).toEqual([`position ${START}`, 'isready']);
    expect(probe.hear('readyok')).toEqual(['go']);
    expect(probe.request({ kind: 'stop' })).toEqual(['stop']);
    probe.wait(100);
    expect(probe.hear('bestmove 3')).toEqual([]);
    const [report] = probe.of('report');
    expect(report).toMatchObject({ search: 1, final: true });
    expect(report?.report).toEqual({
      answer: { kind: 'move', move: 3, text: '3' },
      score: null,
      scores: null,
      staticScale: 1,
      winningMoves: null,
      depth: null,
      nodes: null,
      seconds: 0.1,
      truncated: false,
      exhaustive: false,
      rest: [],
    });
  });

  it('that steps within its game sends the position alone', () => {
    const probe = thinkingProbe();
    probe.request({ kind: 'stop' });
    probe.hear('bestmove 3');
    const stepped = '0000000000000000000000000000000000000010002';
    expect(probe.request(searchOf(2, '4'))).toEqual([`position ${stepped}`, 'isready']);
    expect(probe.hear('readyok')).toEqual(['go']);
    probe.request({ kind: 'stop' });
    probe.hear('bestmove 3');
    expect(probe.request(searchOf(3, '', undefined, 'play', 'other'))).toEqual(['cfpnewgame', 'isready']);
  });

  it('is given its time and stopped when that is up', () => {
    const probe = openProbe();
    probe.request(searchOf(1, '', seconds(5)));
    probe.hear('readyok');
    expect(probe.hear('readyok')).toEqual(['go movetime 5.000000']);
    expect(probe.wait(4_999)).toEqual([]);
    expect(probe.wait(1)).toEqual(['stop']);
    probe.hear('bestmove 2');
    expect(reportsOf(probe.events)).toEqual([[1, 2, true]]);
    expect(probe.of('report')[0]?.report.truncated).toBe(false);
  });

  it('that is stopped before its time is marked as cut short', () => {
    const probe = thinkingProbe(seconds(5));
    probe.wait(1000);
    expect(probe.request({ kind: 'stop' })).toEqual(['stop']);
    probe.hear('bestmove 2');
    expect(probe.of('report')[0]?.report).toMatchObject({ truncated: true, seconds: 1 });
  });

  it('may be answered early, and then no stop follows', () => {
    const probe = thinkingProbe(seconds(5));
    expect(probe.hear('bestmove 3')).toEqual([]);
    expect(reportsOf(probe.events)).toEqual([[1, 3, true]]);
    expect(oddNames(probe.events)).toEqual(['early-bestmove']);
    expect(probe.wait(10_000)).toEqual([]);
    expect(probe.sent).not.toContain('stop');
  });

  it('whose early answer crosses our stop drops the second one before the next go', () => {
    const probe = thinkingProbe(seconds(5));
    probe.wait(5000);
    probe.hear('bestmove 3');
    expect(probe.request(searchOf(2, '4', seconds(5)))).toHaveLength(2);
    probe.take();
    probe.hear('bestmove 5');
    expect(probe.take()).toMatchObject([
      { kind: 'stale', text: 'bestmove 5' },
      { kind: 'oddity', oddity: { name: 'unasked-bestmove' } },
    ]);
    // The stray came after the fence was asked for, so readiness is asked for again.
    expect(probe.hear('readyok')).toEqual(['isready']);
    expect(probe.hear('readyok')).toEqual(['go movetime 5.000000']);
    probe.hear('bestmove 1');
    expect(reportsOf(probe.events)).toEqual([[2, 1, true]]);
  });

  it('does not take the answer before, said once more and late, for its own', () => {
    const probe = thinkingProbe();
    probe.request({ kind: 'stop' });
    probe.hear('bestmove 3');
    probe.request(searchOf(2, '4', seconds(5)));
    expect(probe.hear('readyok')).toEqual(['go movetime 5.000000']);
    probe.wait(1000);
    probe.take();
    expect(probe.hear('bestmove 3')).toEqual(['stop', 'isready']);
    expect(oddNames(probe.take())).toEqual(['early-bestmove']);
    probe.hear('bestmove 5');
    const [stale] = probe.of('stale');
    expect(stale).toEqual({ kind: 'stale', text: 'bestmove 3' });
    // What it had to break off for that it goes on with, for the time that is left.
    expect(reportsOf(probe.take())).toEqual([[2, 5, false]]);
    expect(probe.hear('readyok')).toEqual(['isready']);
    expect(probe.hear('readyok')).toEqual(['go movetime 4.000000']);
    expect(probe.wait(4000)).toEqual(['stop']);
    probe.hear('bestmove 6');
    expect(reportsOf(probe.take())).toEqual([[2, 6, true]]);
  });

  it('has its own early answer, if it is that of the search before, once the engine is ready behind a stop', () => {
    const probe = thinkingProbe();
    probe.request({ kind: 'stop' });
    probe.hear('bestmove 3');
    probe.request(searchOf(2, '4', seconds(5)));
    probe.hear('readyok');
    probe.wait(1000);
    probe.take();
    expect(probe.hear('bestmove 3')).toEqual(['stop', 'isready']);
    probe.wait(100);
    probe.hear('readyok');
    expect(reportsOf(probe.events)).toEqual([[2, 3, true]]);
    expect(probe.of('report')[0]?.report).toMatchObject({ truncated: false, seconds: 1 });
    expect(probe.of('stale')).toEqual([]);
  });

  it('is interrupted once for an early answer and no more', () => {
    const probe = thinkingProbe();
    probe.request({ kind: 'stop' });
    probe.hear('bestmove 3');
    probe.request(searchOf(2, '4', seconds(5)));
    probe.hear('readyok');
    probe.hear('bestmove 3');
    probe.hear('bestmove 3');
    probe.hear('readyok');
    expect(probe.hear('readyok')[0]).toMatch(/^go /);
    probe.take();
    expect(probe.hear('bestmove 3')).toEqual([]);
    expect(reportsOf(probe.take())).toEqual([[2, 3, true]]);
  });

  it('reports words that are not columns and columns off the board', () => {
    const probe = thinkingProbe();
    probe.request({ kind: 'stop' });
    probe.hear('bestmove middle');
    expect(probe.of('report')[0]?.report.answer).toEqual({
      kind: 'unreadable',
      text: 'middle',
      reason: 'bestmove: "middle" is not a column',
    });
    probe.request(searchOf(2));
    probe.hear('readyok');
    probe.request({ kind: 'stop' });
    probe.hear('bestmove 9');
    expect(probe.of('report')[1]?.report.answer).toEqual({ kind: 'move', move: 9, text: '9' });
  });

  it('replaces one that runs: stop, its answer, then the newest', () => {
    const probe = thinkingProbe();
    expect(probe.request(searchOf(2, '4'))).toEqual(['stop']);
    expect(probe.request(searchOf(3, '44'))).toEqual([]);
    expect(probe.take().filter(({ kind }) => kind === 'failed')).toEqual([
      { kind: 'failed', search: 2, reason: 'superseded by a newer search' },
    ]);
    expect(probe.hear('bestmove 6')).toEqual([
      'position 0000000000000000000000000000000200000010001',
      'isready',
    ]);
    expect(reportsOf(probe.events)).toEqual([[1, 6, true]]);
    probe.hear('readyok');
    probe.request({ kind: 'stop' });
    probe.hear('bestmove 0');
    expect(reportsOf(probe.events).at(-1)).toEqual([3, 0, true]);
  });

  it('replaces one that has not begun', () => {
    const probe = openProbe();
    probe.request(searchOf(1));
    probe.request(searchOf(2, '4'));
    expect(probe.of('failed').map(({ search }) => search)).toEqual([1]);
    expect(probe.hear('readyok')[0]).toBe('position 0000000000000000000000000000000000000010002');
    probe.request({ kind: 'stop' });
    expect(probe.of('failed').at(-1)).toMatchObject({ search: 2, reason: 'stopped before it began' });
    expect(probe.driver.state).toBe('idle');
  });
});
