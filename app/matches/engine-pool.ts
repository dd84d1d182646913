/** The processes of a match: each serves one game at a time, and as many games as its protocol and the plan allow. */
import type { EngineHandle } from '../play/engine-handle.ts';
import type { Session } from '../sessions/session.ts';
import type { Restart } from '../shapes/matches.ts';
import { Refused } from '../shapes/refused.ts';

/** A process serves no more games once its journal has so many bytes, so that no session reaches its quota. */
const fullJournalBytes = 32 * 1024 * 1024;

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
  /** Those that have played a game. */
  readonly #used = new WeakSet<EngineHandle>();
  /** Players whose processes have turned out to play one game only. */
  readonly #playsOnce = new Set<number>();
  readonly #most: number;

  /** @param most idle processes */
  constructor(most: number, ports: PoolPorts) {
    this.#most = most;
    this.#ports = ports;
  }

  /** An engine that plays nothing. @throws Refused if it cannot be started */
  acquire(player: number): EngineHandle {
    this.#dropEnded();
    const at = this.#idle.findLastIndex((idle) => idle.player === player);
    if (at !== -1) return this.#idle.splice(at, 1)[0]!.handle;
    return this.#ports.open(player);
  }

  /**
   * Starts the process of the player's next game ahead, where each game has one of its own and none is idle.
   * @param handle the player's engine in the game before
   */
  prepare(player: number, handle: EngineHandle): void {
    if (!this.isForOneGame(player, handle)) return;
    this.#dropEnded();
    const own = this.#idle.filter((idle) => idle.player === player);
    if (this.#idle.length >= this.#most || own.length >= this.#most / 2) return;
    try {
      this.#idle.push({ player, handle: this.#ports.open(player) });
    } catch (error) {
      // Whether it can be started is decided when its game begins.
      if (!(error instanceof Refused)) throw error;
    }
  }

  /** @param isSound whether it can be asked about another game */
  release(player: number, handle: EngineHandle, isSound: boolean): void {
    this.#used.add(handle);
    const isDone =
      !isSound ||
      !handle.serves ||
      this.isForOneGame(player, handle) ||
      handle.session.journalBytes > fullJournalBytes;
    if (isDone) return this.#close(handle);
    this.#idle.push({ player, handle });
    if (this.#idle.length > this.#most) this.#close(this.#idle.shift()!.handle);
  }

  /** Whether the engine has played a game before. */
  hasPlayed(handle: EngineHandle): boolean {
    return this.#used.has(handle);
  }

  /**
   * Called when a process that had played ended before its first answer in the next game, as those of programs that play
   * one game a run do: from now on each game has its own, unless the plan has `restart` off.
   * @returns false if that was known of the player before
   */
  learnPlaysOnce(player: number): boolean {
    if (this.#playsOnce.has(player)) return false;
    this.#playsOnce.add(player);
    return true;
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
    if (restart !== 'auto') return restart === 'on';
    return session.protocol.singleMatch || this.#playsOnce.has(player);
  }

  #close(handle: EngineHandle): void {
    const closing = handle.session.close().then(() => {
      this.#closing.delete(closing);
      this.#ports.onClosed(handle.session);
    });
    this.#closing.add(closing);
  }
}
