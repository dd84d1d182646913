/**
 * What holds for every protocol: both halves joined by a fake wire play whole games of any game, and
 * recordings are followed. What holds for bytes that make no sense is in `tests/fuzz`.
 */
import { expect, it } from 'vitest';
import type { Game } from '../../games/game.ts';
import { makeLine } from '../../games/line.ts';
import { defaultDeadlines, type DriverEvent, type Finding, type Job, type Protocol } from '../protocol.ts';
import { FakeWire, type FakeWireSetup, type Thought } from './fake-wire.ts';
import { Random } from './random.ts';
import type { Recording } from './recordings.ts';
import type { Sample } from './sample.ts';
import { parseTranscript, replay } from './transcript.ts';

/** Chance alone does not bring every game to an end. */
const MOST_PLIES = 40;

/** The scripted engine's choice: any legal move, but always the same one in the same position. */
function choiceIn(game: Game, position: unknown): unknown {
  const moves = game.moves(position);
  let hash = 7;
  for (const character of game.positionText(position)) hash = (hash * 31 + character.charCodeAt(0)) % 65521;
  return moves.length === 0 ? null : moves[hash % moves.length];
}

function findingFor(game: Game, { position, limit, id }: Job): Finding {
  const bestmove = choiceIn(game, position);
  return {
    bestmove,
    score: { type: 'static', value: 0.05 },
    scores: [],
    line: bestmove === null ? [] : [bestmove],
    depth: limit.kind === 'depth' ? limit.plies : 3,
    nodes: 100 + id,
  };
}

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

export function protocolSuite(protocol: Protocol, sample: Sample, recordings: readonly Recording[]): void {
  const { game } = sample;

  const think = (job: Job): Thought => {
    const finding = findingFor(game, job);
    const milliseconds = job.limit.kind === 'none' ? Infinity : 5 + (job.id % 3) * 40;
    return { finding, milliseconds, progress: [finding] };
  };

  const join = (more: Partial<FakeWireSetup> = {}): FakeWire => {
    const driver = protocol.createDriver(defaultDeadlines);
    const wire = new FakeWire({ driver, responder: sample.responder(), think, ...more });
    wire.request({ kind: 'start' });
    return wire;
  };

  /** Every answer to a search is what the engine thought of that search's own position. */
  const expectOwnAnswers = (
    events: readonly DriverEvent[],
    positions: ReadonlyMap<number, unknown>,
  ): void => {
    for (const event of events) {
      if (event.kind !== 'report') continue;
      const move = choiceIn(game, positions.get(event.search));
      expect(event.report.answer).toMatchObject({ kind: 'move', move });
    }
  };

  const playGame = (wire: FakeWire, seed: number): number => {
    const random = new Random(seed);
    const moves: unknown[] = [];
    const positions = new Map<number, unknown>();
    for (let id = seed * 10_000; ; id++) {
      const line = makeLine(game, `game ${seed}`, game.initial(sample.setup), moves);
      const { position } = line;
      if (game.result(position) || moves.length > MOST_PLIES) break;
      positions.set(id, position);
      wire.request({
        kind: 'search',
        search: { id, line, limit: random.pick(sample.limits), purpose: 'play' },
      });
      expect(wire.runUntil(() => endings(wire.events.slice(-40)).has(id), 60_000)).toBe(true);
      moves.push(choiceIn(game, position));
      const after = game.play(position, moves.at(-1));
      // Now and then somebody else moves in between, so that games differ.
      if (!game.result(after) && random.below(2) === 0) moves.push(random.pick(game.moves(after)));
    }
    expect([...positions.keys()].every((id) => endings(wire.events).has(id))).toBe(true);
    const own = wire.events.filter((event) => !('search' in event) || positions.has(event.search as number));
    expectOwnAnswers(own, positions);
    return moves.length;
  };

  it('carries the game that it is tried with', () => expect(protocol.games).toContain(game.id));

  it('plays whole random games over one session', () => {
    for (const latency of [0, 1, 30]) {
      const wire = join({ latency });
      for (let seed = 1; seed <= 12; seed++) expect(playGame(wire, seed)).toBeGreaterThan(1);
      expect(wire.events.filter(({ kind }) => kind === 'fault' || kind === 'misuse')).toEqual([]);
      expect(wire.events.filter(({ kind }) => kind === 'oddity' || kind === 'stale')).toEqual([]);
    }
  }, 60_000);

  it('never mixes answers while an analysis follows quick steps', () => {
    const random = new Random(11);
    const wire = join({ latency: 7 });
    const positions = new Map<number, unknown>();
    const moves: unknown[] = [];
    for (let search = 1; search <= 200; search++) {
      const { position } = makeLine(game, '', game.initial(sample.setup), moves);
      if (game.result(position) || random.below(3) === 0) moves.pop();
      else moves.push(random.pick(game.moves(position)));
      const line = makeLine(game, 'g', game.initial(sample.setup), moves);
      positions.set(search, line.position);
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
    // What cannot be stopped answers only where the place shown stays for as long as it thinks.
    const least = protocol.createDriver(defaultDeadlines).capabilities.stop ? 100 : 30;
    expect(wire.events.filter(({ kind }) => kind === 'report').length).toBeGreaterThan(least);
    expect(wire.events.filter(({ kind }) => kind === 'fault')).toEqual([]);
    expectOwnAnswers(wire.events, positions);
  });

  it('bears noise at any time without losing an answer', () => {
    const random = new Random(5);
    const wire = join({
      toDriver: (line) => [random.pick(sample.noise), line, random.pick(sample.noise)],
    });
    for (let seed = 1; seed <= 5; seed++) playGame(wire, seed);
    expect(wire.events.filter(({ kind }) => kind === 'fault')).toEqual([]);
  });

  it('has recordings of real programs', () => expect(recordings.length).toBeGreaterThan(0));

  it.each(recordings.map(({ name, text }) => [name, text] as const))(
    'follows %s and loses no line',
    (_name, text) => {
      const driver = protocol.createDriver(defaultDeadlines);
      for (const { entry, events } of replay(driver, parseTranscript(text))) {
        if (entry.mark === '<--') expect(events.length, entry.text).toBeGreaterThan(0);
      }
    },
  );
}
