/**
 * Tests of every protocol: driver and responder play whole games over a fake wire, and the driver follows recordings.
 * Tests with meaningless bytes are in `tests/fuzz`.
 */
import { expect, it } from 'vitest';
import type { Game } from '../../games/game.ts';
import { makeLine } from '../../games/line.ts';
import { randomCases } from '../../games/testing/effort.ts';
import { disturbs, defaultDeadlines, type Driver, type DriverEvent, type Protocol } from '../protocol.ts';
import type { Finding, Job } from '../responder.ts';
import { FakeWire, type FakeWireSetup, type Thought } from './fake-wire.ts';
import { Random } from './random.ts';
import { parseTranscript, replay, type Recording } from './recordings.ts';
import type { Sample } from './fixtures.ts';

/** Random moves do not end every game. */
const MOST_PLIES = 40;

interface Joined {
  readonly driver: Driver;
  readonly wire: FakeWire;
}

type Both = readonly [Joined, Joined];

/** The engine's choice: some legal move, always the same one in the same position. */
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

/** The final events by search. A search that ends twice fails the test. */
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

  /** Answers to searches, and requests that the driver called answered: by that line, or by one after it. */
  const answers = { heard: 0, claimed: 0 };

  const watched = (driver: Driver): Driver => {
    const receive = driver.receive.bind(driver);
    driver.receive = (line, now) => {
      const events = receive(line, now);
      if (sample.answer.test(line)) answers.heard++;
      answers.claimed += driver.exchange?.answers.length ?? 0;
      return events;
    };
    return driver;
  };

  const join = (more: Partial<FakeWireSetup> = {}): Joined => {
    const driver = watched(protocol.createDriver(defaultDeadlines));
    const wire = new FakeWire({ driver, responder: sample.responder(), think, ...more });
    wire.request({ kind: 'start' });
    return { driver, wire };
  };

  /** Each answer has to be the engine's choice in the search's own position. */
  const expectOwnAnswers = (
    events: readonly DriverEvent[],
    positions: ReadonlyMap<number, unknown>,
  ): void => {
    for (const event of events) {
      if (event.kind !== 'report') continue;
      let position = positions.get(event.search);
      for (const answer of [event.report.answer, ...event.report.rest]) {
        const move = choiceIn(game, position);
        expect(answer).toMatchObject({ kind: 'move', move });
        position = game.play(position, move);
      }
    }
  };

  /** One engine for both seats, or one for each where it serves one match. */
  const seatBoth = (more: Partial<FakeWireSetup>): Both => {
    const first = join(more);
    return [first, protocol.singleMatch ? join(more) : first];
  };

  const playGame = (both: Both, seed: number, more: Partial<FakeWireSetup>): number => {
    const random = new Random(seed);
    const moves: unknown[] = [];
    const players: [Joined, Joined] = [...both];
    const positions = new Map<number, unknown>();
    for (let id = seed * 10_000; ; id++) {
      const line = makeLine(game, `game ${seed}`, game.initial(sample.setup), moves);
      const { position } = line;
      for (const seat of [0, 1] as const) players[seat].wire.request({ kind: 'follow', line, seat });
      if (game.result(position) || moves.length > MOST_PLIES) break;
      positions.set(id, position);
      const seat = game.seatToMove(position);
      if (players[seat].driver.fits?.(line, seat) === false) players[seat] = join(more);
      const { wire } = players[seat];
      wire.request({
        kind: 'search',
        search: { id, line, limit: random.pick(sample.limits), purpose: 'play' },
      });
      expect(wire.runUntil(() => endings(wire.events.slice(-40)).has(id), 60_000)).toBe(true);
      expectOwnAnswers(
        wire.events.slice(-40).filter((event) => 'search' in event && event.search === id),
        positions,
      );
      moves.push(choiceIn(game, position));
      const after = game.play(position, moves.at(-1));
      // Random moves in between make the games differ.
      if (!game.result(after) && random.below(2) === 0) moves.push(random.pick(game.moves(after)));
    }
    for (const { wire } of new Set([...both, ...players])) {
      expect(wire.events.filter(({ kind }) => kind === 'fault')).toEqual([]);
      endings(wire.events);
    }
    return moves.length;
  };

  it('carries the game that it is tried with', () => expect(protocol.games).toContain(game.id));

  it('has each command that its parser reads in the table of commands, and no other', () => {
    const { table, find } = protocol.commands;
    const read = new Set(sample.lines.ours.map(find).filter((word) => word !== null));
    expect([...read].sort()).toEqual(table.map(({ word }) => word).sort());
    for (const { word, example } of table) {
      expect(find(example), example).toBe(word);
      expect(example.startsWith(word), example).toBe(true);
    }
  });

  it('offers at a place what its parser reads as that command', () => {
    const { table, find } = protocol.commands;
    const { driver } = join();
    const start = game.initial(sample.setup);
    const lines = [[], [choiceIn(game, start)]].map((moves) => makeLine(game, 'g', start, moves));
    for (const line of lines) {
      for (const { word } of table) {
        for (const text of driver.offers?.(word, line) ?? []) {
          // A message that is known by its first member continues without a blank.
          const whole = /\w$/.test(word) ? `${word} ${text}` : word + text;
          expect(find(whole), whole).toBe(word);
        }
      }
    }
  });

  it('takes what it does not know for a line that may leave the engine anywhere', () => {
    expect(disturbs(protocol.commands, 'load_the_third_game_of_yesterday')).toBe(true);
    expect(disturbs(protocol.commands, '  ')).toBe(false);
  });

  it('tells the position again from its beginning when the engine may stand elsewhere', () => {
    const { driver, wire: first } = join();
    let wire = first;
    const line = makeLine(game, 'g', game.initial(sample.setup), []);
    const seat = game.seatToMove(line.position);
    const [limit] = sample.limits;
    const ask = (id: number): readonly string[] => {
      const from = wire.sent.length;
      wire.request({ kind: 'search', search: { id, line, limit: limit!, purpose: 'play' } });
      expect(wire.runUntil(() => endings(wire.events).has(id), 60_000)).toBe(true);
      expect(endings(wire.events).get(id)).toMatchObject({ kind: 'report' });
      return wire.sent.slice(from);
    };
    const before = ask(1);
    wire.request({ kind: 'resynchronise' });
    if (driver.fits?.(line, seat) === false) ({ wire } = join());
    const opening = /^(?:cfp|start|init|name|list_commands|hello)$/;
    const told = (lines: readonly string[]) => lines.filter((each) => !opening.test(each));
    // A search in progress may be ended first.
    expect(told(ask(2)).slice(-told(before).length)).toEqual(told(before));
  });

  it('plays whole random games, over one session where it serves more than one', () => {
    const wrong: readonly DriverEvent['kind'][] = ['fault', 'misuse', 'oddity', 'stale'];
    answers.heard = answers.claimed = 0;
    for (const more of [{ latency: 0 }, { latency: 1 }, { latency: 30 }, { latency: 1, inPieces: true }]) {
      let both = seatBoth(more);
      for (let seed = 1; seed <= randomCases(3); seed++) {
        expect(playGame(both, seed, more)).toBeGreaterThan(1);
        for (const { wire } of both) {
          expect(wire.events.filter(({ kind }) => wrong.includes(kind))).toEqual([]);
        }
        if (protocol.singleMatch) both = seatBoth(more);
      }
    }
    expect(answers.heard).toBeGreaterThan(0);
    expect(answers.claimed).toBeGreaterThanOrEqual(answers.heard);
  }, 60_000);

  it('never mixes answers while an analysis follows quick steps', () => {
    const searches = 200;
    const random = new Random(11);
    let asked = join({ latency: 7 });
    const wires = [asked.wire];
    let since = 1;
    const positions = new Map<number, unknown>();
    const moves: unknown[] = [];
    /** Searches whose process was ended for another position. */
    let dropped = 0;
    for (let search = 1; search <= searches; search++) {
      const { position } = makeLine(game, '', game.initial(sample.setup), moves);
      if (game.result(position) || random.below(3) === 0) moves.pop();
      else moves.push(random.pick(game.moves(position)));
      const line = makeLine(game, 'g', game.initial(sample.setup), moves);
      const { position: shown } = line;
      positions.set(search, shown);
      if (asked.driver.fits?.(line, game.seatToMove(shown)) === false) {
        dropped += search - since - endings(asked.wire.events).size;
        since = search;
        asked = join({ latency: 7 });
        wires.push(asked.wire);
      }
      asked.wire.request({
        kind: 'search',
        search: { id: search, line, limit: { kind: 'none' }, purpose: 'analyse' },
      });
      asked.wire.advance(random.below(random.below(4) === 0 ? 2000 : 30));
      if (random.below(10) === 0) asked.wire.request({ kind: 'stop' });
    }
    asked.wire.request({ kind: 'stop' });
    asked.wire.advance(60_000);
    const events = wires.flatMap((wire) => wire.events);
    expect(endings(events).size).toBe(searches - dropped);
    // An engine without a stop answers only if the position stays as long as it thinks.
    const least = protocol.createDriver(defaultDeadlines).capabilities.stop ? 100 : 30;
    expect(events.filter(({ kind }) => kind === 'report').length).toBeGreaterThan(least);
    expect(events.filter(({ kind }) => kind === 'fault')).toEqual([]);
    expectOwnAnswers(events, positions);
  });

  it.each([false, true])('bears noise at any time without losing an answer (in pieces: %s)', (inPieces) => {
    const random = new Random(5);
    const noisy: Partial<FakeWireSetup> = {
      toDriver: (line) => [random.pick(sample.noise), line, random.pick(sample.noise)],
      inPieces,
    };
    let both = seatBoth(noisy);
    for (let seed = 1; seed <= randomCases(5); seed++) {
      playGame(both, seed, noisy);
      if (protocol.singleMatch) both = seatBoth(noisy);
    }
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
