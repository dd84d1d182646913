import { describe, expect, it } from 'vitest';
import { stones } from '../../games/stones/index.ts';
import { Desk, far, FAR, lineOf } from './desk.fixture.ts';

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
    expect(again.reason).toMatch(/follow only the moves that it is sent, so it gets the whole game$/);
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
