/** The processes of a match: each serves one game at a time, and as many games as its protocol and the plan allow. */
import type { EngineHandle } from '../play/engine-handle.ts';
import type { Session } from '../sessions/session.ts';
import type { Restart } from '../shapes/matches.ts';
import { Refused } from '../shapes/refused.ts';

/** A process serves no more games once its journal has so many bytes, so that no session reaches its quota. */
const fullJournalBytes = 32 * 1024 * 1024;

/** Processes of a player that are started ahead for each game at once, at most. */
const mostAheadOfGame = 3;

export interface PoolPorts {
  /** Starts an engine. @throws Refused if it cannot be started */
  readonly open: (player: number) => EngineHandle;
  readonly restart: (player: number) => Restart;
  /** Called when a process has ended and its journal is closed. */
  readonly onClosed: (session: Session) => void;
}

export class EnginePool {
  readonly #ports: PoolPorts;
  /** Idle engines, the one used last at the end. */
  readonly #idle: { readonly player: number; readonly handle: EngineHandle }[] = [];
  readonly #closing = new Set<Promise<unknown>>();
  readonly #concurrency: number;
  /** How many processes of a player are started ahead for each game at once; 1 where it is missing. */
  readonly #ahead = new Map<number, number>();

  /** @param concurrency games at once */
  constructor(concurrency: number, ports: PoolPorts) {
    this.#concurrency = concurrency;
    this.#ports = ports;
  }

  /** An engine that plays nothing. @throws Refused if it cannot be started */
  acquire(player: number): EngineHandle {
    this.#dropEnded();
    // One that has opened its conversation plays first, the one used last before the others.
    const own = this.#idle.filter((idle) => idle.player === player);
    const taken = own.findLast(({ handle }) => handle.session.opened) ?? own[0];
    if (taken === undefined) return this.#ports.open(player);
    // Games are shorter than a start takes: one more of them at a time start from now on.
    if (!taken.handle.session.opened) {
      this.#ahead.set(player, Math.min(this.#aheadOf(player) + 1, mostAheadOfGame));
    }
    this.#idle.splice(this.#idle.indexOf(taken), 1);
    return taken.handle;
  }

  /** Of all players, processes that may be started ahead. */
  get mostAhead(): number {
    return mostAheadOfGame * this.#concurrency;
  }

  /**
   * Starts processes of the player's next games ahead, where each game has one of its own.
   * @param games of the next ones that are the player's
   */
  prepare(player: number, games: number): void {
    this.#dropEnded();
    const most = Math.min(games, this.#concurrency * this.#aheadOf(player));
    const own = this.#idle.filter((idle) => idle.player === player);
    for (let count = own.length; count < most && this.#idle.length < 2 * this.mostAhead; count++) {
      try {
        this.#idle.push({ player, handle: this.#ports.open(player) });
      } catch (error) {
        // Whether it can be started is decided when its game begins.
        if (!(error instanceof Refused)) throw error;
        return;
      }
    }
  }

  #aheadOf(player: number): number {
    return this.#ahead.get(player) ?? 1;
  }

  /** @param isSound whether it can be asked about another game */
  release(player: number, handle: EngineHandle, isSound: boolean): void {
    const isDone =
      !isSound ||
      !handle.serves ||
      this.isForOneGame(player, handle) ||
      handle.session.journalBytes > fullJournalBytes;
    if (isDone) return this.#close(handle);
    this.#idle.push({ player, handle });
    // Those started ahead have a bound of their own, and their games are about to begin.
    const used = this.#idle.filter((idle) => !this.isForOneGame(idle.player, idle.handle));
    if (used.length <= 2 * this.#concurrency) return;
    this.#idle.splice(this.#idle.indexOf(used[0]!), 1);
    this.#close(used[0]!.handle);
  }

  /** Ends every idle engine. Resolves when all that were released have ended. */
  async close(): Promise<void> {
    for (const { handle } of this.#idle.splice(0)) this.#close(handle);
    await Promise.all(this.#closing);
  }

  /** Lets go of processes that have ended while they were idle. */
  #dropEnded(): void {
    const ended = this.#idle.filter(({ handle }) => !handle.serves);
    for (const idle of ended) {
      this.#idle.splice(this.#idle.indexOf(idle), 1);
      this.#close(idle.handle);
    }
  }

  /** Whether each of the player's games has a process of its own. @param handle one of them */
  isForOneGame(player: number, { session }: EngineHandle): boolean {
    const restart = this.#ports.restart(player);
    return restart === 'on' || (restart === 'auto' && session.protocol.singleMatch);
  }

  #close(handle: EngineHandle): void {
    const closing = handle.session.close().then(() => {
      this.#closing.delete(closing);
      this.#ports.onClosed(handle.session);
    });
    this.#closing.add(closing);
  }
}
