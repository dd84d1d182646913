import { describe, expect, it } from 'vitest';
import { stones, type StonesPosition } from '../../games/stones/index.ts';
import { readJson, type JsonObject } from './json.ts';
import { readReply } from './messages.ts';
import { answerOf, judgeReply } from './position.ts';

const start = stones.initial();
/** Black has to attack, then may make any move. */
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

/** From a type and two places: `1 H7G7`. */
const said = (words: string): string => {
  const [type, places = ''] = words.split(' ');
  const at = (index: number): object => ({
    X: places.charCodeAt(index) - 65,
    Y: Number(places[index + 1]) - 1,
  });
  return JSON.stringify({ Type: Number(type), From: at(0), To: at(2) });
};

describe('each rule of the text has its own reason', () => {
  it.each<[why: string, position: StonesPosition, text: string]>([
    ['Black must attack and cannot pass', first, '{"Type":0,"From":null,"To":null}'],
    ['Black must attack, and F4E3 strengthens', first, said('2 F4E3')],
    ['Black must attack, and C4C3 strengthens', first, said('2 C4C3')],
    ['Black must attack, and this strengthens', first, '{"Type":2}'],
    ['Type is 3, and there are 0 (pass), 1 (attack) and 2 (strengthen)', first, '{"Type":3}'],
    ['Type is "jump", and there are 0 (pass), 1 (attack) and 2 (strengthen)', first, '{"Type":"jump"}'],
    ['Type is 1.5, and there are 0 (pass), 1 (attack) and 2 (strengthen)', first, '{"Type":1.5}'],
    ['a pass has no places, and From is not null', second, '{"Type":0,"From":{"X":1,"Y":1},"To":null}'],
    ['a pass has no places, and To is not null', second, '{"Type":0,"To":{"X":null,"Y":null}}'],
    ['an attack has two places, and From is null or missing', first, '{"Type":1,"To":{"X":1,"Y":1}}'],
    [
      'a strengthening has two places, and To is null or missing',
      second,
      '{"Type":2,"From":{"X":1,"Y":0},"To":null}',
    ],
    ["the stone on A1 is White's", first, said('1 A1B1')],
    ['no stone stands on H7', first, said('1 H7G7')],
    ["the stone on F3 is Black's own, and an attack goes to one of the opponent's", first, said('1 F4F3')],
    ["the stone on F3 is Black's own, and an attack goes to one of the opponent's", second, said('1 F4F3')],
    ['C4 is empty', second, said('1 C3C4')],
    ["the stone on F5 is White's, and only one's own can be strengthened", second, said('2 F4F5')],
    ["the stone on A1 is White's", second, said('2 A1B1')],
    ['A2 and B1 are not on one line', first, said('1 A2B1')],
    ['the stone on B2 stands between B3 and B1', first, said('1 B3B1')],
    ['the hole is between D5 and F5', first, said('1 D5F5')],
    [
      'the stone on C1 is 3 high, the one on A1 2: only one as high or higher can attack it',
      heights,
      said('1 A1C1'),
    ],
    ['the stone on A2 stands there already', first, said('1 A2A2')],
    ['E5 is the hole', first, said('1 E5E4')],
    ['E5 is the hole', first, said('1 D5E5')],
    ['there is no place I1', first, said('1 I1H1')],
    ["the stone on D8 is White's", first, said('1 D8A9')],
    [
      'To is off the board: Y is 9, and goes from 0 to 8',
      first,
      '{"Type":1,"From":{"X":0,"Y":1},"To":{"X":0,"Y":9}}',
    ],
    [
      'From is off the board: X is -1, and goes from 0 to 8',
      first,
      '{"Type":1,"From":{"X":-1,"Y":1},"To":{"X":0,"Y":9}}',
    ],
    [
      'From has X 0.5, which is not an integer',
      first,
      '{"Type":1,"From":{"X":0.5,"Y":1},"To":{"X":0,"Y":0}}',
    ],
    [
      'From has Y NaN, which is not an integer',
      first,
      '{"Type":1,"From":{"X":0,"Y":NaN},"To":{"X":0,"Y":0}}',
    ],
    [
      'From has X "A", which is not an integer',
      first,
      '{"Type":1,"From":{"X":"A","Y":1},"To":{"X":0,"Y":0}}',
    ],
    ['From has no Y', first, '{"Type":1,"From":{"X":0},"To":{"X":0,"Y":0}}'],
    ['From is an array, and a place has X and Y', first, '{"Type":1,"From":[0,1],"To":{"X":0,"Y":0}}'],
    ['From is "A2", and a place has X and Y', first, '{"Type":1,"From":"A2","To":"A1"}'],
  ])('%s', (why, position, text) => {
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
