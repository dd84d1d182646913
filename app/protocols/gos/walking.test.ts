import { describe, expect, it } from 'vitest';
import { stones } from '../../games/stones/index.ts';
import { Desk, far, FAR, lineOf } from './desk.fixture.ts';

describe('a game from the start', () => {
  it('is told to both sides in the order of a match', () => {
    const [white, black] = [new Desk(), new Desk()];
    expect(white.follow(lineOf(), 0)).toEqual(['Color 1']);
    expect(black.follow(lineOf(), 1)).toEqual(['Color -1']);
    expect(white.search(lineOf())).toEqual(['request attack']);
    expect(white.say('attack H7G7')).toEqual([]);
    expect(white.words).toEqual(['1 H7G7']);
    expect(white.follow(lineOf('H7G7'), 0)).toEqual(['processed 1 H7G7']);
    expect(black.follow(lineOf('H7G7'), 1)).toEqual(['processed 1 H7G7']);
    expect(black.search(lineOf('H7G7'))).toEqual(['request attack']);
    black.say('attack C4C3');
    for (const [desk, seat] of [[white, 0] as const, [black, 1] as const]) {
      expect(desk.follow(lineOf('H7G7 C4C3'), seat)).toEqual(['processed -1 C4C3']);
    }
    expect(black.search(lineOf('H7G7 C4C3'))).toEqual(['request any']);
    black.say('pass');
    expect(black.follow(lineOf('H7G7 C4C3 pass'), 1)).toEqual(['processed -1 pass']);
    expect(white.search(lineOf('H7G7 C4C3 pass'))).toEqual(['processed -1 pass', 'request attack']);
    expect(black.words).toEqual(['1 C4C3', '2 pass']);
  });

  it('is told by the very lines of the original referee', () => {
    const desk = new Desk();
    desk.follow(lineOf('H7G7 C4C3 pass'), 0);
    expect(desk.sent[0]).toBe('{"Color":"1"}');
    expect(desk.sent[1]).toMatch(
      /^\{"Board":\{"state":\[\[5,5,5,5,-5,0,0,0,0\],.*\]\},"AllowedMoves":\["1"\]\}$/,
    );
    desk.say('attack H7G7');
    expect(desk.sent.slice(2)).toEqual([
      '{"Player":"1","Move":{"Type":"1","From":{"X":7,"Y":6},"To":{"X":6,"Y":6}},"Winner":"0"}',
      '{"Player":"-1","Move":{"Type":"1","From":{"X":2,"Y":3},"To":{"X":2,"Y":2}},"Winner":"0"}',
      '{"Player":"-1","Move":{"Type":"0"},"Winner":"0"}',
    ]);
    const numbers = new Desk({ enums: 'number' });
    numbers.follow(lineOf('H7G7 C4C3 pass'), 1);
    numbers.say('attack C4C3', 'pass');
    expect(numbers.sent[0]).toBe('{"Color":-1}');
    expect(numbers.sent[2]).toMatch(/"AllowedMoves":\[1\]\}$/);
    expect(numbers.sent[4]).toMatch(/"AllowedMoves":\[0,1,2\]\}$/);
    expect(numbers.sent[5]).toBe('{"Player":-1,"Move":{"Type":0,"From":null,"To":null},"Winner":0}');
  });

  it('has a bot asked for moves that were played without it, and ignores its answers', () => {
    const desk = new Desk();
    expect(desk.follow(lineOf('H7G7 C4C3 pass'), 1)).toEqual([
      'Color -1',
      'processed 1 H7G7',
      'request attack',
    ]);
    expect(desk.say('attack F4F5')).toEqual(['processed -1 C4C3', 'request any']);
    expect(desk.say('strengthen A1A1')).toEqual(['processed -1 pass']);
    expect(desk.words).toEqual([]);
    expect(desk.of('understood').at(-1)!.what).toMatch(/^answered .*, which is illegal: /);
    expect(desk.of('stale')).toEqual([]);
  });

  it('waits for an answer on the way before it asks for the move that is wanted', () => {
    const desk = new Desk();
    desk.follow(lineOf('H7G7 C4C3'), 1);
    expect(desk.search(lineOf('H7G7 C4C3'))).toEqual([]);
    expect(desk.driver.state).toBe('thinking');
    expect(desk.say('attack F4F5')).toEqual(['processed -1 C4C3', 'request any']);
    desk.say('pass');
    expect(desk.words).toEqual(['1 pass']);
  });

  it('ends with the winner, after which nothing is said', () => {
    // Black takes White's last A.
    const last = stones.parsePosition(
      '[[5,0,0,0,0,0,0,0,0],[-5,6,0,0,0,0,0,0,0],[0,0,7,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,-6,0,0],[0,0,0,0,0,0,0,-7,0],[0,0,0,0,0,0,0,0,0]] black attack',
    );
    const desk = new Desk();
    desk.search(lineOf('', last));
    desk.say('attack A2A1');
    expect(desk.words).toEqual(['1 A2A1']);
    const over = lineOf('A2A1', last);
    expect(desk.follow(over, 1)).toEqual(['processed -1 A2A1, winner -1']);
    expect(desk.driver.state).toBe('quitting');
    expect(desk.follow(over, 1)).toEqual([]);
    expect(desk.search(lineOf())).toEqual([]);
    expect(desk.words.at(-1)).toBe('2 failed: the match of this bot is over');
    desk.hear('good game');
    expect(desk.oddities).toEqual(['talk-after-end']);
  });

  it('is over in the message of the action that leaves no attack', () => {
    // White's only stone of height 1 beside a high one of Black's: after White's pass Black can attack, White no more.
    const start = stones.parsePosition(
      '[[5,0,0,0,0,0,0,0,0],[0,6,0,0,0,0,0,0,0],[0,0,7,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,-6,-7,0],[0,0,0,0,0,0,0,-5,0],[0,0,0,0,0,0,0,0,0]] white any',
    );
    const over = lineOf('pass', start);
    expect(stones.result(over.position as never)).toMatchObject({ winner: 0, reason: 'no attack possible' });
    const desk = new Desk();
    desk.follow(over, 1);
    desk.say('attack C4C3', 'pass');
    expect(desk.sent.at(-1)).toBe('{"Player":"1","Move":{"Type":"0"},"Winner":"1"}');
  });
});

describe('a process', () => {
  it('fits what goes on from what it was told, and nothing else', () => {
    const desk = new Desk();
    const { driver } = desk;
    const fits = (moves: string, seat: 0 | 1) => driver.fits!(lineOf(moves), seat);
    expect([fits('', 0), fits('H7G7', 1)]).toEqual([true, true]);
    desk.follow(lineOf('H7G7'), 1);
    expect([fits('H7G7', 1), fits('H7G7 C4C3', 1), fits('H7G7', 0)]).toEqual([true, true, false]);
    expect([fits('', 1), fits('D2E2', 1)]).toEqual([false, false]);
    desk.search(lineOf('H7G7'));
    expect([fits('H7G7', 1), fits('H7G7 F4F5', 1)]).toEqual([true, true]);
    desk.say('attack C4C3');
    desk.follow(lineOf('H7G7 C4C3'), 1);
    expect([fits('H7G7 F4F5', 1), fits('H7G7', 1), fits('H7G7 C4C3', 1)]).toEqual([false, false, true]);
    expect(driver.fits!(lineOf('', far('black attack')), 1)).toBe(false);
  });

  it('that was told another match fails a search that does not lie on its way', () => {
    const desk = new Desk();
    desk.follow(lineOf('H7G7'), 1);
    expect(desk.search(lineOf('D2E2'))).toEqual([]);
    expect(desk.words[0]).toMatch(/^1 failed: a bot serves one match/);
  });

  it('that was typed to out of order fits nothing any more', () => {
    const desk = new Desk();
    desk.follow(lineOf(), 0);
    desk.type('{"Player":"-1","Move":{"Type":"0"},"Winner":"0"}');
    expect(desk.of('misuse')[0]!.text).toBe('in the order of a match it is the other player who moves.');
    expect(desk.driver.fits!(lineOf(), 0)).toBe(false);
  });

  it('that was typed to in order goes on from there', () => {
    const desk = new Desk();
    desk.type('{"Color":"1"}');
    expect(desk.of('misuse')).toEqual([]);
    expect(desk.search(lineOf())).toEqual(['request attack']);
  });
});

describe('an edited start', () => {
  it.each([
    [
      'white attack',
      0,
      [
        'Color 1',
        'request attack',
        'processed 1 H7G7',
        'processed -1 C4C3',
        'processed -1 pass',
        'request attack',
      ],
    ],
    ['black attack', 1, ['Color -1', 'processed 1 H7G7', 'request attack']],
  ] as const)('is played on after a first round: %s', (words, seat, lines) => {
    const desk = new Desk();
    const asked = [
      ...desk.follow(lineOf('', far(words)), seat),
      ...desk.say(...(seat === 0 ? ['attack H7G7'] : [])),
    ];
    expect([...asked, ...desk.search(lineOf('', far(words)))]).toEqual(lines);
    const { state } = (JSON.parse(desk.sent.at(-1)!) as { Board: { state: number[][] } }).Board;
    expect(JSON.stringify(state)).toBe(FAR);
  });

  it('is followed by the side that is not to move', () => {
    const desk = new Desk();
    desk.follow(lineOf('', far('white attack')), 1);
    expect(desk.say('attack F4F5', 'pass')).toEqual([
      'processed -1 C4C3',
      'request any',
      'processed -1 pass',
    ]);
    const [move] = stones.moves(far('white attack'));
    const text = stones.moveText(stones.initial(), move!);
    expect(desk.follow(lineOf(text, far('white attack')), 1)).toEqual([`processed 1 ${text}`]);
  });
});
