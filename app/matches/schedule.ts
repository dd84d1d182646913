/**
 * Who meets whom, with which opening, and who moves first: a function of the plan, the seed and a game's number, and in
 * a Swiss tournament of the rounds before. Pure.
 */
import { seededRandom } from '../games/random.ts';
import type { Tournament } from '../shapes/matches.ts';
import { swissRound, type SwissStanding } from './swiss.ts';

export interface ScheduledGame {
  /** From 1, in the order in which games begin. */
  readonly number: number;
  /** From 1. */
  readonly round: number;
  /** From 1: two games with one opening and both colours, or a game alone. */
  readonly pair: number;
  /** Whether `pair` has two games. */
  readonly isPaired: boolean;
  /** Indices of players; the first one moves first. */
  readonly players: readonly [number, number];
  /** From 0, in the order of `openingOrder`. */
  readonly opening: number;
}

export interface SchedulePlan {
  readonly tournament: Tournament;
  /** In a gauntlet: how many players, from the first on, meet all others. */
  readonly seeds: number;
  readonly rounds: number;
  /** Games of a pairing in a round. */
  readonly games: number;
  readonly swap: boolean;
  /** Whether the one who was named first moves first where no colours are swapped. */
  readonly namedFirst: boolean;
}

type Meeting = readonly [number, number];

/** Everyone meets everyone once, so that nearby meetings have different players (the circle method). */
function roundRobin(players: number, byName: boolean): readonly Meeting[] {
  const size = players + (players % 2);
  const circle = Array.from({ length: size }, (_, at) => at);
  const meetings: Meeting[] = [];
  for (let turn = 0; turn < size - 1; turn++) {
    for (let at = 0; at < size / 2; at++) {
      const [one, other] = [circle[at]!, circle[size - 1 - at]!];
      // The last one of an odd number rests.
      if (one < players && other < players) meetings.push(inOrder(one, other, byName));
    }
    circle.splice(1, 0, circle.pop()!);
  }
  return meetings;
}

/** Each of the first `seeds` meets each of the others, one of them after the other. */
export function gauntlet(players: number, seeds: number): readonly Meeting[] {
  const meetings: Meeting[] = [];
  for (let other = seeds; other < players; other++) {
    for (let seed = 0; seed < seeds; seed++) meetings.push([seed, other]);
  }
  return meetings;
}

/**
 * The one who moves first comes first: with a meeting for each two players, all do about equally often.
 * @param byName it is the one who was named first instead
 */
const inOrder = (one: number, other: number, byName: boolean): Meeting => {
  const [low, high] = one < other ? [one, other] : [other, one];
  return byName || (low + high) % 2 === 1 ? [low, high] : [high, low];
};

/** A run of rounds with the same meetings; a match that is extended has several. */
interface Block {
  /** Null in a Swiss tournament, where the meetings follow from the results. */
  readonly meetings: readonly Meeting[] | null;
  /** Meetings of a round. */
  readonly size: number;
  readonly players: number;
  /** From 0. */
  readonly firstRound: number;
  readonly rounds: number;
}

/** What a Swiss round follows from. */
export type Standings = (players: number) => readonly SwissStanding[];

export class Schedule {
  readonly #plan: SchedulePlan;
  readonly #blocks: Block[] = [];
  #players: number;

  /** @throws RangeError if there is nothing to play */
  constructor(plan: SchedulePlan, players: number) {
    this.#plan = plan;
    this.#players = players;
    this.#blocks.push(this.#blockOf(0, plan.rounds));
    if (this.#blocks[0]!.size === 0) throw new RangeError('the schedule has no game');
  }

  get players(): number {
    return this.#players;
  }

  /** The number of games. */
  get total(): number {
    return this.#blocks.reduce((sum, { size, rounds }) => sum + size * rounds, 0) * this.#plan.games;
  }

  /**
   * Runs of rounds, those in which a later player catches up included. Those of a Swiss tournament wait for each other.
   */
  get rounds(): number {
    return this.#blocks.reduce((sum, { rounds }) => sum + rounds, 0);
  }

  /** Rounds as a plan counts them: those in which a later player catches up are rounds of the others. */
  get roundsInAll(): number {
    return this.#nextRound;
  }

  /** Whether a round can be known only once the rounds before are played. */
  get isSwiss(): boolean {
    return this.#plan.tournament === 'swiss';
  }

  /** Adds rounds in which all present players meet. */
  addRounds(rounds: number): void {
    this.#blocks.push(this.#blockOf(this.#nextRound, rounds));
  }

  /** Adds a player, who meets each of the others as often as they have met. @throws RangeError in a Swiss tournament */
  addPlayer(): number {
    if (this.isSwiss) throw new RangeError('a Swiss tournament takes no player later');
    const added = this.#players++;
    const others = this.#plan.tournament === 'gauntlet' ? Math.min(this.#plan.seeds, added) : added;
    const meetings = Array.from({ length: others }, (_, other) => inOrder(other, added, this.#isByName));
    this.#blocks.push({
      ...{ meetings, size: meetings.length, players: this.#players },
      ...{ firstRound: 0, rounds: this.#nextRound },
    });
    return added;
  }

  /** The round of a game, from 0 over all blocks. */
  roundOf(number: number): number {
    let before = 0;
    let round = 0;
    for (const { size, rounds } of this.#blocks) {
      const games = size * rounds * this.#plan.games;
      if (number <= before + games)
        return round + Math.floor((number - 1 - before) / (size * this.#plan.games));
      before += games;
      round += rounds;
    }
    throw new RangeError(`there is no game ${number}`);
  }

  /** The games of a round, from 0 over all blocks. @param standings after the rounds before */
  gamesOf(round: number, standings: Standings): readonly ScheduledGame[] {
    const { games, swap } = this.#plan;
    const units = swap ? Math.ceil(games / 2) : games;
    let numbers = 0;
    let pairs = 0;
    let rest = round;
    for (const block of this.#blocks) {
      if (rest >= block.rounds) {
        rest -= block.rounds;
        numbers += block.size * block.rounds * games;
        pairs += block.size * block.rounds * units;
        continue;
      }
      numbers += rest * block.size * games;
      pairs += rest * block.size * units;
      const own = block.firstRound + rest;
      const meetings = block.meetings ?? swissRound(standings(block.players));
      return meetings.flatMap((meeting, at) =>
        Array.from({ length: games }, (_, game): ScheduledGame => {
          const unit = swap ? Math.floor(game / 2) : game;
          // In rounds of a game each, the sides change from round to round.
          const swapped = swap && (game + (block.meetings === null ? 0 : own * games)) % 2 === 1;
          return {
            number: numbers + at * games + game + 1,
            round: own + 1,
            pair: pairs + at * units + unit + 1,
            isPaired: swap && (game % 2 === 1 || game + 1 < games),
            players: swapped ? [meeting[1], meeting[0]] : meeting,
            // All meetings of a round have the same openings.
            opening: own * units + unit,
          };
        }),
      );
    }
    throw new RangeError(`there is no round ${round}`);
  }

  /** The round, from 0, that no block has reached. */
  get #nextRound(): number {
    return this.#blocks.reduce((most, { firstRound, rounds }) => Math.max(most, firstRound + rounds), 0);
  }

  get #isByName(): boolean {
    return this.#plan.namedFirst && !this.#plan.swap;
  }

  #blockOf(firstRound: number, rounds: number): Block {
    const { tournament, seeds } = this.#plan;
    const players = this.#players;
    if (tournament === 'swiss') {
      return { meetings: null, size: Math.floor(players / 2), players, firstRound, rounds };
    }
    const meetings =
      tournament === 'gauntlet' ? gauntlet(players, seeds) : roundRobin(players, this.#isByName);
    return { meetings, size: meetings.length, players, firstRound, rounds };
  }
}

/** The openings in the order of their use, as indices: as they are, or shuffled by a seed. */
export function openingOrder(
  count: number,
  {
    order,
    start,
    seed,
  }: { readonly order: 'sequential' | 'random'; readonly start: number; readonly seed: number },
): readonly number[] {
  const indices = Array.from({ length: count }, (_, at) => at);
  if (order === 'random') {
    const random = seededRandom(seed);
    for (let at = count - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1));
      [indices[at], indices[other]] = [indices[other]!, indices[at]!];
    }
  }
  return indices.map((_, at) => indices[(at + start - 1) % count]!);
}
