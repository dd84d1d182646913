/** The processes of a match: each serves one game at a time, and as many games as its protocol and the plan allow. */
import type { EngineHandle } from '../play/engine-handle.ts';
import type { Session } from '../sessions/session.ts';
import type { Restart } from '../shapes/matches.ts';

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
  readonly #most: number;

  /** @param most idle processes */
  constructor(most: number, ports: PoolPorts) {
    this.#most = most;
    this.#ports = ports;
  }

  /** An engine that plays nothing. @throws Refused if it cannot be started */
  acquire(player: number): EngineHandle {
    const at = this.#idle.findLastIndex((idle) => idle.player === player && idle.handle.serves);
    if (at !== -1) return this.#idle.splice(at, 1)[0]!.handle;
    return this.#ports.open(player);
  }

  /** @param isSound whether it can be asked about another game */
  release(player: number, handle: EngineHandle, isSound: boolean): void {
    const { session } = handle;
    const restart = this.#ports.restart(player);
    const isDone =
      !isSound ||
      !handle.serves ||
      restart === 'on' ||
      (restart === 'auto' && session.protocol.singleMatch) ||
      session.journalBytes > fullJournalBytes;
    if (isDone) return this.#close(handle);
    this.#idle.push({ player, handle });
    if (this.#idle.length > this.#most) this.#close(this.#idle.shift()!.handle);
  }

  /** Ends every idle engine. Resolves when all that were released have ended. */
  async close(): Promise<void> {
    for (const { handle } of this.#idle.splice(0)) this.#close(handle);
    await Promise.all(this.#closing);
  }

  #close(handle: EngineHandle): void {
    const closing = handle.session.close().then(() => {
      this.#closing.delete(closing);
      this.#ports.onClosed(handle.session);
    });
    this.#closing.add(closing);
  }
}
