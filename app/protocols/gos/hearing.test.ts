import { describe, expect, it } from 'vitest';
import { Desk, lineOf } from './desk.fixture.ts';

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

  it('is used without a line end, which is an oddity of moves alone', () => {
    const desk = asked();
    const hear = (line: string) => desk.driver.receive(line, desk.now, true);
    expect(hear('thinking').filter(({ kind }) => kind === 'oddity')).toMatchObject([
      { oddity: { name: 'stray-text' } },
    ]);
    const events = hear('{"Type":1,"From":{"X":7,"Y":6},"To":{"X":6,"Y":6}}');
    expect(events).toMatchObject([
      { kind: 'oddity', oddity: { name: 'no-line-end' } },
      { kind: 'understood' },
      { kind: 'state' },
      { kind: 'report', final: true },
    ]);
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
