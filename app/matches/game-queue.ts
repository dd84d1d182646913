/** Hands out the games of a match: those that an earlier run left unfinished, then the others as they are scheduled. */
import type { MatchRecord, UnfinishedGame } from './match-record.ts';
import type { ScheduledGame } from './schedule.ts';

/** The players of the games that begin first, as far as they are known. @param most of these games */
export function firstPlayers(record: MatchRecord, most: number): ReadonlySet<number> {
  const { schedule } = record;
  const first = unfinishedOf(record).map(({ began }) => began.players);
  for (let round = 0; round < schedule.rounds && first.length < most; round++) {
    const left = record.gamesOf(round).filter(({ number }) => !record.isFinished(number));
    first.push(...left.filter(({ number }) => !record.open.has(number)).map(({ players }) => players));
    // The next round depends on the results of this one.
    if (schedule.isSwiss && left.length > 0) break;
  }
  return new Set(first.slice(0, most).flat());
}

/** Games that an earlier run left unfinished, in their order. */
const unfinishedOf = (record: MatchRecord): UnfinishedGame[] =>
  [...record.open.values()].sort((one, other) => one.began.number - other.began.number);

export class GameQueue {
  readonly #record: MatchRecord;
  /** Whether the result of the match is known before its last game. */
  readonly #isDecided: () => boolean;
  readonly #unfinished: UnfinishedGame[];
  /** The games of the round that is being played, and the next one of them. */
  #games: readonly ScheduledGame[] = [];
  #at = 0;
  /** The round after it, from 0. */
  #round = 0;
  #isFinishing = false;
  #isPaused = false;
  /** Called when a game has ended or a pause is over. */
  #waiting: (() => void)[] = [];

  constructor(record: MatchRecord, isDecided: () => boolean) {
    this.#record = record;
    this.#isDecided = isDecided;
    this.#unfinished = unfinishedOf(record);
  }

  /** Hands out no more games. */
  finish(): void {
    this.#isFinishing = true;
    this.look();
  }

  get isFinishing(): boolean {
    return this.#isFinishing;
  }

  /** Hands out no games until `goOn`. */
  hold(): void {
    this.#isPaused = true;
  }

  goOn(): void {
    this.#isPaused = false;
    this.look();
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** The next game, once there is one; null if there is none, or `signal` is aborted before. */
  async next(signal: AbortSignal): Promise<UnfinishedGame | ScheduledGame | null> {
    for (;;) {
      if (signal.aborted || this.#isFinishing || this.#isDecided()) return null;
      if (!this.#isPaused) {
        const unfinished = this.#unfinished.shift();
        if (unfinished !== undefined) return unfinished;
        const next = this.#scheduled();
        if (next === null) return null;
        if (next !== 'later') return next;
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** The players of the next game; none where that is not known yet, or no game comes. */
  get nextPlayers(): readonly number[] {
    if (this.#isFinishing) return [];
    const next = this.#unfinished[0]?.began ?? this.#games[this.#at] ?? this.#firstOfNextRound;
    return next?.players ?? [];
  }

  /** Must be called when a game has ended or the signal of `next` was aborted. */
  look(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** `later`: a Swiss round waits for the games of the one before. */
  #scheduled(): ScheduledGame | 'later' | null {
    const { schedule } = this.#record;
    for (;;) {
      const next = this.#games[this.#at];
      if (next !== undefined) {
        this.#at++;
        const { number } = next;
        // Those that are open were left unfinished by an earlier run.
        if (!this.#record.isFinished(number) && !this.#record.open.has(number)) return next;
        continue;
      }
      if (schedule.isSwiss && !this.#games.every(({ number }) => this.#record.isFinished(number))) {
        return 'later';
      }
      if (this.#round === schedule.rounds) return null;
      this.#games = this.#record.gamesOf(this.#round++);
      this.#at = 0;
    }
  }

  /** Undefined in a Swiss tournament, where it depends on the results of this round. */
  get #firstOfNextRound(): ScheduledGame | undefined {
    const { schedule } = this.#record;
    if (schedule.isSwiss || this.#round === schedule.rounds) return undefined;
    return this.#record.gamesOf(this.#round)[0];
  }
}
