/** What the finished games of a match add up to. Pure; one game at a time, whatever the order in which they end. */
import type { GameEndingWord } from '../shapes/games.ts';
import type { GameResult, JudgedGame } from '../shapes/matches.ts';
import type { ScheduledGame } from './schedule.ts';
import type { Counts } from './statistics/scores.ts';
import type { Encounter } from './statistics/ratings.ts';
import type { SwissStanding } from './swiss.ts';

export interface FinishedGame extends ScheduledGame {
  readonly result: GameResult;
  readonly ending: GameEndingWord;
  /** The seat at fault. */
  readonly fault: 0 | 1 | null;
  /** The opening as it is told. */
  readonly openingText: string;
  /** Equal for games with the same opening and the same moves. */
  readonly signature: string;
  readonly plies: number;
}

export interface PlayerRow {
  wins: number;
  draws: number;
  losses: number;
  points: number;
  /** Rounds of a Swiss tournament without an opponent; each counts as all of its games won. */
  byes: number;
  /** Games in which it moved first. */
  first: number;
  /** Moves that it was asked for, and the seconds that it took for all of them and for the longest. */
  readonly time: { moves: number; seconds: number; longest: number };
  /** Games that it lost by a fault, by the word of their ending. */
  readonly faults: Map<GameEndingWord, number>;
  /** In the judged games, the decisions with a proven value to lose, and how many kept it. */
  readonly accuracy: { games: number; decisions: number; kept: number };
}

/** The score of the first mover. */
export interface FirstMover {
  wins: number;
  draws: number;
  losses: number;
}

/** Two games of one opening, or one alone. */
interface Unit {
  readonly games: FinishedGame[];
  readonly size: number;
}

const points: Readonly<Record<GameResult, number | null>> = { '1-0': 1, '1/2-1/2': 0.5, '0-1': 0, '*': null };

export class Standing {
  readonly rows: PlayerRow[] = [];
  /** By result of one against another: `met[a][b]`, from the view of a. */
  readonly met: Map<number, Map<number, { wins: number; draws: number; losses: number }>> = new Map();
  readonly firstMover: FirstMover = { wins: 0, draws: 0, losses: 0 };
  readonly byOpening = new Map<string, FirstMover>();
  readonly endings = new Map<GameEndingWord, number>();
  games = 0;
  /** Games without a result. */
  voids = 0;
  plies = 0;
  /** Games of which it is known what they kept of their proven values. */
  judged = 0;
  /** Pairs whose games both were won by the same side of the opening. */
  decidedByOpening = 0;
  wholePairs = 0;
  /** The games of a pairing in a round, all of which a bye counts as won. */
  readonly gamesPerMeeting: number;
  readonly #open = new Map<number, Unit>();
  /** Finished units behind the prefix. */
  readonly #later = new Map<number, Unit>();
  readonly #known = new Set<string>();
  #prefix = 0;
  /** LL, LD, WL+DD, WD, WW and losses, draws, wins of the first player, over the prefix. */
  readonly #pairs = [0, 0, 0, 0, 0];
  readonly #singles = [0, 0, 0];
  #paired = true;
  #repeats = 0;
  #repeatedSingles = 0;
  /** In the prefix, the games with a result whose partner has none. */
  #unpaired = 0;

  constructor(players: number, gamesPerMeeting: number) {
    this.gamesPerMeeting = gamesPerMeeting;
    for (let player = 0; player < players; player++) this.addPlayer();
  }

  addPlayer(): void {
    this.rows.push({
      ...{ wins: 0, draws: 0, losses: 0, points: 0, byes: 0, first: 0, faults: new Map() },
      time: { moves: 0, seconds: 0, longest: 0 },
      accuracy: { games: 0, decisions: 0, kept: 0 },
    });
  }

  add(game: FinishedGame): void {
    this.games++;
    this.plies += game.plies;
    increase(this.endings, game.ending);
    this.#score(game);
    this.#unite(game);
  }

  addTime(player: number, seconds: number): void {
    const { time } = this.rows[player]!;
    time.moves++;
    time.seconds += seconds;
    time.longest = Math.max(time.longest, seconds);
  }

  addJudged({ players, decisions, kept }: JudgedGame): void {
    this.judged++;
    players.forEach((player, seat) => {
      const { accuracy } = this.rows[player]!;
      accuracy.games++;
      accuracy.decisions += decisions[seat]!;
      accuracy.kept += kept[seat]!;
    });
  }

  addBye(player: number): void {
    const row = this.rows[player]!;
    row.byes++;
    row.points += this.gamesPerMeeting;
  }

  /** How many pairs, from the first one on, are finished. */
  get prefix(): number {
    return this.#prefix;
  }

  /** Finished pairs behind the prefix, and games that have no partner. */
  get later(): number {
    return this.#later.size;
  }

  /** The games without a partner among those. */
  get laterSingles(): number {
    return [...this.#later.values()].filter(({ size }) => size === 1).length;
  }

  /** Games with a result that are not in `counts`, since the other game of their pair has none. */
  get unpaired(): number {
    const open = [...this.#open.values()].flatMap(({ games }) => games);
    return this.#unpaired + open.filter(({ result }) => points[result] !== null).length;
  }

  /**
   * Pairs of the prefix, and games without a partner, that repeat an earlier one move by move; they count in the table
   * alone.
   */
  get repeats(): number {
    return this.#repeats;
  }

  /** The games without a partner among those. */
  get repeatedSingles(): number {
    return this.#repeatedSingles;
  }

  /**
   * The results of the first player in the prefix, without repeats: of pairs, or of games where some game has no partner.
   */
  get counts(): Counts {
    return this.#paired ? this.#pairs : this.#singles;
  }

  get encounters(): readonly Encounter[] {
    return [...this.met].flatMap(([first, others]) =>
      [...others].flatMap(([second, scores]) => (first < second ? [{ first, second, ...scores }] : [])),
    );
  }

  swiss(players: number): readonly SwissStanding[] {
    return this.rows.slice(0, players).map((row, player) => {
      const met = [...(this.met.get(player)?.keys() ?? [])];
      const games = row.wins + row.draws + row.losses;
      return { player, points: row.points, met, first: 2 * row.first - games, rested: row.byes > 0 };
    });
  }

  #score(game: FinishedGame): void {
    const score = points[game.result];
    if (score === null) {
      this.voids++;
      return;
    }
    const [one, other] = game.players;
    this.rows[one]!.first++;
    for (const [player, opponent, own] of [
      [one, other, score],
      [other, one, 1 - score],
    ] as const) {
      const key = keyOf(own);
      this.rows[player]![key]++;
      this.rows[player]!.points += own;
      const against = this.met.get(player) ?? new Map<number, FirstMover>();
      this.met.set(player, against);
      const cell = against.get(opponent) ?? { wins: 0, draws: 0, losses: 0 };
      cell[key]++;
      against.set(opponent, cell);
    }
    if (game.fault !== null) increase(this.rows[game.players[game.fault]]!.faults, game.ending);
    this.firstMover[keyOf(score)]++;
    const opening = this.byOpening.get(game.openingText) ?? { wins: 0, draws: 0, losses: 0 };
    opening[keyOf(score)]++;
    this.byOpening.set(game.openingText, opening);
  }

  #unite(game: FinishedGame): void {
    const size = game.isPaired ? 2 : 1;
    const unit = this.#open.get(game.pair) ?? { games: [], size };
    unit.games.push(game);
    if (unit.games.length < size) {
      this.#open.set(game.pair, unit);
      return;
    }
    this.#open.delete(game.pair);
    this.#later.set(game.pair, unit);
    for (let next = this.#later.get(this.#prefix + 1); next !== undefined;) {
      this.#later.delete(++this.#prefix);
      this.#count(next);
      next = this.#later.get(this.#prefix + 1);
    }
  }

  #count({ games, size }: Unit): void {
    if (size === 1) this.#paired = false;
    // The one of the lower index first, so that a pair is recognised whichever of its games ended first.
    const ordered = [...games].sort((a, b) => a.players[0] - b.players[0]);
    const scores = ordered.map(({ result, players }) => {
      const score = points[result];
      return score === null ? null : players[0] < players[1] ? score : 1 - score;
    });
    const own = scores.filter((score) => score !== null);
    if (own.length < size) {
      this.#unpaired += own.length;
      return;
    }
    if (size === 2) {
      this.wholePairs++;
      const firsts = ordered.map(({ result }) => result);
      if (firsts[0] === firsts[1] && firsts[0] !== '1/2-1/2') this.decidedByOpening++;
    }
    const signature = ordered
      .map(({ players, signature: moves }) => `${players.join('-')} ${moves}`)
      .join('|');
    const isSound = ordered.every(({ fault }) => fault === null);
    if (isSound && this.#known.has(signature)) {
      this.#repeats++;
      if (size === 1) this.#repeatedSingles++;
      return;
    }
    this.#known.add(signature);
    if (size === 2) this.#pairs[2 * (own[0]! + own[1]!)]!++;
    for (const score of own) this.#singles[2 * score]!++;
  }
}

const keyOf = (score: number): 'wins' | 'draws' | 'losses' =>
  score === 1 ? 'wins' : score === 0 ? 'losses' : 'draws';

function increase<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
