import { describe, expect, it } from 'vitest';
import { connect4 } from '../../games/connect4/index.ts';
import type { Game } from '../../games/game.ts';
import { makeLine } from '../../games/line.ts';
import { Desk, lineOf } from './desk.fixture.ts';

describe('a search', () => {
  it('that is stopped while the bot thinks has its report all the same', () => {
    const desk = new Desk();
    desk.analyse(lineOf('H7G7'));
    desk.request({ kind: 'stop' });
    expect(desk.say('attack C4C3')).toEqual([]);
    expect(desk.words).toEqual(['1 C4C3']);
  });

  it('that is stopped at its second action is what the first one was', () => {
    const desk = new Desk();
    desk.analyse(lineOf('H7G7'));
    desk.say('attack C4C3');
    desk.request({ kind: 'stop' });
    expect(desk.words).toEqual(['1 C4C3 …', '1 C4C3']);
    expect(desk.driver.state).toBe('stopping');
    desk.say('pass');
    expect(desk.words).toHaveLength(2);
    expect(desk.driver.state).toBe('idle');
  });

  it('that is stopped on its way fails', () => {
    const desk = new Desk();
    desk.search(lineOf('H7G7 C4C3'));
    desk.request({ kind: 'stop' });
    expect(desk.words).toEqual(['1 failed: stopped before it began']);
  });

  it('that asks the same again has the answer of the one before', () => {
    const desk = new Desk();
    desk.search(lineOf());
    expect(desk.search(lineOf())).toEqual([]);
    expect(desk.driver.state).toBe('thinking');
    desk.say('attack H7G7');
    expect(desk.search(lineOf())).toEqual([]);
    expect(desk.words).toEqual(['1 failed: superseded by a newer search', '2 H7G7', '3 H7G7']);
  });

  it('that asks something else waits for the answer, which serves no search', () => {
    const desk = new Desk();
    desk.search(lineOf());
    desk.search(lineOf('D2E2 C4C3 pass'));
    expect(desk.say('attack H7G7')).toEqual([
      'processed 1 D2E2',
      'processed -1 C4C3',
      'processed -1 pass',
      'request attack',
    ]);
    desk.say('attack D4C4');
    expect(desk.words).toEqual(['1 failed: superseded by a newer search', '2 D4C4']);
  });

  it.each([
    [{ limit: { kind: 'depth', plies: 3 } } as const, /no depth limit/],
    [{ only: 3 }, /about one move alone/],
    [
      { line: makeLine(connect4 as Game, 'g', connect4.initial(), []) },
      /carries the Game of Stones only, not Connect Four/,
    ],
  ])('that cannot be served is refused: %j', (rest, reason) => {
    const desk = new Desk();
    expect(desk.search(lineOf(), rest)).toEqual([]);
    expect(desk.words[0]).toMatch(reason);
  });
});

describe('time', () => {
  it('is 5 s for the first move and 3 s for a later one', () => {
    const desk = new Desk();
    desk.search(lineOf());
    desk.wait(4999);
    desk.say('attack H7G7');
    desk.search(lineOf('H7G7 C4C3 pass'));
    desk.wait(2999);
    expect(desk.words).toEqual(['1 H7G7']);
    desk.wait(1);
    expect(desk.words.at(-1)).toBe('time: no move within 3 s of the request');
  });

  it('is what the settings say', () => {
    const desk = new Desk({ 'first-move': '20', move: '1' });
    desk.search(lineOf());
    desk.wait(19_999);
    expect(desk.words).toEqual([]);
    desk.wait(1);
    expect(desk.words).toEqual(['time: no move within 20 s of its first request']);
  });

  it('that has passed with words that are not a move makes them the ending', () => {
    const desk = new Desk();
    desk.search(lineOf());
    desk.say('thinking …', 'I have no move!');
    desk.wait(5000);
    expect(desk.words).toEqual([
      'malformed: no move within 5 s, but "I have no move!": it is not a JSON object',
    ]);
  });

  it.each([
    ['{"Type":1,', /"\{"Type":1,": it has no end/],
    ['{"From":null,"To":null}', /: it has no Type/],
    ['{"Type":1 "From"}', /: a comma or \} is missing/],
  ])('that has passed with %s', (line, reason) => {
    const desk = new Desk();
    desk.search(lineOf());
    desk.hear(line);
    desk.wait(5000);
    expect(desk.words[0]).toMatch(reason);
    expect(desk.words[0]).toMatch(/^malformed: /);
  });

  it('has no end for a bot that nothing was asked of', () => {
    const desk = new Desk();
    desk.follow(lineOf('H7G7'), 1);
    expect(desk.driver.nextWake()).toBeNull();
  });
});

describe('what GoS does not have', () => {
  it('is said', () => {
    const desk = new Desk();
    for (const kind of ['ping', 'showBoard'] as const) desk.request({ kind });
    desk.request({ kind: 'debug', on: true });
    desk.request({ kind: 'press', option: 'x' });
    desk.request({ kind: 'options', values: { x: 'y' } });
    expect(desk.of('misuse')).toHaveLength(4);
    expect(desk.of('undrawn')).toHaveLength(1);
    expect(desk.sent).toEqual([]);
  });
});
