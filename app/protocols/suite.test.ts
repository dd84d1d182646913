/**
 * What holds for every protocol in the registry: both halves joined by a fake wire play whole games,
 * recordings are followed, and nothing that arrives is lost, thrown at or mixed up.
 */
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connect4, type Connect4Position } from '../games/connect4/index.ts';
import { makeLine, type Line } from '../games/line.ts';
import { createCfpResponder } from './cfp/index.ts';
import { createCfsiResponder } from './cfsi/index.ts';
import type { DriverEvent, Job, Limit, Protocol, Responder } from './protocol.ts';
import { defaultDeadlines } from './protocol.ts';
import { protocols } from './registry.ts';
import { FakeWire, type FakeWireSetup } from './testing/fake-wire.ts';
import { Random } from './testing/random.ts';
import { parseTranscript, replay } from './testing/transcript.ts';

interface Adapter {
  responder(): Responder;
  /** Limits that a game is played with. */
  readonly limits: readonly Limit[];
  /** Noise that the protocol's text says nothing about, and that must be borne at any time. */
  readonly noise: readonly string[];
}

/** What the suite needs to know of each protocol beyond its driver: one entry each. */
const adapters: Readonly<Record<string, Adapter>> = {
  cfp: {
    responder: () => createCfpResponder({ name: 'Scripted', author: 'Suite', options: [] }),
    limits: [{ kind: 'time', seconds: 0.05 }],
    noise: ['', 'hello', 'info bestmove 6', 'readyokay', '{"json":1}'],
  },
  cfsi: {
    responder: createCfsiResponder,
    limits: [
      { kind: 'depth', plies: 4 },
      { kind: 'time', seconds: 0.05 },
    ],
    noise: ['', 'hello', 'Enter Cfi command', 'debug thinking', 'info --plies 12', '{"json":1}'],
  },
};

const folder = new URL('../../tests/transcripts/', import.meta.url);

/** The scripted engine's choice: any legal move, but always the same one in the same position. */
function choiceIn(position: Connect4Position): number | null {
  const moves = connect4.moves(position);
  let hash = 7;
  for (const character of connect4.positionText(position))
    hash = (hash * 31 + character.charCodeAt(0)) % 65521;
  return moves.length === 0 ? null : moves[hash % moves.length]!;
}

function think({ position, limit, id }: Job): ReturnType<FakeWireSetup['think']> {
  const bestmove = choiceIn(position as Connect4Position);
  const finding = {
    bestmove,
    score: { type: 'static', value: 0.05 } as const,
    scores: [],
    line: bestmove === null ? [] : [bestmove],
    depth: limit.kind === 'depth' ? limit.plies : 3,
    nodes: 100 + id,
  };
  return { finding, milliseconds: limit.kind === 'none' ? Infinity : 5 + (id % 3) * 40, progress: [finding] };
}

function join(protocol: Protocol, more: Partial<FakeWireSetup> = {}): FakeWire {
  const { responder } = adapters[protocol.id]!;
  const driver = protocol.createDriver(defaultDeadlines);
  const wire = new FakeWire({ driver, responder: responder(), think, ...more });
  wire.request({ kind: 'start' });
  return wire;
}

const lineFrom = (gameKey: string, moves: readonly number[]): Line =>
  makeLine(connect4, gameKey, connect4.initial(), moves);

/** Searches that are over, by id. A search that ends twice fails the test. */
function endings(events: readonly DriverEvent[]): Map<number, DriverEvent> {
  const over = new Map<number, DriverEvent>();
  for (const event of events) {
    if (event.kind !== 'failed' && !(event.kind === 'report' && event.final)) continue;
    expect(over.has(event.search), `search ${event.search} ends once`).toBe(false);
    over.set(event.search, event);
  }
  return over;
}

/** Every answer to a search is what the engine thought of that search's own position. */
function expectOwnAnswers(
  events: readonly DriverEvent[],
  positions: ReadonlyMap<number, Connect4Position>,
): void {
  for (const event of events) {
    if (event.kind !== 'report') continue;
    const move = choiceIn(positions.get(event.search)!);
    expect(event.report.answer).toMatchObject({ kind: 'move', move });
  }
}

function playGame(wire: FakeWire, seed: number, limits: readonly Limit[]): number {
  const random = new Random(seed);
  const moves: number[] = [];
  const positions = new Map<number, Connect4Position>();
  for (let id = seed * 100; ; id++) {
    const line = lineFrom(`game ${seed}`, moves);
    const position = line.position as Connect4Position;
    if (connect4.result(position)) break;
    positions.set(id, position);
    wire.request({ kind: 'search', search: { id, line, limit: random.pick(limits), purpose: 'play' } });
    expect(wire.runUntil(() => endings(wire.events.slice(-40)).has(id), 60_000)).toBe(true);
    moves.push(choiceIn(position)!);
    const after = lineFrom('', moves).position as Connect4Position;
    // Now and then somebody else moves in between, so that games differ.
    if (!connect4.result(after) && random.below(2) === 0) moves.push(random.pick(connect4.moves(after)));
  }
  expect([...positions.keys()].every((id) => endings(wire.events).has(id))).toBe(true);
  const own = wire.events.filter((event) => !('search' in event) || positions.has(event.search as number));
  expectOwnAnswers(own, positions);
  return moves.length;
}

describe.each([...protocols.values()].map((protocol) => [protocol.id, protocol] as const))(
  '%s',
  (id, protocol) => {
    const adapter = adapters[id]!;

    it('is known to this suite', () => expect(Object.keys(adapters)).toContain(id));

    it('plays whole random games over one session', () => {
      for (const latency of [0, 1, 30]) {
        const wire = join(protocol, { latency });
        for (let seed = 1; seed <= 12; seed++)
          expect(playGame(wire, seed, adapter.limits)).toBeGreaterThan(6);
        expect(wire.events.filter(({ kind }) => kind === 'fault' || kind === 'misuse')).toEqual([]);
        expect(wire.events.filter(({ kind }) => kind === 'oddity' || kind === 'stale')).toEqual([]);
      }
    });

    it('never mixes answers while an analysis follows quick steps', () => {
      const random = new Random(11);
      const wire = join(protocol, { latency: 7 });
      const positions = new Map<number, Connect4Position>();
      const moves: number[] = [];
      for (let search = 1; search <= 200; search++) {
        const position = lineFrom('', moves).position as Connect4Position;
        if (connect4.result(position) || random.below(3) === 0) moves.pop();
        else moves.push(random.pick(connect4.moves(position)));
        const line = lineFrom('g', moves);
        positions.set(search, line.position as Connect4Position);
        wire.request({
          kind: 'search',
          search: { id: search, line, limit: { kind: 'none' }, purpose: 'analyse' },
        });
        wire.advance(random.below(random.below(4) === 0 ? 2000 : 30));
        if (random.below(10) === 0) wire.request({ kind: 'stop' });
      }
      wire.request({ kind: 'stop' });
      wire.advance(60_000);
      expect(endings(wire.events).size).toBe(200);
      expect(wire.events.filter(({ kind }) => kind === 'report').length).toBeGreaterThan(100);
      expect(wire.events.filter(({ kind }) => kind === 'fault')).toEqual([]);
      expectOwnAnswers(wire.events, positions);
    });

    it('bears noise at any time without losing an answer', () => {
      const random = new Random(5);
      const wire = join(protocol, {
        toDriver: (line) => [random.pick(adapter.noise), line, random.pick(adapter.noise)],
      });
      for (let seed = 1; seed <= 5; seed++) playGame(wire, seed, adapter.limits);
      expect(wire.events.filter(({ kind }) => kind === 'fault')).toEqual([]);
    });

    const recordings = readdirSync(folder).filter((name) => name.startsWith(`${id}_`));

    it('has recordings of real programs', () => expect(recordings.length).toBeGreaterThan(0));

    it.each(recordings)('follows %s and loses no line', (name) => {
      const entries = parseTranscript(readFileSync(new URL(name, folder), 'utf8'));
      for (const { entry, events } of replay(protocol.createDriver(defaultDeadlines), entries)) {
        if (entry.mark === '<--') expect(events.length, entry.text).toBeGreaterThan(0);
      }
    });

    describe('with anything for an answer', () => {
      const known = recordings.flatMap((name) =>
        parseTranscript(readFileSync(new URL(name, folder), 'utf8')).map(({ text }) => text),
      );
      const mutated = fc
        .tuple(fc.constantFrom(...known), fc.nat(80), fc.nat(8), fc.string({ maxLength: 6, unit: 'binary' }))
        .map(([line, at, cut, put]) => line.slice(0, at) + put + line.slice(at + cut));
      const anyLine = fc
        .oneof(fc.string({ unit: 'binary' }), mutated, fc.constantFrom(...known))
        .map((line) => line.replace(/\n/g, ' '));

      it('neither half throws, and every line gives an event', () => {
        fc.assert(
          fc.property(fc.array(fc.tuple(fc.boolean(), anyLine), { maxLength: 60 }), (steps) => {
            const driver = protocol.createDriver(defaultDeadlines);
            const responder = adapter.responder();
            driver.request({ kind: 'start' }, 0);
            steps.forEach(([outward, line], now) => {
              if (outward) {
                driver.sent(line, now);
                responder.receive(line);
              } else {
                expect(driver.receive(line, now).length).toBeGreaterThan(0);
              }
              driver.tick(now);
            });
          }),
          { numRuns: 300, seed: 42 },
        );
      });

      it('every search ends or the session does', () => {
        fc.assert(
          fc.property(fc.infiniteStream(fc.nat(40)), fc.infiniteStream(anyLine), (dice, lines) => {
            const toDriver = (line: string): string[] => {
              switch (dice.next().value) {
                case 0:
                  return [];
                case 1:
                  return [line, line];
                case 2:
                  return [lines.next().value as string];
                case 3:
                  return [lines.next().value as string, line];
                default:
                  return [line];
              }
            };
            const wire = join(protocol, { toDriver });
            for (let search = 1; search <= 6; search++) {
              const line = lineFrom('g', [3, 2, 3, 2, 4, 1].slice(0, search));
              const limit = adapter.limits[0]!;
              wire.request({ kind: 'search', search: { id: search, line, limit, purpose: 'play' } });
              wire.advance(search === 3 ? 10 : 1000);
            }
            wire.request({ kind: 'stop' });
            wire.advance(120_000);
            const over = endings(wire.events);
            const ended = wire.events.some(({ kind }) => kind === 'fault');
            if (!ended) expect(over.size).toBe(6);
          }),
          { numRuns: 150, seed: 7 },
        );
      });

      it('an endless line is read in one go and told in short', () => {
        const driver = protocol.createDriver(defaultDeadlines);
        driver.request({ kind: 'start' }, 0);
        for (const piece of ['x ', 'bestmove ', 'option name ', '0;1/', '\t']) {
          const line = piece.repeat(65_536 / piece.length);
          const events = driver.receive(line, 0);
          expect(events.length).toBeLessThan(10);
          expect(JSON.stringify(events).length).toBeLessThan(4 * line.length);
        }
      });
    });
  },
);
