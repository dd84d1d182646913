import { describe, expect, it } from 'vitest';
import type { Game } from '../../games/game.ts';
import { makeLine } from '../../games/line.ts';
import { connect4 } from '../../games/connect4/index.ts';
import { stones } from '../../games/stones/index.ts';
import { Desk, lineOf } from './desk.fixture.ts';

/** A position that no short game leads to, to be asked about in any way. */
const FAR =
  '[[5,5,0,5,0,0,0,0,0],[-5,6,6,6,0,-5,0,0,0],[-5,-6,7,7,-7,-6,-5,0,0],[-5,-6,-7,5,-5,-7,-6,-5,0],[-5,-6,0,-5,0,5,7,6,5],[0,5,6,7,5,-5,7,6,5],[0,0,5,6,7,-7,-7,6,5],[0,0,0,5,6,-6,-6,-6,5],[0,0,0,0,0,-5,-5,-5,-5]]';
const far = (words: string) => stones.parsePosition(`${FAR} ${words}`);

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

  it('has a bot asked for what was played without it, whatever it answers', () => {
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
    // White's last A is taken.
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

describe('an analysis', () => {
  it('walks a bot of White to a later turn through a first round', () => {
    const desk = new Desk();
    expect(desk.analyse(lineOf('', far('white attack')))).toEqual(['Color 1', 'request attack']);
    expect(desk.say('attack D4C4')).toEqual([
      ...['processed 1 H7G7', 'processed -1 C4C3', 'processed -1 pass', 'request attack'],
    ]);
  });

  it('asks for both actions of a turn', () => {
    const desk = new Desk();
    expect(desk.analyse(lineOf('H7G7'))).toEqual(['Color -1', 'processed 1 H7G7', 'request attack']);
    desk.now = 1000;
    expect(desk.say('attack C4C3')).toEqual(['processed -1 C4C3', 'request any']);
    desk.now = 1500;
    expect(desk.say('attack F4F5')).toEqual([]);
    expect(desk.words).toEqual(['1 C4C3 …', '1 C4C3 F4F5']);
    expect(desk.of('report').map(({ report }) => report.seconds)).toEqual([1, 1.5]);
  });

  it("asks for White's one action of the opening and for no second", () => {
    const desk = new Desk();
    expect(desk.analyse(lineOf())).toEqual(['Color 1', 'request attack']);
    expect(desk.say('attack H7G7')).toEqual([]);
    expect(desk.words).toEqual(['1 H7G7']);
  });

  it('asks for no second action where the first one ends the game', () => {
    const last = stones.parsePosition(
      '[[5,0,0,0,0,0,0,0,0],[-5,6,0,0,0,0,0,0,0],[0,0,7,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,-6,0,0],[0,0,0,0,0,0,0,-7,0],[0,0,0,0,0,0,0,0,0]] black attack',
    );
    const desk = new Desk();
    desk.analyse(lineOf('', last));
    expect(desk.say('attack A2A1')).toEqual([]);
    expect(desk.words).toEqual(['1 A2A1']);
  });

  it('of a second action has the first one before, on the board as it was', () => {
    const desk = new Desk();
    const [first] = stones.moves(far('black attack'));
    const text = stones.moveText(stones.initial(), first!);
    expect(desk.analyse(lineOf(text, far('black attack')))).toEqual([
      'Color -1',
      'processed 1 H7G7',
      'request attack',
    ]);
    expect(desk.sent.at(-1)).toContain(FAR);
    expect(desk.say('attack F4F5')).toEqual([`processed -1 ${text}`, 'request any']);
    desk.say('pass');
    expect(desk.words).toEqual(['1 pass']);
  });

  it('of a second action whose first is not known has one on the same board', () => {
    const desk = new Desk();
    expect(desk.analyse(lineOf('', far('black any'))).at(-1)).toBe('request attack');
    expect(desk.sent.at(-1)).toContain(FAR);
    const [processed, request] = desk.say('attack F4F5');
    expect(processed).toMatch(/^processed -1 [A-I]\d[A-I]\d$/);
    expect(request).toBe('request any');
    expect(desk.sent.at(-1)).toContain(FAR);
  });

  it('says of an illegal answer on such a board that the bot follows only what it is told', () => {
    const desk = new Desk();
    desk.analyse(lineOf('', far('black attack')));
    desk.say('attack I1I2');
    expect(desk.words[0]).toMatch(
      /^1 failed: .* is illegal here: there is no place I1; .*follow only the moves/,
    );
    expect(desk.of('learned')).toEqual([]);
    expect(desk.driver.again!()).toBeNull();
  });

  it('leads a bot through the whole game where it seems to look at no board', () => {
    const line = lineOf('H7G7 C4C3 pass G7F7 pass');
    const desk = new Desk();
    expect(desk.analyse(line)).toEqual(['Color -1', 'processed 1 H7G7', 'request attack']);
    desk.say('attack I1I2');
    expect(desk.words).toEqual(['1 illegal']);
    const again = desk.driver.again!()!;
    expect(again.reason).toMatch(/follow only the moves that it is told, and is led through the whole game$/);
    const second = new Desk(again.settings);
    expect(second.driver.fits!(line, 1)).toBe(true);
    second.analyse(line);
    expect(second.say('attack F4F5', 'pass')).toEqual([
      ...['processed -1 C4C3', 'request any', 'processed -1 pass', 'processed 1 G7F7', 'processed 1 pass'],
      'request attack',
    ]);
    expect(second.driver.again!()).toBeNull();
    expect(second.say('attack I1I2')).toEqual([]);
    expect(second.words).toEqual(['1 I1I2']);
  });

  it('of a game that is no longer than the walk is told as it is', () => {
    const desk = new Desk();
    expect(desk.analyse(lineOf('D2E2 F4F5'))).toEqual(['Color -1', 'processed 1 D2E2', 'request attack']);
    expect(desk.say('attack C4C3')).toEqual(['processed -1 F4F5', 'request any']);
  });
});

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
    expect(desk.words).toEqual(['1 failed: it was stopped before it began']);
  });

  it('that asks the same again has the answer of the one before', () => {
    const desk = new Desk();
    desk.search(lineOf());
    expect(desk.search(lineOf())).toEqual([]);
    expect(desk.driver.state).toBe('thinking');
    desk.say('attack H7G7');
    expect(desk.search(lineOf())).toEqual([]);
    expect(desk.words).toEqual(['1 failed: a newer search took its place', '2 H7G7', '3 H7G7']);
  });

  it("that asks something else waits for the answer, which is nobody's", () => {
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
    expect(desk.words).toEqual(['1 failed: a newer search took its place', '2 D4C4']);
  });

  it.each([
    [{ limit: { kind: 'depth', plies: 3 } } as const, /no limit of depth/],
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

  it('that has passed with words that are no move makes them the ending', () => {
    const desk = new Desk();
    desk.search(lineOf());
    desk.say('thinking …', 'I have no move!');
    desk.wait(5000);
    expect(desk.words).toEqual([
      'malformed: no move within 5 s, but "I have no move!": it is no JSON object',
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

describe('how enums are written', () => {
  const learned = (desk: Desk) => desk.of('learned').map(({ setting, value }) => `${setting} ${value}`);

  it('is learned from a legal move, and settled by what comes behind a processed one', () => {
    const desk = new Desk({ enums: 'auto', move: '10' });
    desk.search(lineOf());
    expect(desk.driver.again!()).toEqual({
      settings: { enums: 'number', after: 'string', move: '10' },
      reason: 'it got nowhere with enums as strings, and is tried with numbers',
    });
    desk.say('attack H7G7');
    expect(learned(desk)).toEqual(['enums string']);
    expect(desk.driver.again!()).not.toBeNull();
    desk.search(lineOf('H7G7 C4C3 pass'));
    desk.say('attack I1I2');
    expect(desk.driver.again!()).toBeNull();
    expect(learned(desk)).toHaveLength(1);
  });

  it('of a bot of Black is settled by its first legal move', () => {
    const desk = new Desk();
    desk.search(lineOf('H7G7'));
    desk.say('attack C4C3');
    expect(learned(desk)).toEqual(['enums string']);
    expect(desk.driver.again!()).toBeNull();
  });

  it('is tried the other way after a first move that is illegal', () => {
    const desk = new Desk();
    desk.search(lineOf());
    desk.say('pass');
    expect(learned(desk)).toEqual([]);
    const { settings } = desk.driver.again!()!;
    const second = new Desk(settings);
    second.search(lineOf());
    expect(second.sent[0]).toBe('{"Color":1}');
    second.say('attack H7G7');
    expect(learned(second)).toEqual(['enums number']);
    expect(second.driver.again!()).toBeNull();
  });

  it('is said to have been tried both ways where neither works', () => {
    const settings = { enums: 'number', after: 'string' };
    const illegal = new Desk(settings);
    illegal.search(lineOf());
    illegal.say('pass');
    expect(illegal.of('report')[0]!.report.answer).toMatchObject({
      kind: 'illegal',
      reason: 'White must attack and cannot pass; with its enums as strings it did no better',
    });
    const silent = new Desk(settings);
    silent.search(lineOf());
    silent.wait(5000);
    expect(silent.words[0]).toMatch(/^time: .*; with its enums as strings it did no better$/);
    expect(silent.driver.again!()).toBeNull();
  });

  it('that was remembered comes first, and gives way to the other one', () => {
    const desk = new Desk({ enums: 'auto number' });
    desk.search(lineOf());
    expect(desk.sent[0]).toBe('{"Color":1}');
    expect(desk.driver.again!()!.settings).toEqual({ enums: 'string', after: 'number' });
    desk.say('attack H7G7');
    expect(learned(desk)).toEqual([]);
    const second = new Desk({ enums: 'string', after: 'number' });
    second.search(lineOf());
    second.say('pass');
    expect(second.of('report')[0]!.report.answer).toMatchObject({
      reason: expect.stringMatching(/with its enums as numbers it did no better$/) as string,
    });
    second.search(lineOf('H7G7 C4C3 pass'));
    second.say('attack G7F7');
    expect(learned(second)).toEqual(['enums string']);
  });

  it('is not asked about where a person has chosen', () => {
    for (const enums of ['string', 'number']) {
      const desk = new Desk({ enums });
      desk.search(lineOf());
      expect(desk.driver.again!()).toBeNull();
      desk.say('attack H7G7');
      expect(learned(desk)).toEqual([]);
    }
  });
});

describe('what a bot says', () => {
  const asked = (): Desk => {
    const desk = new Desk();
    desk.search(lineOf());
    return desk;
  };

  it.each<[string, string[], string[]]>([
    ['any blanks', [' { "Type" : 1 , "From" : { "X":7 ,"Y":6 }, "To":{"X":6,"Y":6} } '], []],
    ['an enum as a string', ['{"Type":"1","From":{"X":7,"Y":6},"To":{"X":6,"Y":6}}'], ['string-enum']],
    ['an enum by its name', ['{"Type":"Attack","From":{"X":7,"Y":6},"To":{"X":6,"Y":6}}'], ['named-enum']],
    ['coordinates as strings', ['{"Type":1,"From":{"X":"7","Y":6},"To":{"X":6,"Y":6}}'], ['quoted-number']],
    [
      'fractions',
      ['{"Type":1.0,"From":{"X":7.0,"Y":6},"To":{"X":6,"Y":6e0}}'],
      ['fraction-form', 'fraction-form', 'fraction-form'],
    ],
    ['small letters', ['{"type":1,"From":{"x":7,"Y":6},"To":{"X":6,"Y":6}}'], ['letter-case', 'letter-case']],
    [
      'more than was asked',
      ['{"Type":1,"Score":3,"From":{"X":7,"Y":6,"Z":0},"To":{"X":6,"Y":6}}'],
      ['extra-member', 'extra-member'],
    ],
    ['a member twice', ['{"Type":0,"Type":1,"From":{"X":7,"Y":6},"To":{"X":6,"Y":6}}'], ['repeated-member']],
    [
      'several lines',
      ['{', '  "Type": 1,', '', '  "From": {"X": 7, "Y": 6},', '  "To":', '  {"X": 6, "Y": 6}', '}'],
      [],
    ],
    [
      'debug output before',
      ['depth 3 {x}', '{"score":12}', '{"Type":1,"From":{"X":7,"Y":6},"To":{"X":6,"Y":6}}'],
      ['stray-text', 'stray-object'],
    ],
    [
      'debug output beside',
      ['move: {"Type":1,"From":{"X":7,"Y":6},"To":{"X":6,"Y":6}} done'],
      ['stray-text', 'unasked-text'],
    ],
    [
      'two moves on one line',
      ['{"Type":1,"From":{"X":7,"Y":6},"To":{"X":6,"Y":6}}{"Type":0}'],
      ['unasked-move'],
    ],
    ['a byte order mark', ['\ufeff{"Type":1,"From":{"X":7,"Y":6},"To":{"X":6,"Y":6}}'], ['byte-order-mark']],
    ['escapes', ['{"\\u0054ype":1,"From":{"X":7,"Y":6},"To":{"X":6,"Y":6}}'], []],
    [
      'an object that broke off before',
      ['{"Type":', '{"Type":1,"From":{"X":7,"Y":6},"To":{"X":6,"Y":6}}'],
      ['stray-text'],
    ],
    [
      'a long line',
      [`{"log":"${'x'.repeat(60_000)}","Type":1,"From":{"X":7,"Y":6},"To":{"X":6,"Y":6}}`],
      ['extra-member'],
    ],
  ])('is read with %s', (_name, lines, names) => {
    const desk = asked();
    desk.hear(...lines);
    expect(desk.words).toEqual(['1 H7G7']);
    expect(desk.oddities).toEqual(names);
  });

  it.each([
    ['{"Type":"0"}', ['string-enum', 'missing-member', 'missing-member']],
    ['{"Type":0,"From":null}', ['missing-member']],
    ['{"Type":0,"From":null,"To":null}', []],
  ])('is a pass: %s', (line, names) => {
    const desk = new Desk();
    desk.search(lineOf('H7G7 C4C3'));
    desk.say('attack F4F5', line);
    expect(desk.words).toEqual(['1 pass']);
    expect(desk.oddities).toEqual(names);
  });

  it('of a move that another began behind is not taken for the next answer', () => {
    const desk = new Desk();
    desk.analyse(lineOf('H7G7'));
    desk.hear('{"Type":1,"From":{"X":2,"Y":3},"To":{"X":2,"Y":2}}{"Type":');
    expect(desk.words).toEqual(['1 C4C3 …']);
    desk.hear('0}');
    expect(desk.words).toEqual(['1 C4C3 …']);
    desk.say('attack F4F5');
    expect(desk.words.at(-1)).toBe('1 C4C3 F4F5');
  });

  it('unasked is shown and not used', () => {
    const desk = new Desk();
    desk.follow(lineOf(), 0);
    desk.say('attack H7G7', 'hello');
    expect(desk.oddities).toEqual(['unasked-move', 'unasked-text']);
    expect(desk.of('stale')).toHaveLength(1);
    desk.search(lineOf());
    expect(desk.words).toEqual([]);
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
