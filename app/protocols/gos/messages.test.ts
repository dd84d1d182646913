import { describe, expect, it } from 'vitest';
import { PASS, stones } from '../../games/stones/index.ts';
import { type JsonObject, readJson } from './json.ts';
import {
  initiateLine,
  type Message,
  processedLine,
  readMessage,
  readReply,
  replyLine,
  requestLine,
} from './messages.ts';

function objectOf(text: string): JsonObject {
  const read = readJson(text, 0);
  if (read.kind !== 'value' || read.value.kind !== 'object') throw new Error(`no object: ${text}`);
  return read.value;
}

const read = (text: string): Message => readMessage(objectOf(text));

/** The request of the text's own example. */
const EXAMPLE = `{
  "Board": {
      "state": [
          [  0, -5, 19,  0,  5,  0,  0,  0,  0],
          [-10, -6,  0,  0,  6,  0,  0,  0,  0],
          [ -5,  0,  0, -7,  0,  5, -5,  0,  0],
          [  0, -6,  7, -5,  0,  0, -6, -5,  0],
          [  5,  0,  0,  0,  0,  0,  0, -5,  0],
          [  0,  0, -6,  5,  5,  5,  0,  0,  0],
          [  0,  0,  0,  0,  0, -6,  7,  6,  9],
          [  0,  0,  0,  0,  0, -6,  0,  6,  5],
          [  0,  0,  0,  0,  0,-13,  0,  0,  5]
      ]
  },
  "AllowedMoves": [1]
}`;

describe('the examples of the text', () => {
  it('are read: a request', () => {
    const message = read(EXAMPLE);
    expect(message).toMatchObject({ kind: 'request', allowed: [1] });
    expect(message.kind === 'request' && message.stones.filter((stone) => stone !== 0)).toHaveLength(30);
    expect(message.kind === 'request' && message.stones[2]).toBe(19);
  });

  it('are read: the response, and the processed move', () => {
    const response = '{ "Type": 1, "From": {"X":1, "Y":1}, "To": {"X":4, "Y":1} }';
    const move = {
      type: 1,
      typeText: '1',
      from: { kind: 'place', x: 1, y: 1 },
      to: { kind: 'place', x: 4, y: 1 },
      faults: [],
    };
    expect(readReply(objectOf(response))).toEqual(move);
    expect(read(`{ "Player": -1, "Move": ${response}, "Winner": 0 }`)).toEqual({
      kind: 'processed',
      seat: 1,
      move,
      winner: null,
    });
  });
});

const start = stones.initial();
const [attack, capture] = stones.parseMoves(start, 'H7G7 C4C3') as [number, number];
const first = stones.play(start, attack);
const second = stones.play(first, capture);
const own = stones.parseMove(second, 'F4F3');

describe.each(['string', 'number'] as const)('with enums as a %s', (form) => {
  const value = (number: number): string => (form === 'string' ? `"${number}"` : String(number));

  it('a colour is written and read', () => {
    expect(initiateLine(form, 0)).toBe(`{"Color":${value(1)}}`);
    expect(initiateLine(form, 1)).toBe(`{"Color":${value(-1)}}`);
    for (const seat of [0, 1] as const) {
      expect(read(initiateLine(form, seat))).toEqual({ kind: 'initiate', seat, form });
    }
  });

  it('a request is written and read', () => {
    expect(requestLine(form, first)).toMatch(new RegExp(`"AllowedMoves":\\[${value(1)}\\]\\}$`));
    expect(requestLine(form, second)).toMatch(new RegExp(`\\[${[0, 1, 2].map(value).join(',')}\\]\\}$`));
    expect(read(requestLine(form, first))).toEqual({
      kind: 'request',
      stones: first.stones,
      allowed: [1],
    });
    expect(read(requestLine(form, second))).toMatchObject({ kind: 'request', allowed: [0, 1, 2] });
  });

  it.each([
    ['an attack', start, attack, 1],
    ['a strengthening', second, own, 2],
    ['a pass', second, PASS, 0],
  ])('%s is written and read', (_name, before, move, type) => {
    for (const winner of [null, 0, 1] as const) {
      const line = processedLine(form, { before, move, winner });
      expect(line).toContain(`"Type":${value(type)}`);
      expect(read(line)).toMatchObject({ kind: 'processed', seat: before.mover, winner, move: { type } });
    }
  });
});

it.each([
  ['[2]', [2]],
  ['[2, 0]', [0, 2]],
  ['["1","2","1"]', [1, 2]],
  ['[3, 1, null]', [1]],
])('a request names the types that it allows: %s', (types, allowed) => {
  const line = requestLine('number', first).replace('[1]}', `${types}}`);
  expect(read(line)).toMatchObject({ kind: 'request', allowed });
});

it('a pass has no places where enums are strings, and null where they are numbers', () => {
  const pass = { before: second, move: PASS, winner: null };
  expect(processedLine('string', pass)).toBe('{"Player":"-1","Move":{"Type":"0"},"Winner":"0"}');
  expect(processedLine('number', pass)).toBe(
    '{"Player":-1,"Move":{"Type":0,"From":null,"To":null},"Winner":0}',
  );
});

it('a bot says its move as the text has it', () => {
  expect(replyLine(start, attack)).toBe('{"Type":1,"From":{"X":7,"Y":6},"To":{"X":6,"Y":6}}');
  expect(replyLine(second, own)).toMatch(/^\{"Type":2,/);
  expect(replyLine(second, PASS)).toBe('{"Type":0,"From":null,"To":null}');
});

describe('what is not a message of ours', () => {
  const board = `"Board":{"state":${JSON.stringify(Array.from({ length: 9 }, () => Array<number>(9).fill(0)))}}`;
  it.each([
    ['{}', 'it has neither Color nor Board nor Player'],
    ['{"Color":0}', 'Color is 0'],
    ['{"Color":"white"}', 'Color is "white"'],
    ['{"Board":[],"AllowedMoves":[1]}', 'Board has no state'],
    [`{${board}}`, 'AllowedMoves is not an array'],
    [`{${board},"AllowedMoves":[3]}`, 'AllowedMoves has none of 0, 1 and 2'],
    ['{"Board":{"state":[[5]]},"AllowedMoves":[1]}', 'the board has 9 rows, not 1'],
    ['{"Player":0,"Move":{"Type":0}}', 'Player is neither 1 nor -1'],
    ['{"Player":1,"Move":null}', 'Move has no Type'],
    ['{"Player":1,"Move":{"Type":0},"Winner":2}', 'Winner is 2'],
  ])('%s', (text, reason) => expect(read(text)).toEqual({ kind: 'unreadable', reason }));
});
