/** Hands out the games of a match: those that an earlier run left unfinished, then the others as they are scheduled. */
import type { MatchRecord, UnfinishedGame } from './match-record.ts';
import type { ScheduledGame } from './schedule.ts';

export class GameQueue {
  readonly #record: MatchRecord;
  /** Whether the result of the match is known before its last game. */
  readonly #isDecided: () => boolean;
  readonly #unfinished: UnfinishedGame[];
  /** The games of the round that is being played, and of rounds after it that were looked at. */
  readonly #rounds: (readonly ScheduledGame[])[] = [[]];
  /** The next game of the first one of them. */
  #at = 0;
  /** The round after all of them, from 0. */
  #round = 0;
  #isFinishing = false;
  #isPaused = false;
  /** Called when a game has ended or a pause is over. */
  #waiting: (() => void)[] = [];

  constructor(record: MatchRecord, isDecided: () => boolean) {
    this.#record = record;
    this.#isDecided = isDecided;
    this.#unfinished = [...record.open.values()].sort((one, other) => one.began.number - other.began.number);
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

  /**
   * The players of the next games.
   * @returns of fewer than `count` games where the others are not known yet, or no more games come
   */
  nextPlayers(count: number): readonly (readonly number[])[] {
    if (this.#isFinishing) return [];
    const players = this.#unfinished.slice(0, count).map(({ began }) => began.players);
    for (let round = 0; players.length < count; round++) {
      const isLoaded = round < this.#rounds.length || (!this.#record.schedule.isSwiss && this.#load());
      if (!isLoaded) break;
      const games = this.#rounds[round]!;
      for (let at = round === 0 ? this.#at : 0; at < games.length && players.length < count; at++) {
        if (this.#isLeft(games[at]!)) players.push(games[at]!.players);
      }
    }
    return players;
  }

  /** Whether a scheduled game was not begun by an earlier run. */
  #isLeft({ number }: ScheduledGame): boolean {
    return !this.#record.isFinished(number) && !this.#record.open.has(number);
  }

  /** Must be called when a game has ended or the signal of `next` was aborted. */
  look(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** `later`: a Swiss round waits for the games of the one before. */
  #scheduled(): ScheduledGame | 'later' | null {
    for (;;) {
      const [games] = this.#rounds;
      const next = games![this.#at];
      if (next !== undefined) {
        this.#at++;
        if (this.#isLeft(next)) return next;
        continue;
      }
      const { isSwiss } = this.#record.schedule;
      if (isSwiss && !games!.every(({ number }) => this.#record.isFinished(number))) return 'later';
      if (this.#rounds.length === 1 && !this.#load()) return null;
      this.#rounds.shift();
      this.#at = 0;
    }
  }

  /** Works out one more round. @returns false if there is none */
  #load(): boolean {
    if (this.#round === this.#record.schedule.rounds) return false;
    this.#rounds.push(this.#record.gamesOf(this.#round++));
    return true;
  }
}
