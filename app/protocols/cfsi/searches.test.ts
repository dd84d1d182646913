import { describe, expect, it } from 'vitest';
import type { Game } from '../../games/game.ts';
import { defaultDeadlines } from '../protocol.ts';
import { Desk, kinds, lineOf, oddities, reports } from './desk.fixture.ts';

const EMPTY = 'play 7/7/7/7/7/7 x';

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
          staticScale: 1000,
          winningMoves: ['5', '5'],
          depth: 4,
          nodes: 56780,
          seconds: 1.5,
          truncated: false,
          exhaustive: false,
          rest: [],
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
    ['bestmove 7', { kind: 'move', move: 7, text: '7' }],
    ['bestmove -1', { kind: 'move', move: -1, text: '-1' }],
  ])('%s', (line, answer) => {
    const desk = new Desk().open();
    desk.search({ limit });
    expect(reports(desk.hear(line))).toMatchObject([{ final: true, report: { answer } }]);
  });

  it('fails when a debug line names PLAY, and only then', () => {
    const desk = new Desk().open();
    const { id } = desk.search({ limit });
    const others = [
      ...['replaying the opening', 'display is on', 'DISPLAY is on', 'PLAYER x is to move'],
      ...['searching for the best play, depth 2', 'received play 7/7/7/7/7/7 x 2', 'Play: x in 3'],
    ];
    for (const words of others) expect(kinds(desk.hear(`debug ${words}`)), words).toEqual(['info']);
    expect(desk.hear('debug Command PLAY failed.').at(-1)).toEqual({
      kind: 'failed',
      by: 'refused',
      search: id,
      reason: 'the engine refused the play: "Command PLAY failed."',
    });
    expect(desk.driver.state).toBe('idle');
    // The cause stands behind a general beginning.
    const words =
      'Command PLAY called with invalid arguments. Error was FLOATING-POINT-OVERFLOW in (EXPT 10 40)';
    desk.search({ limit });
    expect(desk.hear(`debug ${words}`).at(-1)).toMatchObject({
      reason: `the engine refused the play: "${words}"`,
    });
  });

  it('is answered by the bestmove that follows a debug line about a play', () => {
    const desk = new Desk().open();
    desk.search({ limit });
    const events = desk.hear('debug searching for the best play, depth 2', 'bestmove 3 --score 0.0');
    expect(reports(events)).toMatchObject([{ final: true, report: { answer: { move: 3 } } }]);
    expect(kinds(events)).not.toContain('stale');
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

describe('a search by depth in a game', () => {
  it('is cut where it takes longer than a move may, though the server answers pings', () => {
    const limit = { kind: 'depth', plies: 40 } as const;
    const desk = new Desk().open();
    desk.search({ limit, purpose: 'play' });
    desk.at(defaultDeadlines.move);
    expect(desk.out).toContain('quit');
    const analysing = new Desk().open();
    analysing.search({ limit, purpose: 'analyse' });
    analysing.at(defaultDeadlines.move);
    expect(analysing.out).not.toContain('quit');
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
      { kind: 'failed', search: second.id, reason: 'superseded by a newer search before it began' },
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
