import { describe, expect, it } from 'vitest';
import { Desk, lineOf } from './desk.fixture.ts';

describe('how enums are written', () => {
  const learned = (desk: Desk) => desk.of('learned').map(({ setting, value }) => `${setting} ${value}`);

  it('is not doubted where the bot has answered, and only the end of its line is missing', () => {
    const desk = new Desk();
    desk.search(lineOf());
    for (const begun of ['', 'thinking', '{"Type":1,"From"', '{"score":12}'])
      expect(desk.driver.again!(begun)).not.toBeNull();
    expect(desk.driver.again!('{"Type":0}')).toBeNull();
    expect(desk.driver.again!('my move: {"Type":0}')).toBeNull();
    desk.say('{', '"Type":0');
    expect(desk.driver.again!('}')).toBeNull();
    expect(desk.driver.again!('')).not.toBeNull();
  });

  it('is not doubted either where the end of the output ends that line', () => {
    const desk = new Desk({ enums: 'auto', move: '10' });
    desk.search(lineOf());
    desk.hear('{', '"Type":0');
    desk.wait(60_000);
    expect(desk.of('fault')).toHaveLength(1);
    desk.hear('}');
    expect(desk.driver.again!()).toBeNull();
  });

  it('is learned from a legal move, and settled by what comes behind a processed one', () => {
    const desk = new Desk({ enums: 'auto', move: '10' });
    desk.search(lineOf());
    expect(desk.driver.again!()).toEqual({
      settings: { enums: 'number', after: 'string', move: '10' },
      reason: 'nothing has shown that it reads enums as strings; this is its try with numbers',
      doubtsKnown: false,
    });
    desk.say('attack H7G7');
    expect(learned(desk)).toEqual([]);
    expect(desk.driver.again!()).toMatchObject({
      reason:
        'it has read a first request with enums as strings, and may need numbers; this is its try with those',
      doubtsKnown: false,
    });
    desk.search(lineOf('H7G7 C4C3 pass'));
    desk.say('attack G7F7');
    expect(desk.driver.again!()).toBeNull();
    expect(learned(desk)).toEqual(['enums string']);
    desk.search(lineOf('H7G7 C4C3 pass G7F7'));
    desk.say('pass');
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
    expect(second.driver.again!()).toBeNull();
    second.search(lineOf('H7G7 C4C3 pass'));
    second.say('attack G7F7');
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
    expect(desk.driver.again!()).toEqual({
      settings: { enums: 'string', after: 'number' },
      reason: 'it once read enums as numbers, and may need strings; this is its try with those',
      doubtsKnown: true,
    });
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
