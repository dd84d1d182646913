/**
 * Follows lines of play with a session of its own, so that the analysis is not disturbed. The session is started for
 * the first question about an engine that analyses, and kept for later ones. There is one question at a time; a new one
 * replaces the previous one, whose events end.
 */
import type { Line } from '../games/line.ts';
import type { EngineHandle } from '../play/engine-handle.ts';
import type { SessionOwner } from '../play/session-owner.ts';
import type { Session } from '../sessions/session.ts';
import { bestLine, lineLimits, guessLimits, type LineLimits } from './best-line.ts';
import type { BestLineEvent } from '../shapes/analysis.ts';
import type { Forecast } from '../shapes/games.ts';

/** What an explorer needs from the host. */
export interface LineExplorerPorts {
  /** Starts the engine of `leader` for the explorer. */
  open(leader: Session): EngineHandle;
  /** The explorer's engine is no longer needed. */
  dismiss(handle: EngineHandle): void;
}

export class LineExplorer implements SessionOwner {
  readonly #ports: LineExplorerPorts;
  readonly #limits: LineLimits | null;
  /** The session that analyses, whose engine is asked. */
  #leader: Session | null = null;
  #handle: EngineHandle | null = null;
  #question: AbortController | null = null;

  /** @param limits by default those for the engine's protocol */
  constructor(ports: LineExplorerPorts, limits: LineLimits | null = null) {
    this.#ports = ports;
    this.#limits = limits;
  }

  /** Called for every change of the analysis. If its engine no longer analyses, the open question is cancelled. */
  accompany(leaders: readonly Session[]): void {
    if (this.#leader !== null && !leaders.includes(this.#leader)) this.#leave();
  }

  owns(session: Session): boolean {
    return this.#handle?.session === session;
  }

  async restart(_: Session, start: () => Promise<Session>): Promise<void> {
    await this.#handle?.restart(start);
  }

  /** Each question contains the whole line. */
  resynchronise(session: Session): void {
    session.request({ kind: 'resynchronise' });
  }

  /**
   * Yields the line that follows `move` at the end of `line`. Leaving the loop or aborting stops the engine.
   * @param leader the session whose engine is asked
   * @param foretold how the game ends after `move`, if the analysis has proven it
   * @throws Refused if the engine cannot be started
   */
  async *explore(
    leader: Session,
    line: Line,
    move: unknown,
    signal?: AbortSignal,
    foretold: Forecast | null = null,
  ): AsyncGenerator<BestLineEvent> {
    if (leader !== this.#leader) this.#leave();
    this.#question?.abort();
    const question = new AbortController();
    this.#question = question;
    this.#leader = leader;
    if (!this.#handle?.serves) this.#handle = this.#ports.open(leader);
    const handle = this.#handle;
    const limits = this.#limits ?? (leader.capabilities.score ? lineLimits : guessLimits);
    const until = signal ? AbortSignal.any([signal, question.signal]) : question.signal;
    try {
      yield* bestLine(handle, line, move, limits, until, foretold);
    } finally {
      question.abort();
      if (this.#question === question) this.#question = null;
    }
  }

  #leave(): void {
    this.#leader = null;
    this.#question?.abort();
    this.#question = null;
    const handle = this.#handle;
    this.#handle = null;
    if (handle) this.#ports.dismiss(handle);
  }
}
