import { describe, expect, it } from 'vitest';
import type { DriverProbe } from '../testing/driver-probe.ts';
import { commandNames } from './commands.ts';
import {
  answers,
  lineOf,
  newProbe,
  obey,
  oddities,
  openProbe,
  searchOf,
  thinkingProbe,
} from './driver.fixture.ts';
import { PATIENCE } from './driver.ts';
import { QUIET } from './splitter.ts';

const REBUILD = ['boardsize 9', 'clear_board', 'walls 10'];

describe('the opening', () => {
  it('asks for the name, then for the commands, and ends their list by a fence', () => {
    const probe = newProbe();
    expect(probe.request({ kind: 'start' })).toEqual(['name']);
    expect(probe.hear('= Engine')).toEqual(['list_commands']);
    expect(probe.hear('', '=')).toEqual(['name']);
    expect(probe.hear(...commandNames)).toEqual([]);
    expect(probe.of('ready')).toEqual([]);
    probe.hear('= Engine', '');
    expect(probe.of('ready').length).toBe(1);
    expect(probe.of('identity')).toEqual([{ kind: 'identity', name: 'Engine' }]);
    expect(oddities(probe.events)).toEqual(['missing-blank-line']);
    expect(probe.driver.capabilities.drawing).toBe(true);
  });

  it('takes an engine without a list for one that knows the text', () => {
    const probe = newProbe();
    probe.request({ kind: 'start' });
    probe.hear('= Engine', '', '? unknown command', '');
    expect(probe.of('ready').length).toBe(1);
    expect(oddities(probe.events)).toEqual(['no-list']);
    expect(probe.driver.capabilities.drawing).toBe(false);
  });

  it('ends the list by silence where the name tells nothing', () => {
    for (const name of ['=', '= e8', '? what']) {
      const probe = newProbe();
      probe.request({ kind: 'start' });
      probe.hear(name, '', '= name', 'genmove');
      probe.wait(QUIET - 1);
      expect(probe.of('ready')).toEqual([]);
      probe.wait(1);
      expect(probe.of('ready').length, name).toBe(1);
    }
  });

  /** Answers each line that went out as an engine does, until none goes out; waits where `answerOf` has no answer. */
  const converse = (probe: DriverProbe, first: readonly string[], nameOf: () => string): string[] => {
    const out = [...first];
    for (let at = 0; at < out.length && at < 50; at++) {
      const answer = out[at] === 'name' ? [`= ${nameOf()}`] : ['=', ...commandNames];
      out.push(...probe.hear(...answer, ''), ...probe.wait(PATIENCE));
      if (at === out.length - 1 && probe.of('ready').length === 0) out.push(...probe.wait(QUIET));
    }
    return out;
  };

  it.each([
    ['before the answer is read', []],
    ['together with the answer', ['= Engine', '']],
  ])('takes no text that an engine prints unasked for its name: %s', (_, more) => {
    const probe = newProbe();
    probe.request({ kind: 'start' });
    // The banner and the answer may be parts of one read: what goes out in consequence goes out after both.
    const { driver } = probe;
    const events = ['= hello', '', ...more].flatMap((line) => driver.receive(line, 0));
    const due = events.flatMap((event) => (event.kind === 'send' ? [event.line] : []));
    const out = due.flatMap((line) => probe.type(line));
    const late = more.length === 0 ? probe.hear('= Engine', '') : [];
    converse(probe, [...due, ...out, ...late], () => 'Engine');
    expect(probe.of('ready').length).toBe(1);
    expect(probe.of('identity').at(-1)).toEqual({ kind: 'identity', name: 'Engine' });
    expect(probe.of('fault')).toEqual([]);
    // Its commands are known, and its name ends an answer.
    expect(probe.driver.capabilities.drawing).toBe(true);
    probe.take();
    expect(obey(probe, probe.request(searchOf(1))).at(-1)).toBe('genmove black');
    probe.hear('= E8');
    expect(probe.wait(PATIENCE)).toEqual(['name']);
    probe.hear('= Engine');
    expect(answers(probe)).toEqual(['1: e8']);
  });

  it('ends answers by silence where the name is another each time', () => {
    const probe = newProbe();
    let asked = 0;
    converse(probe, probe.request({ kind: 'start' }), () => `Engine ${++asked}`);
    expect(probe.of('ready').length).toBe(1);
    expect(probe.of('fault')).toEqual([]);
    // Each command is followed by a silence from then on.
    const told = [...probe.request(searchOf(1)), ...probe.wait(QUIET)];
    for (const command of REBUILD) {
      expect(told.splice(0)).toEqual([command]);
      told.push(...probe.hear('=', ''), ...probe.wait(QUIET));
    }
    expect(told).toEqual(['genmove black']);
    probe.hear('= E8');
    probe.wait(QUIET);
    expect(answers(probe)).toEqual(['1: e8']);
  });

  it.each([
    [[], /^no answer to name and list_commands within 10 s; no line was heard$/],
    [['hello', 'uciok'], /the last lines heard: "hello", "uciok"$/],
  ])('ends as handshake after %j', (lines, reason) => {
    const probe = newProbe();
    probe.request({ kind: 'start' });
    probe.hear(...lines);
    probe.wait(60_000);
    expect(probe.of('fault')).toMatchObject([
      { ending: 'handshake', reason: expect.stringMatching(reason) as string },
    ]);
  });

  it('ends as handshake where both questions are unknown', () => {
    const probe = newProbe();
    probe.request({ kind: 'start' });
    probe.hear('? unknown command', '', '? unknown command', '');
    expect(probe.of('fault')).toMatchObject([{ ending: 'handshake' }]);
  });
});

describe('a search', () => {
  it('has its position told and its move asked for, and gives a move and nothing else', () => {
    const probe = openProbe();
    const out = obey(probe, probe.request(searchOf(7, lineOf('e8 e2 d7h'))));
    expect(out).toEqual([
      ...REBUILD,
      'playmove black E8',
      'playmove white E2',
      'playwall black D7 horizontal',
      'genmove white',
    ]);
    probe.wait(9000);
    probe.hear('= E3', '');
    expect(probe.of('report')).toMatchObject([
      {
        search: 7,
        final: true,
        report: {
          answer: { kind: 'move', move: 22, text: 'E3' },
          score: null,
          scores: null,
          seconds: 9,
          depth: null,
        },
      },
    ]);
  });

  it('has several commands in flight towards an engine that has answered in order', () => {
    const probe = openProbe();
    expect(probe.request(searchOf(1, lineOf('e8 e2 e7 e3')))).toEqual(['boardsize 9']);
    expect(probe.hear('=', '')).toEqual(['clear_board']);
    expect(probe.hear('=', '')).toEqual(['walls 10']);
    const rest = ['playmove black E8', 'playmove white E2', 'playmove black E7', 'playmove white E3'];
    expect(probe.hear('=', '')).toEqual(rest);
    expect(probe.hear('=', '', '=', '', '=', '')).toEqual([]);
    expect(probe.hear('=', '')).toEqual(['genmove black']);
  });

  it('fails with the words of an engine that refuses a move of it', () => {
    const probe = openProbe();
    probe.request(searchOf(1, lineOf('e8 e2 e7')));
    probe.hear('=', '', '=', '', '=', '', '=', '', '? illegal move', '');
    expect(probe.of('failed')).toEqual([]);
    probe.hear('=', '');
    expect(probe.of('failed')).toEqual([
      {
        kind: 'failed',
        search: 1,
        by: 'refused',
        reason: 'the engine refused "playmove white E2": "illegal move"',
      },
    ]);
    expect(probe.driver.state).toBe('idle');
  });

  it('fails on a size that the engine does not play, which is remembered', () => {
    const probe = openProbe();
    probe.request(searchOf(1, lineOf('', { size: 5, walls: 3 })));
    probe.hear('? unacceptable size', '');
    expect(probe.of('failed')[0]?.reason).toBe('the engine refused "boardsize 5": "unacceptable size"');
    expect(probe.driver.accepts(lineOf('', { size: 5, walls: 0 }))).toBe(
      'the engine has refused the board of 5 by 5',
    );
    expect(probe.driver.accepts(lineOf())).toBeNull();
  });

  it('goes on where an engine refuses to be told that there are no walls', () => {
    const probe = openProbe();
    probe.request(searchOf(1, lineOf('', { size: 3, walls: 0 })));
    expect(probe.hear('=', '', '=', '', '? invalid', '')).toContain('genmove black');
    expect(oddities(probe.events)).toEqual(['unexpected-failure']);
  });

  it.each([
    ['? cannot', 'failed'],
    ['= none', 'none'],
    ['= pass', 'illegal'],
    ['= resign', 'illegal'],
    ['= A1 h', 'move'],
    ['= E8 sideways', 'move'],
  ])('of %s ends as %s', (answer, kind) => {
    const probe = thinkingProbe();
    probe.hear(answer, '');
    const report = probe.of('report')[0]?.report.answer.kind;
    expect(report ?? probe.of('failed')[0]?.kind).toBe(kind);
  });

  it('shows that more of an overlong answer follows', () => {
    const probe = thinkingProbe();
    probe.hear(`= ${'x'.repeat(100)}`, '');
    // Only the answer to the fence shows that it was the answer.
    probe.hear('= Engine', '');
    const text = `${'x'.repeat(60)}…`;
    const reason = `"${text}" is not a move: moves are written like E8 or C4 horizontal`;
    expect(probe.of('report')[0]!.report.answer).toEqual({ kind: 'unreadable', text, reason });
  });

  it('ends the session where no move comes within the deadline', () => {
    const probe = thinkingProbe();
    probe.wait(59_999);
    expect(probe.of('fault')).toEqual([]);
    probe.wait(1);
    expect(probe.of('fault')).toEqual([
      { kind: 'fault', ending: 'stalled', reason: 'no answer to "genmove black" within 60 s' },
    ]);
  });
});

describe('the newest wish', () => {
  it('waits for a move that is no longer wanted, which is dropped', () => {
    const probe = thinkingProbe();
    expect(probe.request(searchOf(2, lineOf('e8')))).toEqual([]);
    expect(probe.of('failed').map(({ search }) => search)).toEqual([1]);
    probe.request(searchOf(3, lineOf('d9')));
    expect(probe.of('failed').map(({ search }) => search)).toEqual([1, 2]);
    expect(probe.hear('= E8', '')).toEqual([...REBUILD, 'playmove black D9']);
    expect(probe.of('stale')).toEqual([{ kind: 'stale', text: 'genmove black: "e8"' }]);
    expect(probe.hear('=', '', '=', '', '=', '', '=', '')).toEqual(['genmove white']);
    probe.hear('= E2', '');
    expect(answers(probe)).toEqual(['3: e2']);
  });

  it('takes the answer on its way where it stands on the same position again', () => {
    const probe = thinkingProbe();
    probe.request(searchOf(2, lineOf('e8')));
    expect(probe.request(searchOf(3))).toEqual([]);
    expect(probe.driver.state).toBe('thinking');
    probe.hear('= E8', '');
    expect(answers(probe)).toEqual(['3: e8']);
    expect(probe.of('failed').map(({ search }) => search)).toEqual([1, 2]);
  });

  it('does not take the answer on its way for the other side of the same board', () => {
    const probe = thinkingProbe(lineOf('', '9 e8 e1 10 10 - - w'));
    probe.request(searchOf(2, lineOf('', '9 e8 e1 10 10 - - b')));
    const out = obey(probe, probe.hear('= E2', ''));
    expect(answers(probe)).toEqual([]);
    expect(out.at(-1)).toBe('genmove black');
  });

  it('does not take an answer that was asked for behind a typed line', () => {
    const probe = openProbe();
    probe.request(searchOf(1));
    probe.hear('=', '', '=', '');
    // The user types the line between the proposal of genmove and its sending.
    expect(probe.driver.receive('=', probe.now)).toContainEqual({ kind: 'send', line: 'genmove black' });
    probe.type('clear_board');
    probe.type('genmove black');
    probe.request(searchOf(2));
    const out = obey(probe, probe.hear('', '=', '', '= E8', '', '= Engine', ''));
    expect(answers(probe)).toEqual([]);
    expect(out).toEqual([...REBUILD, 'genmove black']);
  });

  it('is not hurried by stop, which nothing can do: the report follows', () => {
    const probe = thinkingProbe();
    expect(probe.request({ kind: 'stop' })).toEqual([]);
    probe.hear('= E8', '');
    expect(answers(probe)).toEqual(['1: e8']);
  });

  it('is told once more where a person changes the board meanwhile', () => {
    const probe = openProbe();
    probe.request(searchOf(1));
    probe.hear('=', '');
    probe.type('clear_board');
    const out = obey(probe, probe.hear('=', '', '=', ''));
    expect(out.slice(-4)).toEqual([...REBUILD, 'genmove black']);
  });
});

describe('the dialect with walls of one word', () => {
  const wall = lineOf('e8 e3h');

  it('is tried where the text is not understood, and told once it is learned', () => {
    const probe = openProbe();
    probe.request(searchOf(1, wall));
    probe.hear('=', '', '=', '', '=', '', '=', '', '? syntax error', '');
    const again = [...REBUILD, 'playmove black E8', 'playwall white e2h'];
    expect(probe.sent.slice(-5)).toEqual(again);
    expect(obey(probe, again).at(-1)).toBe('genmove black');
    expect(probe.of('learned')).toEqual([{ kind: 'learned', setting: 'walls', value: 'token' }]);
    probe.hear('= d2v', '');
    expect(answers(probe)).toEqual(['1: d3v']);
    expect(probe.driver.accepts(lineOf('', { size: 7, walls: 6 }))).toMatch(/only the 9 by 9/);
  });

  it('is not tried where it is known that the text is understood', () => {
    const probe = openProbe('vertex+word');
    obey(probe, probe.request(searchOf(1, lineOf('e8'))));
    probe.hear('= E2', '');
    probe.request(searchOf(2, wall));
    probe.hear('=', '', '=', '', '=', '', '=', '', '? illegal move', '');
    expect(probe.of('failed')[0]?.reason).toContain('it was told walls as "vertex+word", which is a setting');
  });

  it('is spoken at once where it is set', () => {
    const probe = openProbe('token');
    expect(obey(probe, probe.request(searchOf(1, wall)))).toContain('playwall white e2h');
    probe.hear('= d2v', '');
    expect(answers(probe)).toEqual(['1: d3v']);
    expect(probe.of('learned')).toEqual([]);
  });

  it('fails with both refusals where neither form is understood', () => {
    const probe = openProbe();
    probe.request(searchOf(1, wall));
    const refusal = ['=', '', '=', '', '=', '', '=', '', '? syntax error', ''];
    probe.hear(...refusal, ...refusal);
    expect(probe.of('failed')[0]?.reason).toBe(
      'the engine refused "playwall white e2h": "syntax error", and before that "playwall white E3 horizontal": "syntax error"',
    );
  });
});

describe('the drawing of the board', () => {
  it('is asked for and told as it came', () => {
    const probe = openProbe();
    expect(probe.request({ kind: 'showBoard' })).toEqual(['showboard']);
    probe.hear('=', '  A  ', ' 1|\u0001 ', '');
    expect(probe.of('drawing')).toMatchObject([{ kind: 'drawing', lines: ['  A  ', ' 1| '] }]);
  });

  it('waits for a move that is thought about', () => {
    const probe = thinkingProbe();
    expect(probe.request({ kind: 'showBoard' })).toEqual([]);
    expect(probe.hear('= E8', '')).toEqual(['showboard']);
  });

  it('is ended by a fence where no blank line comes', () => {
    const probe = openProbe();
    probe.request({ kind: 'showBoard' });
    probe.hear('=', ' A', '= = wall', ' 1');
    expect(probe.wait(PATIENCE)).toEqual(['name']);
    probe.hear('= Engine');
    expect(probe.of('drawing')).toMatchObject([{ kind: 'drawing', lines: [' A', '= = wall', ' 1'] }]);
  });

  it('is not asked for where it is not listed, and refused in words', () => {
    const probe = openProbe(null, ['name', 'genmove']);
    expect(probe.request({ kind: 'showBoard' })).toEqual([]);
    expect(probe.of('undrawn')).toEqual([{ kind: 'undrawn', reason: 'the engine does not list showboard' }]);
  });
});
