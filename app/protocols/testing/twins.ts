/** Two drivers of one conversation: the first takes the short way wherever it may, the second never does. */
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { Game } from '../../games/game.ts';
import { extendLine, type Line } from '../../games/line.ts';
import type { Limit } from '../../shapes/engines.ts';
import type { Driver, DriverEvent, Intent, Search } from '../protocol.ts';
import { DriverProbe } from './driver-probe.ts';
import type { Random } from './random.ts';

/** Takes the short way wherever its driver offers it. */
class ShortProbe extends DriverProbe {
  asked = 0;
  answered = 0;
  /** Lines that were read at once. */
  skimmed = 0;

  override request(intent: Intent): string[] {
    const lines = intent.kind === 'search' ? this.driver.shortWay!.ask(intent.search, this.now) : null;
    if (lines === null) return super.request(intent);
    this.asked++;
    this.sent.push(...lines);
    this.events.push({ kind: 'state', state: this.driver.state });
    return [...lines];
  }

  /** Lines of one piece. */
  override hear(...lines: string[]): string[] {
    const text = lines.join('\n');
    const way = this.driver.shortWay;
    if (way?.skim === undefined || lines.length < 2) return super.hear(...lines);
    const sent: string[] = [];
    for (let from = 0; from <= text.length;) {
      const skimmed = way.skim(text, from, this.now);
      if (skimmed !== null) {
        this.skimmed += text.slice(from, skimmed.until - 1).split('\n').length;
        this.events.push(skimmed.event);
        from = skimmed.until;
        continue;
      }
      const end = text.indexOf('\n', from);
      sent.push(...super.hear(text.slice(from, end === -1 ? undefined : end)));
      from = end === -1 ? text.length + 1 : end + 1;
    }
    return sent;
  }

  protected override receive(line: string): readonly DriverEvent[] {
    const events = this.driver.shortWay!.answer(line, this.now);
    if (events === null) return super.receive(line);
    this.answered++;
    return events;
  }
}

/** The short way tells no states that are passed through at once. */
const isPassed = (event: DriverEvent, at: number, events: readonly DriverEvent[]): boolean =>
  event.kind === 'state' && events[at + 1]?.kind === 'state';

/** Of several lines that are read at once, the short way tells the newest progress. */
function withoutReplaced(events: readonly DriverEvent[]): DriverEvent[] {
  const isOfLine = ({ kind }: DriverEvent): boolean => kind === 'progress' || kind === 'understood';
  const kept: DriverEvent[] = [];
  for (const event of events) {
    const last = kept.at(-1);
    if (last === undefined || !isOfLine(event) || !isOfLine(last)) kept.push(event);
    else if (event.kind === 'progress') kept[kept.length - 1] = event;
  }
  return kept;
}

export class Twins {
  readonly short: ShortProbe;
  /** Lines that were sent and that the test has yet to answer. */
  readonly unanswered: string[] = [];
  readonly #usual: DriverProbe;

  constructor(make: () => Driver) {
    this.short = new ShortProbe(make());
    this.#usual = new DriverProbe(make());
  }

  /** Does the same with both. @throws an assertion if one of them shows it */
  do(work: (probe: DriverProbe) => unknown): void {
    const [one, other] = [this.short, this.#usual].map((probe) => {
      work(probe);
      const { driver } = probe;
      const { asks, due, answers, lost, position, move } = driver.exchange!;
      const told = probe.take().filter(({ kind }) => kind !== 'send');
      const events = withoutReplaced(told.filter((event, at) => !isPassed(event, at, told)));
      const exchange = { asks, due: [...due], answers: [...answers], lost: [...lost], position, move };
      const sent = probe.sent.splice(0);
      const heeds = driver.heedsComplaints ?? null;
      return {
        sent,
        events,
        exchange,
        heeds,
        state: driver.state,
        wake: driver.nextWake(),
        again: driver.again?.(),
      };
    });
    // An assertion takes many times as long as the comparison.
    if (!isDeepStrictEqual(one, other)) expect(one).toEqual(other);
    this.unanswered.push(...one!.sent);
  }
}

export interface TwinGame {
  readonly game: Game;
  readonly limit: Limit;
  /** Lines that open the conversation. */
  readonly opening: readonly string[];
  /** The move as a plain answer. */
  readonly answer: (move: unknown, position: unknown) => string;
  /**
   * What the engine says to a line that was sent, if it answers each line.
   * @param moved the lines that answer the search
   */
  readonly answers?: (line: string, moved: string) => readonly string[];
  /** How many times as rarely something happens as usual, for protocols that stay off the short way afterwards. */
  readonly calm?: number;
  /** Lines that an engine says before its answer, in one piece with it. */
  readonly thoughts?: readonly string[];
  /** Lines that an engine may say at any time, and that a user may type. */
  readonly said: readonly string[];
  readonly typed: readonly string[];
}

/** Plays a game in which now and then anything happens. */
export function playTwins(
  twins: Twins,
  { game, limit, opening, answer, answers, thoughts = [], said, typed, calm = 1 }: TwinGame,
  random: Random,
): void {
  const isRare = (): boolean => random.below(20 * calm) === 0;
  let id = 0;
  const searchOf = (line: Line): Search => {
    const asked = random.below(5) === 0 ? random.pick(otherLimits) : limit;
    const only = isRare() ? game.moves(line.position)[0] : undefined;
    return { id: ++id, line, limit: asked, purpose: random.below(6) === 0 ? 'analyse' : 'play', only };
  };
  const played = (position: unknown, plies: number): unknown => {
    if (plies === 0 || game.result(position) !== null) return position;
    return played(game.play(position, random.pick(game.moves(position))), plies - 1);
  };
  const request = (line: Line): void => {
    const search = searchOf(line);
    twins.do((probe) => probe.request({ kind: 'search', search }));
  };
  const say = (moved: string): void => {
    if (answers === undefined) {
      const printed = thoughts.filter(() => random.below(2) === 0);
      if (isRare()) printed.splice(random.below(printed.length + 1), 0, random.pick(said));
      // Our own delay: what has arrived is read before the time that has passed is noticed.
      const lag = isRare() ? 3000 : 0;
      const isParted = random.below(2) === 0;
      twins.do((probe) => {
        probe.now += lag;
        return isParted ? probe.hear(...printed) : probe.hear(...printed, moved);
      });
      if (isParted) twins.do((probe) => probe.hear(moved));
      return;
    }
    for (let count = 0; twins.unanswered.length > 0 && count < mostAnswered; count++) {
      for (const line of answers(twins.unanswered.shift()!, moved)) {
        if (isRare()) disturb(twins, null, said, typed, random);
        const pause = random.below(40 * calm) === 0 ? random.pick([5, 100, 600, 2000]) : 0;
        twins.do((probe) => probe.wait(pause));
        if (random.below(60 * calm) !== 0) twins.do((probe) => probe.hear(line));
      }
    }
  };
  twins.do((probe) => probe.request({ kind: 'start' }));
  for (const line of opening) twins.do((probe) => probe.hear(line));
  if (answers !== undefined) say('');
  const start = played(game.initial(), random.below(3) === 0 ? random.below(30) : 0);
  let line: Line = { game, gameKey: `g${random.below(3)}`, start, moves: [], position: start };
  for (let ply = 0; ply < 30 && game.result(line.position) === null; ply++) {
    const move = random.pick(game.moves(line.position));
    // As the player of one side, in most cases.
    if ((ply % 2 === 0) !== isRare()) {
      request(line);
      while (random.below(6 * calm) === 0) disturb(twins, searchOf(line), said, typed, random);
      say(answer(move, line.position));
      const pause = random.below(8) === 0 ? 200 : 0;
      twins.do((probe) => probe.wait(pause));
    }
    while (isRare()) disturb(twins, searchOf(line), said, typed, random);
    // Sometimes another move than the engine's own goes on, or the game is another one.
    line = extendLine(line, isRare() ? random.pick(game.moves(line.position)) : move);
    if (random.below(25) === 0) line = { ...line, gameKey: 'other' };
    if (random.below(25) === 0) line = { ...line, start: line.position, moves: [] };
  }
  request(line);
  say(answer(game.moves(game.initial())[0], game.initial()));
}

/** The most lines that are answered at a time: an engine that is told its game anew and anew is left alone. */
const mostAnswered = 60;

const otherLimits: readonly Limit[] = [
  { kind: 'none' },
  ...[0, 1, 2].map((seconds): Limit => ({ kind: 'time', seconds })),
  ...[0, 3].map((plies): Limit => ({ kind: 'depth', plies })),
];

/** @param search absent where no search is to begin */
function disturb(
  twins: Twins,
  search: Search | null,
  said: readonly string[],
  typed: readonly string[],
  random: Random,
): void {
  const line = random.pick(said);
  const [hand, milliseconds] = [random.pick(typed), random.pick([1, 50, 1000, 20_000])];
  const acts: readonly ((probe: DriverProbe) => unknown)[] = [
    (probe) => probe.hear(line),
    (probe) => probe.hear(line),
    (probe) => probe.complain(line),
    (probe) => probe.type(hand),
    (probe) => probe.wait(milliseconds),
    (probe) => probe.request({ kind: 'stop' }),
    (probe) => probe.request({ kind: 'resynchronise' }),
    (probe) => probe.request({ kind: 'showBoard' }),
    (probe) => probe.request({ kind: 'ping' }),
    ...(search === null ? [] : [(probe: DriverProbe) => probe.request({ kind: 'search', search })]),
  ];
  twins.do(random.pick(acts));
}
