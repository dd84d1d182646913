/** JSON by chance for both halves: objects like a message's with anything in them, laid out in any way. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stones } from '../../games/stones/index.ts';
import { Desk, lineOf, plain } from './desk.fixture.ts';
import { readJson } from './json.ts';
import { initiateLine, readMessage } from './messages.ts';
import { createGosResponder } from './responder.ts';

const RUNS = 500;

/** Often what belongs there, and now and then anything. */
const or = <T>(usual: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 6, arbitrary: usual }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) });

const integer = fc.oneof(
  fc.integer({ min: -1, max: 9 }),
  fc.integer({ min: 0, max: 8 }).map(String),
  fc.constantFrom(1.5, '1.0', '', ' 2 ', 1e21, '9'.repeat(30)),
);
const place = or(
  fc.oneof(
    fc.constant(null),
    fc.record({ X: integer, Y: integer }, { requiredKeys: [] }),
    fc.record({ x: integer, Y: integer, Z: integer }, { requiredKeys: [] }),
  ),
);
const type = or(fc.constantFrom(0, 1, 2, '0', '1', '2', 'Attack', 'pass', 3, -1));
const move = fc.record({ Type: type, From: place, To: place }, { requiredKeys: ['Type'] });

const enumeration = or(fc.constantFrom(0, 1, -1, '0', '1', '-1'));
const board = or(
  fc.tuple(fc.nat(80), fc.oneof(fc.integer({ min: -130, max: 130 }), integer)).map(([at, value]) => {
    const state: unknown[][] = Array.from({ length: 9 }, (_, row) => [
      ...stones.initial().stones.slice(row * 9, row * 9 + 9),
    ]);
    state[Math.floor(at / 9)]![at % 9] = value;
    return { state };
  }),
);
const types = or(fc.constantFrom([1], ['1'], [0, 1, 2], ['0', '1', '2'], [0], []));
const message = fc.oneof(
  fc.record({ Color: enumeration }),
  fc.record({ Board: board, AllowedMoves: types }, { requiredKeys: ['Board'] }),
  fc.record({ Player: enumeration, Move: move, Winner: enumeration }, { requiredKeys: ['Player'] }),
);

const layout = fc.constantFrom(0, 1, 2, '\t');
const linesOf = (value: unknown, space: string | number): string[] =>
  JSON.stringify(value, null, space).split('\n');

describe('any JSON', { timeout: 60_000 }, () => {
  it('is read as it was written', () => {
    const value = fc.jsonValue({ maxDepth: 6 });
    fc.assert(
      fc.property(value, layout, (one, space) => {
        const text = JSON.stringify(one, null, space);
        const read = readJson(text, 0);
        expect(read.kind === 'value' && { value: plain(read.value), end: read.end }).toEqual({
          value: JSON.parse(text) as unknown,
          end: text.length,
        });
      }),
      { numRuns: RUNS, seed: 1 },
    );
  });

  it('that is a move is an answer, legal or with its reason, however it is laid out', () => {
    const first = lineOf('H7G7');
    const seen = new Set<string>();
    fc.assert(
      fc.property(move, layout, fc.boolean(), (one, space, isSecond) => {
        const desk = new Desk();
        desk.search(isSecond ? lineOf('H7G7 C4C3') : first);
        if (isSecond) desk.say('attack F4F5');
        desk.hear(...linesOf(one, space));
        const answer = desk.of('report').at(-1)?.report.answer ?? null;
        seen.add(answer?.kind ?? 'none');
        if (answer?.kind === 'illegal') expect(answer.reason).not.toBe('');
        if (answer?.kind === 'move') expect(answer.move).toBeTypeOf('number');
        expect(answer).not.toBeNull();
      }),
      { numRuns: RUNS, seed: 1 },
    );
    expect([...seen].sort()).toEqual(['illegal', 'move']);
  });

  it('that is a message of a referee is obeyed or complained about by a bot, which answers each request', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(message, layout), { maxLength: 6 }), (all) => {
        const responder = createGosResponder({ limit: () => ({ kind: 'none' }) });
        responder.receive(initiateLine('number', 1));
        let searches = 0;
        let gone = false;
        for (const [one, space] of all) {
          for (const line of linesOf(one, space)) {
            for (const event of responder.receive(line)) {
              expect(gone).toBe(false);
              if (event.kind === 'exit') gone = true;
              if (event.kind !== 'search') continue;
              searches++;
              expect(stones.moves(event.job.position as never).length).toBeGreaterThan(0);
            }
          }
        }
        if (gone) return;
        const nothing = { bestmove: null, score: null, scores: [], line: [], depth: 0, nodes: 0 };
        for (let id = 1; id <= searches; id++) {
          const events = responder.answer(id, nothing);
          expect(events[0]).toMatchObject({ kind: 'send' });
          searches += events.filter(({ kind }) => kind === 'search').length;
        }
      }),
      { numRuns: RUNS, seed: 1 },
    );
  });

  it('is a message or has a reason why it is none', () => {
    fc.assert(
      fc.property(fc.oneof(message, fc.dictionary(fc.string(), fc.jsonValue())), (one) => {
        const read = readJson(JSON.stringify(one), 0);
        if (read.kind !== 'value' || read.value.kind !== 'object') throw new Error('it was an object');
        const known = readMessage(read.value);
        if (known.kind === 'unreadable') expect(known.reason).not.toBe('');
      }),
      { numRuns: RUNS, seed: 1 },
    );
  });
});
