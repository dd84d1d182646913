import { describe, expect, it } from 'vitest';
import { defaultDeadlines } from '../protocol.ts';
import { Desk, lineOf } from './desk.fixture.ts';
import { QUIET } from './answers.ts';

const named = { positions: 'name', moves: 'name' } as const;

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

  it.each([
    ['the start', [], ['ready']],
    ['a go', ['go'], ['info time 1 nodes 3', 'bestmove Pa7']],
    ['a go that was stopped', ['go', 'stop'], ['bestmove Pa7']],
  ])('are none where quit meets the answer to %s on its way', (_, typed, heard) => {
    const desk = new Desk(named);
    if (typed.length > 0) desk.open();
    for (const line of [...typed, 'quit']) desk.type(line);
    desk.hear(...heard);
    expect(desk.oddities.filter((name) => name !== 'point-names')).toEqual([]);
    expect(desk.driver.nextWake()).toBeNull();
    desk.hear('info time 1');
    expect(desk.oddities).toContain('talk-after-quit');
  });

  it('are those of an engine that goes on after quit for longer than an answer may take', () => {
    const desk = new Desk(named).open();
    desk.type('go');
    desk.type('quit');
    desk.wait(defaultDeadlines.stop + 1);
    desk.hear('info time 5');
    expect(desk.oddities).toEqual(['talk-after-quit']);
  });

  it('are told from answers where the first go of all is answered twice', () => {
    const desk = new Desk().open();
    desk.search(lineOf('', 'w:a7;b:d6;w;2;2'));
    desk.hear('bestmove Mb4-c4', 'bestmove Mb4-c4');
    expect(desk.oddities).toContain('unasked-bestmove');
    expect(desk.wait(QUIET)).toEqual(['newgame w:0;b:4;w;2;2', 'go noplay']);
    desk.hear('bestmove Pg1');
    expect(desk.reports).toMatchObject([{ search: 1, report: { answer: { text: 'Pg1' } } }]);
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
  it('are answered, and their answers serve no search', () => {
    const desk = new Desk(named).open();
    desk.type('go noplay');
    expect(desk.play(lineOf())).toEqual(['stop']);
    expect(desk.hear('bestmove Pa7')).toEqual(['newgame', 'go']);
    expect(desk.of('understood')).toContainEqual({ kind: 'understood', what: 'answered: "bestmove Pa7"' });
    expect(desk.reports).toEqual([]);
  });

  it.each(['move Pd7', 'newgame garbage'])('that may change the board are noticed: %s', (typed) => {
    const desk = new Desk(named).open();
    desk.play(lineOf());
    desk.hear('bestmove Pa7');
    desk.type(typed);
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
    ['newgame w:0;b:1', /the position cannot be read/],
    ['newgame garbage', /no token "garbage"/],
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

  it.each(['please move Pd7', 'move to Pd7', 'newgame from w:a7;b:d7;w;2;2'])(
    'may be understood or not: the board is told anew after %s',
    (line) => {
      const desk = new Desk(named).open();
      desk.play(lineOf());
      desk.hear('bestmove Pa7');
      desk.type(line);
      expect(desk.of('misuse')).toMatchObject([
        { text: expect.stringMatching(/no token "\w+" there/) as string },
      ]);
      expect(desk.play(lineOf('a7 d6'))).toEqual(['newgame', 'move Pa7', 'move Pd6', 'go']);
    },
  );

  it('may ask behind an unknown token, which an engine is free to ignore', () => {
    const desk = new Desk(named).open();
    desk.type('please go');
    expect(desk.play(lineOf())).toEqual(['stop']);
    desk.wait(defaultDeadlines.move);
    expect(desk.of('fault')).toEqual([]);
    expect(desk.sent.slice(-2)).toEqual(['newgame', 'go']);
    desk.hear('bestmove Pa7');
    expect(desk.reports).toMatchObject([{ search: 1, report: { answer: { text: 'Pa7' } } }]);
  });

  it.each(['please quit', 'please init'])('change no state behind an unknown token: %s', (line) => {
    const desk = new Desk(named).open();
    desk.play(lineOf());
    expect(desk.type(line)).toEqual([]);
    expect(desk.driver.state).toBe('thinking');
    desk.hear('bestmove Pa7');
    expect(desk.reports).toHaveLength(1);
  });

  it('stop a search behind an unknown token by a stop of ours, which every engine reads', () => {
    const desk = new Desk(named).open();
    desk.play(lineOf());
    expect(desk.type('please stop')).toEqual(['stop']);
    desk.hear('bestmove Pa7');
    expect(desk.reports).toMatchObject([{ final: true, report: { truncated: true } }]);
  });

  it('end everything with quit', () => {
    const desk = new Desk(named).open();
    desk.play(lineOf());
    desk.play(lineOf('a7'));
    desk.type('quit');
    expect(desk.of('failed').map(({ search }) => search)).toEqual([2, 1]);
    desk.hear('bestmove Pa7');
    expect(desk.of('stale')).toEqual([{ kind: 'stale', text: '"Pa7"' }]);
    expect(desk.reports).toEqual([]);
    desk.play(lineOf());
    expect(desk.of('failed').at(-1)).toMatchObject({ reason: 'the engine was told to quit' });
    desk.type('go');
    expect(desk.of('misuse')).toHaveLength(1);
  });
});
