import { describe, expect, it } from 'vitest';
import { stones, type StonesPosition } from '../../games/stones/index.ts';
import { readJson, type JsonObject } from './json.ts';
import { readReply } from './messages.ts';
import { answerOf, judgeReply } from './position.ts';

const start = stones.initial();
/** Black is to attack, and then may do anything. */
const first = stones.play(start, stones.parseMove(start, 'H7G7'));
const second = stones.play(first, stones.parseMove(first, 'C4C3'));
/** White has a stone of height 2 on A1, Black one of height 1 beside it and one of height 3. */
const heights = stones.parsePosition(
  '[[9,0,-13,0,0,0,0,0,0],[-5,6,0,0,0,0,0,0,0],[0,0,7,0,0,0,0,0,0],[0,0,0,-6,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,-7,5],[0,0,0,0,0,0,0,0,0]] white any',
);

function judged(position: StonesPosition, text: string) {
  const read = readJson(text, 0);
  const object = (read as { value: JsonObject }).value;
  return judgeReply(position, readReply(object));
}

/** `1 H7G7`: a type and two places, by the names of the text. */
const said = (words: string): string => {
  const [type, places = ''] = words.split(' ');
  const at = (index: number): object => ({
    X: places.charCodeAt(index) - 65,
    Y: Number(places[index + 1]) - 1,
  });
  return JSON.stringify({ Type: Number(type), From: at(0), To: at(2) });
};

describe('each rule of the text has its own reason', () => {
  it.each<[string, StonesPosition, string, string]>([
    [
      'a pass that is not allowed',
      first,
      '{"Type":0,"From":null,"To":null}',
      'Black must attack and cannot pass',
    ],
    ['a strengthening that is not allowed', first, said('2 F4E3'), 'Black must attack, and F4E3 strengthens'],
    ['one that would be an attack', first, said('2 C4C3'), 'Black must attack, and C4C3 strengthens'],
    ['one without places', first, '{"Type":2}', 'Black must attack, and this strengthens'],
    ['no such type', first, '{"Type":3}', 'Type is 3, and there are 0 (pass), 1 (attack) and 2 (strengthen)'],
    [
      'a type that is not a number',
      first,
      '{"Type":"jump"}',
      'Type is "jump", and there are 0 (pass), 1 (attack) and 2 (strengthen)',
    ],
    [
      'a type that is not whole',
      first,
      '{"Type":1.5}',
      'Type is 1.5, and there are 0 (pass), 1 (attack) and 2 (strengthen)',
    ],
    [
      'a pass from somewhere',
      second,
      '{"Type":0,"From":{"X":1,"Y":1},"To":null}',
      'a pass has no places, and From is not null',
    ],
    [
      'a pass to somewhere',
      second,
      '{"Type":0,"To":{"X":null,"Y":null}}',
      'a pass has no places, and To is not null',
    ],
    [
      'an attack from nowhere',
      first,
      '{"Type":1,"To":{"X":1,"Y":1}}',
      'an attack has two places, and From is null or missing',
    ],
    [
      'a strengthening to nowhere',
      second,
      '{"Type":2,"From":{"X":1,"Y":0},"To":null}',
      'a strengthening has two places, and To is null or missing',
    ],
    ["an attack from the opponent's stone", first, said('1 A1B1'), "the stone on A1 is White's"],
    ['an attack from an empty place', first, said('1 H7G7'), 'no stone stands on H7'],
    [
      'an attack on a stone of its own',
      first,
      said('1 F4F3'),
      "the stone on F3 is Black's own, and an attack goes to one of the opponent's",
    ],
    [
      'the same where it could strengthen',
      second,
      said('1 F4F3'),
      "the stone on F3 is Black's own, and an attack goes to one of the opponent's",
    ],
    ['an attack on an empty place', second, said('1 C3C4'), 'C4 is empty'],
    [
      "a strengthening of the opponent's stone",
      second,
      said('2 F4F5'),
      "the stone on F5 is White's, and only one's own can be strengthened",
    ],
    ["a strengthening from the opponent's stone", second, said('2 A1B1'), "the stone on A1 is White's"],
    ['no straight line', first, said('1 A2B1'), 'A2 and B1 are not on one line'],
    ['a stone between', first, said('1 B3B1'), 'the stone on B2 stands between B3 and B1'],
    ['the hole between', first, said('1 D5F5'), 'the hole is between D5 and F5'],
    [
      'a stone that is higher',
      heights,
      said('1 A1C1'),
      'the stone on C1 is 3 high, the one on A1 2: only one as high or higher can attack it',
    ],
    ['from and to the same', first, said('1 A2A2'), 'the stone on A2 stands there already'],
    ['from the hole', first, said('1 E5E4'), 'E5 is the hole'],
    ['to the hole', first, said('1 D5E5'), 'E5 is the hole'],
    ['from a corner that is not a place', first, said('1 I1H1'), 'there is no place I1'],
    ['to a corner that is not a place', first, said('1 D8A9'), "the stone on D8 is White's"],
    [
      'off the board',
      first,
      '{"Type":1,"From":{"X":0,"Y":1},"To":{"X":0,"Y":9}}',
      'To is off the board: Y is 9, and goes from 0 to 8',
    ],
    [
      'off the board on the other side',
      first,
      '{"Type":1,"From":{"X":-1,"Y":1},"To":{"X":0,"Y":9}}',
      'From is off the board: X is -1, and goes from 0 to 8',
    ],
    [
      'a fraction',
      first,
      '{"Type":1,"From":{"X":0.5,"Y":1},"To":{"X":0,"Y":0}}',
      'From has X 0.5, which is not an integer',
    ],
    [
      'no number',
      first,
      '{"Type":1,"From":{"X":0,"Y":NaN},"To":{"X":0,"Y":0}}',
      'From has Y NaN, which is not an integer',
    ],
    [
      'letters',
      first,
      '{"Type":1,"From":{"X":"A","Y":1},"To":{"X":0,"Y":0}}',
      'From has X "A", which is not an integer',
    ],
    ['one of the two missing', first, '{"Type":1,"From":{"X":0},"To":{"X":0,"Y":0}}', 'From has no Y'],
    [
      'a place of another kind',
      first,
      '{"Type":1,"From":[0,1],"To":{"X":0,"Y":0}}',
      'From is an array, and a place has X and Y',
    ],
    ['a place as a name', first, '{"Type":1,"From":"A2","To":"A1"}', 'From is "A2", and a place has X and Y'],
  ])('%s', (_name, position, text, why) => {
    expect(judged(position, text).why).toBe(why);
  });

  it('and those that the rules know are theirs, in their words', () => {
    for (const text of [said('1 A2B1'), said('1 E5E4'), said('1 A1B1'), said('1 B3B1'), said('1 A2A2')]) {
      const { move, why } = judged(first, text);
      expect(answerOf({ move, why }, text)).toEqual({ kind: 'move', move, text });
      expect(() => stones.play(first, move!)).toThrow(why!);
    }
    expect(answerOf(judged(first, '{"Type":3}'), 'x')).toMatchObject({ kind: 'illegal', text: 'x' });
  });
});

describe('a legal move', () => {
  it('is each of the rules, said as it is', () => {
    for (const position of [start, first, second, heights]) {
      for (const move of stones.moves(position)) {
        const text = stones.moveText(position, move);
        const type = isStrengthening(position, move) ? 2 : 1;
        const words = text === 'pass' ? '{"Type":"0"}' : said(`${type} ${text}`);
        expect(judged(position, words)).toEqual({ move, why: null });
      }
    }
  });
});

function isStrengthening({ stones: board }: StonesPosition, move: number): boolean {
  return board[Math.floor(move / 81)]! > 0 === board[move % 81]! > 0;
}
