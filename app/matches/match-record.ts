/** What the journal of a match says, entry by entry: the same for a match that runs and for one that is resumed. */
import { createHash } from 'node:crypto';
import { counted, fullStop } from '../games/sentences.ts';
import { BadNotation, IllegalMove, quote, type Game } from '../games/game.ts';
import { playedPlies, startAt } from '../games/plies.ts';
import { games } from '../games/registry.ts';
import type { GameEnding } from '../shapes/games.ts';
import type {
  GameResult,
  GameSession,
  MatchEngine,
  MatchEntry,
  MatchHead,
  MatchPlayer,
  Opening,
} from '../shapes/matches.ts';
import { Refused } from '../shapes/refused.ts';
import { Schedule, type ScheduledGame } from './schedule.ts';
import { Standing } from './standing.ts';
import { sprtOf } from './statistics/sprt.ts';
import { restingIn } from './swiss.ts';

type Entry<Kind extends MatchEntry['kind']> = Extract<MatchEntry, { kind: Kind }>;

/** A game that has begun and not ended. */
export interface UnfinishedGame {
  readonly began: Entry<'began'>;
  /** All moves so far, the opening's included. */
  texts: string[];
  /** Seconds left behind the last move; null before the first. */
  left: readonly [number | null, number | null] | null;
  /** The processes that have played it. */
  readonly sessions: GameSession[];
}

/** A finished game, as it is printed. */
export interface GameLine {
  readonly kind: 'game';
  readonly number: number;
  readonly pair: number;
  readonly first: string;
  readonly second: string;
  readonly opening: string;
  readonly moves: readonly string[];
  readonly result: GameResult;
  readonly ending: GameEnding['word'];
  readonly reason: string;
}

export class MatchRecord {
  readonly open = new Map<number, UnfinishedGame>();
  readonly #onGame: (line: GameLine, ended: Entry<'ended'>, began: Entry<'began'>) => void;
  readonly #finished = new Set<number>();
  readonly #judged = new Set<number>();
  /** The pairings of Swiss rounds, which follow from the standing at their beginning. */
  readonly #rounds = new Map<number, readonly ScheduledGame[]>();
  readonly #added: MatchEngine[] = [];
  #head: MatchHead | null = null;
  #rules: Game | null = null;
  #players: MatchPlayer[] = [];
  #schedule: Schedule | null = null;
  #standing: Standing | null = null;

  /** @param onGame called with each game that ends */
  constructor(
    onGame: (line: GameLine, ended: Entry<'ended'>, began: Entry<'began'>) => void = () => undefined,
  ) {
    this.#onGame = onGame;
  }

  /** Whether the test of the match is decided: then no further game is played. */
  get isDecided(): boolean {
    const { sprt } = this.head.plan;
    return sprt !== null && sprtOf(this.standing.counts, sprt).verdict !== 'continue';
  }

  /** Whether no game is left to play. */
  get isOver(): boolean {
    return this.isDecided || this.#finished.size === this.schedule.total;
  }

  get isNew(): boolean {
    return this.#head === null;
  }

  get head(): MatchHead {
    if (this.#head === null) throw noPlan();
    return this.#head;
  }

  get players(): readonly MatchPlayer[] {
    return this.#players;
  }

  /** Engines that have joined the match later. */
  get added(): readonly MatchEngine[] {
    return this.#added;
  }

  get schedule(): Schedule {
    if (this.#schedule === null) throw noPlan();
    return this.#schedule;
  }

  get standing(): Standing {
    if (this.#standing === null) throw noPlan();
    return this.#standing;
  }

  /** Whether what it kept of its proven values is known. */
  isJudged(number: number): boolean {
    return this.#judged.has(number);
  }

  isFinished(number: number): boolean {
    return this.#finished.has(number);
  }

  /** The games of a round, from 0. In a Swiss tournament the rounds before must be finished. */
  gamesOf(round: number): readonly ScheduledGame[] {
    return this.#rounds.get(round) ?? this.schedule.gamesOf(round, (players) => this.standing.swiss(players));
  }

  /** @throws Refused if the entry cannot follow those before, as in a journal that was changed */
  apply(entry: MatchEntry): void {
    if (this.#head === null && entry.kind !== 'match') throw noPlan();
    switch (entry.kind) {
      case 'match':
        return this.#plan(entry);
      case 'player':
        if (this.schedule.isSwiss) {
          throw new Refused('An engine joins a Swiss tournament, which takes none once it has begun.');
        }
        this.schedule.addPlayer();
        this.standing.addPlayer();
        this.#players.push(entry.player);
        this.#added.push(entry.engine);
        return;
      case 'rounds':
        return this.schedule.addRounds(entry.rounds);
      case 'began':
        return this.#begin(entry);
      case 'seated':
        this.#game(entry.number).sessions.push(...entry.sessions);
        return;
      case 'ply': {
        const game = this.#game(entry.number);
        if (entry.ply !== game.texts.length + 1) {
          throw new Refused(
            `Game ${entry.number} has ply ${entry.ply} where ply ${game.texts.length + 1} belongs.`,
          );
        }
        game.texts.push(entry.move);
        this.standing.addTime(game.began.players[entry.seat]!, entry.spent);
        game.left = entry.left;
        return;
      }
      case 'resumed': {
        const game = this.#game(entry.number);
        if (entry.ply === 0) this.#reset(game);
        else if (entry.ply !== game.texts.length) {
          throw new Refused(
            `Game ${entry.number} goes on behind ply ${entry.ply}, and stands at ply ${game.texts.length}.`,
          );
        }
        return;
      }
      case 'ended':
        return this.#end(entry);
      case 'judged':
        this.#requirePlayers(entry);
        if (!this.isFinished(entry.number) || this.isJudged(entry.number)) {
          throw new Refused(`Game ${entry.number} is judged before its end, or a second time.`);
        }
        this.#judged.add(entry.number);
        return this.standing.addJudged(entry);
    }
  }

  #plan(entry: MatchHead): void {
    if (this.#head !== null) throw new Refused('The match has a plan already.');
    const { plan, players, game } = entry;
    const rules = games.get(game);
    if (rules === undefined) {
      throw new Refused(`There is no game ${quote(game)}; known games: ${[...games.keys()].join(', ')}.`);
    }
    if (players.length < 2 || players.length !== plan.engines.length) {
      throw new Refused(
        `The match has ${counted(players.length, 'player')} and ${counted(plan.engines.length, 'engine')}; it needs two or more, and as many of both.`,
      );
    }
    if (plan.tournament === 'gauntlet' && plan.seeds >= players.length) {
      throw new Refused(
        `In the gauntlet all ${players.length} players are to meet the others: none is left.`,
      );
    }
    this.#head = entry;
    this.#rules = rules;
    this.#players = [...players];
    this.#schedule = new Schedule({ ...plan, namedFirst: entry.namedFirst === true }, players.length);
    this.#standing = new Standing(players.length, plan.games);
  }

  #begin(entry: Entry<'began'>): void {
    const { number, opening } = entry;
    const { total } = this.schedule;
    if (number > total) throw new Refused(`There is no game ${number}: the match has ${total}.`);
    if (this.open.has(number) || this.isFinished(number)) {
      throw new Refused(`Game ${number} begins a second time.`);
    }
    this.#requirePlayers(entry);
    const fault = faultOf(this.#rules!, opening, opening.moves);
    if (fault !== null) throw new Refused(`Game ${number}, ${fault}`);
    if (this.schedule.isSwiss) this.#beginRound(this.schedule.roundOf(entry.number));
    const game: UnfinishedGame = { began: entry, texts: [], left: null, sessions: [] };
    this.#reset(game);
    this.open.set(entry.number, game);
  }

  #requirePlayers({ number, players: [first, second] }: Pick<Entry<'began'>, 'number' | 'players'>): void {
    const { length } = this.#players;
    if (first < length && second < length && first !== second) return;
    throw new Refused(
      `Game ${number} is between players ${first} and ${second}; the match has 0 to ${length - 1}.`,
    );
  }

  #beginRound(round: number): void {
    if (this.#rounds.has(round)) return;
    this.#rounds.set(round, this.gamesOf(round));
    const rests = restingIn(this.standing.swiss(this.#players.length));
    if (rests !== null) this.standing.addBye(rests);
  }

  #reset(game: UnfinishedGame): void {
    game.texts = [...game.began.opening.moves];
    game.left = null;
  }

  #game(number: number): UnfinishedGame {
    const game = this.open.get(number);
    if (game === undefined) throw new Refused(`There is no open game ${number}.`);
    return game;
  }

  #end(entry: Entry<'ended'>): void {
    const { began, texts } = this.#game(entry.number);
    this.open.delete(entry.number);
    this.#finished.add(entry.number);
    const { number, round, pair, isPaired, players, opening } = began;
    const { result, ending, fault, reason, spent } = entry;
    if (fault !== null && spent !== undefined) this.standing.addTime(players[fault], spent);
    this.standing.add({
      ...{ number, round, pair, isPaired, players: [players[0], players[1]], opening: opening.number - 1 },
      ...{ result, ending, fault, openingText: opening.text, plies: texts.length },
      signature: signatureOf(opening, texts),
    });
    const [first, second] = players.map((player) => this.#players[player]!.name) as [string, string];
    this.#onGame(
      {
        ...{ kind: 'game', number, pair, first, second },
        ...{ opening: opening.text, moves: texts, result, ending, reason },
      },
      entry,
      began,
    );
  }
}

const noPlan = (): Refused => new Refused('The journal of the match does not begin with its plan.');

/** The first ply of a game that cannot be played, and why, as the end of a sentence; null if all can. */
export function faultOf(game: Game, opening: Opening, texts: readonly string[]): string | null {
  const reached = reachedBy(game, opening, texts);
  return 'fault' in reached ? reached.fault : null;
}

/** The position at the end of a game, or what `faultOf` says. */
export function reachedBy(
  game: Game,
  { start }: Opening,
  texts: readonly string[],
): { readonly position: unknown } | { readonly fault: string } {
  let played = 0;
  try {
    let position = startAt(game, start);
    for (const { after } of playedPlies(game, position, texts)) {
      position = after;
      played++;
    }
    return { position };
  } catch (error) {
    if (!(error instanceof IllegalMove || error instanceof BadNotation)) throw error;
    return { fault: `ply ${played + 1} cannot be played: ${fullStop(error.message)}` };
  }
}

/** Short, since a long match keeps one for each pair. */
const signatureOf = (opening: Opening, texts: readonly string[]): string =>
  createHash('sha1')
    .update(`${opening.start ?? ''}\n${texts.join(' ')}`)
    .digest('base64')
    .slice(0, 20);
