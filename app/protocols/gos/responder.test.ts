import { describe, expect, it } from 'vitest';
import { stones } from '../../games/stones/index.ts';
import type { Finding, Responder, ResponderEvent } from '../responder.ts';
import { onlyPass } from './checks/gos-talk.ts';
import { said } from './desk.fixture.ts';
import { createGosResponder, MAX_QUEUED } from './responder.ts';
import {
  ATTACK,
  initiateLine,
  PASS_TYPE,
  processedLine,
  replyLine,
  requestLine,
  STRENGTHEN,
  typeOf,
} from './messages.ts';

const start = stones.initial();
const [attack, capture] = stones.parseMoves(start, 'H7G7 C4C3') as [number, number];
const first = stones.play(start, attack);
const second = stones.play(first, capture);

const finding = (bestmove: unknown): Finding => ({
  bestmove,
  score: null,
  scores: [],
  line: [],
  depth: 1,
  nodes: 1,
});

const limit = { kind: 'time', seconds: 2 } as const;
const make = (...lines: string[]): Responder => {
  const responder = createGosResponder({ limit: () => limit });
  for (const line of lines) responder.receive(line);
  return responder;
};

const BLACK = initiateLine('number', 1);
const job = (id: number, position: typeof start): ResponderEvent => ({
  kind: 'search',
  job: {
    id,
    position: expect.objectContaining({
      stones: position.stones,
      mover: position.mover,
      phase: position.phase,
    }) as never,
    limit,
    only: undefined,
  },
});
const complaint = (text: RegExp): ResponderEvent => ({
  kind: 'complain',
  text: expect.stringMatching(text) as string,
});

describe('a bot', () => {
  it.each(['string', 'number'] as const)('reads enums as a %s', (form) => {
    const responder = make();
    expect(responder.receive(initiateLine(form, 1))).toEqual([{ kind: 'prepare' }]);
    expect(responder.receive(processedLine(form, { before: start, move: attack, winner: null }))).toEqual([]);
    expect(responder.receive(requestLine(form, first))).toEqual([job(1, first)]);
    expect(responder.answer(1, finding(capture))).toEqual([{ kind: 'send', line: said('attack C4C3') }]);
    expect(responder.receive(requestLine(form, second))).toEqual([job(2, second)]);
    expect(responder.receive(processedLine(form, { before: second, move: 6561, winner: 0 }))).toEqual([
      { kind: 'cancel', id: 2 },
      { kind: 'exit' },
    ]);
    expect(responder.receive(requestLine(form, first))).toEqual([]);
    expect(responder.answer(2, finding(capture))).toEqual([]);
  });

  it('follows the board of its request, not earlier lines', () => {
    const responder = make(initiateLine('string', 0), requestLine('string', start));
    responder.answer(1, finding(attack));
    // No processed move has come, and yet this is another board.
    const later = stones.play(stones.play(second, 6561), stones.moves(stones.play(second, 6561))[0]!);
    expect(responder.receive(requestLine('string', later))).toEqual([job(2, later)]);
  });

  it('says a legal move for any finding', () => {
    for (const found of [null, 12_345, -1, 'x']) {
      const responder = make(BLACK, requestLine('number', first));
      expect(responder.answer(1, finding(found))).toEqual([
        { kind: 'send', line: replyLine(first, stones.moves(first)[0]!) },
      ]);
    }
  });

  it('reads a request on several lines, and two messages on one', () => {
    const responder = make();
    const laidOut = JSON.stringify(JSON.parse(requestLine('string', first)), null, 2).split('\n');
    expect(responder.receive(`${BLACK} ${laidOut[0]}`)).toEqual([{ kind: 'prepare' }]);
    expect(laidOut.slice(1).flatMap((line) => responder.receive(line))).toEqual([job(1, first)]);
  });

  it('passes by what is not meant for it', () => {
    const responder = make(BLACK);
    expect(responder.receive('hello')).toEqual([complaint(/^passed by hello: it is not a JSON object$/)]);
    expect(responder.receive('{"name":1}')).toEqual([complaint(/neither Color nor Board nor Player/)]);
    expect(responder.receive('')).toEqual([]);
    expect(responder.receive(BLACK)).toEqual([complaint(/already known/)]);
    expect(responder.receive('{"Board":{"state":[]},"AllowedMoves":[1]}')).toEqual([
      complaint(/9 rows, not 0/),
    ]);
    expect(responder.receive(requestLine('string', first))).toEqual([job(1, first)]);
  });

  it.each([
    [[2], [STRENGTHEN]],
    [[0], [PASS_TYPE]],
    [
      [1, 2],
      [ATTACK, STRENGTHEN],
    ],
    [
      [0, 1, 7],
      [PASS_TYPE, ATTACK],
    ],
  ])('chooses among moves of the allowed types: %j', (types, known) => {
    const responder = make(BLACK);
    const line = requestLine('number', second).replace('[0,1,2]}', `${JSON.stringify(types)}}`);
    const [event] = responder.receive(line);
    const among = (event?.kind === 'search' ? event.job.among : []) as readonly number[];
    const legal = stones.moves(second);
    expect(among).toEqual(legal.filter((move) => known.includes(typeOf(second.stones, move))));
    expect(among.length).toBeGreaterThan(0);
    // A search that knows nothing of types.
    const other = legal.find((move) => !among.includes(move));
    expect(responder.answer(1, finding(other))).toEqual([
      { kind: 'send', line: replyLine(second, among[0]!) },
    ]);
  });

  it('says that no move is of an allowed type', () => {
    const line = requestLine('number', onlyPass).replace('[0,1,2]}', '[1,2]}');
    expect(make(BLACK).receive(line)).toEqual([complaint(/^there is no move of an allowed type: 1,2$/)]);
  });

  it('says nothing where there is no move, or before it knows its colour', () => {
    expect(make().receive(requestLine('string', first))).toEqual([complaint(/before the colour/)]);
    const empty = { ...first, stones: first.stones.map((stone) => (stone > 0 ? 0 : stone)) };
    expect(make(BLACK).receive(requestLine('string', empty))).toEqual([
      complaint(/^there is no move: no visible A/),
    ]);
  });

  it('thinks about one request after the other', () => {
    const responder = make(BLACK, requestLine('number', first));
    expect(responder.receive(requestLine('number', second))).toEqual([]);
    expect(responder.answer(1, finding(capture))).toEqual([
      { kind: 'send', line: said('attack C4C3') },
      job(2, second),
    ]);
    for (let count = 0; count < MAX_QUEUED; count++)
      expect(responder.receive(requestLine('number', first))).toEqual([]);
    expect(responder.receive(requestLine('number', first))).toEqual([complaint(/are waiting already/)]);
  });
});
