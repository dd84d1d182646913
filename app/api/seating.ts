import type { Seat } from '../games/game.ts';
import type { Line } from '../games/line.ts';
import { Refused } from '../shapes/refused.ts';
import type { Decision } from '../play/ask.ts';
import type { EngineHandle } from '../play/engine-handle.ts';
import { retryWords } from '../play/ending.ts';
import type { SessionOwner } from '../play/session-owner.ts';
import type { EngineSeat, Players } from '../play/seats.ts';
import type { Forfeit } from '../sessions/forfeit.ts';
import type { Session } from '../sessions/session.ts';
import type { EngineLauncher } from './engine-launcher.ts';

export interface SeatingPorts {
  /** Called with a sentence for each engine that was restarted in its game. */
  notice(sentence: string): void;
  /** Cancels the question to the engine at a seat. @returns a function that asks it again */
  interrupt(seat: Seat): () => void;
}

/** The engines that play the game on the board, by seat. */
export class Seating implements SessionOwner {
  readonly #launcher: EngineLauncher;
  readonly #ports: SeatingPorts;
  readonly #handles = new Map<Seat, EngineHandle>();
  /** The key of the game that a session last played; kept after the session has left its seat. */
  readonly #games = new WeakMap<Session, string>();

  constructor(launcher: EngineLauncher, ports: SeatingPorts) {
    this.#launcher = launcher;
    this.#ports = ports;
  }

  /** The session of the engine at a seat; null if there is none. */
  at(seat: Seat): Session | null {
    return this.#handles.get(seat)?.session ?? null;
  }

  owns(session: Session): boolean {
    return this.#placeOf(session) !== null;
  }

  /** A restart while the engine thinks is not a failure: the question is cancelled and asked again. */
  async restart(session: Session, start: () => Promise<Session>): Promise<void> {
    const [seat, handle] = this.#placeOf(session)!;
    const resume = this.#ports.interrupt(seat);
    try {
      await handle.restart(start);
    } finally {
      // Also if the restart was refused; otherwise no engine would be asked and the game would never continue.
      resume();
    }
  }

  /** The engine may be thinking about another position: the question is cancelled and asked again. */
  resynchronise(session: Session): void {
    const [seat] = this.#placeOf(session)!;
    const resume = this.#ports.interrupt(seat);
    session.request({ kind: 'resynchronise' });
    resume();
  }

  /** The key of the game that a session last played; null if none. */
  gameOf(session: Session): string | null {
    return this.#games.get(session) ?? null;
  }

  /** Called when play begins; removes engines that have ended, so that new ones are started. */
  begin(): void {
    for (const [seat, handle] of this.#handles) if (!handle.serves) this.#handles.delete(seat);
  }

  /** Sends the engines the current line of play, the first seat's engine first. */
  follow(line: Line, players: Players): void {
    for (const seat of [0, 1] as const) {
      const player = players[seat];
      if (player.kind === 'engine') this.#follower(seat, player)?.follow(line, seat);
    }
  }

  /** Asks the engine of a seat for a move. @throws Refused if it cannot be started */
  async ask(seat: Seat, player: EngineSeat, line: Line, signal: AbortSignal): Promise<Decision> {
    const handle = this.#handleOf(seat, player);
    this.#games.set(handle.session, line.gameKey);
    const decision = await handle.ask(line, player.limit, {
      signal,
      onRetry: (retry) => this.#ports.notice(retryWords(line.game, seat, retry)),
    });
    // The handle may have a new process by now.
    this.#games.set(handle.session, line.gameKey);
    return decision;
  }

  /** The engine of a seat has lost its game, which its session tells. */
  forfeit(seat: Seat, forfeit: Forfeit): void {
    this.#handles.get(seat)?.forfeit(forfeit);
  }

  /** Ends the engine of a seat without waiting; closing never rejects. */
  dismiss(seat: Seat): void {
    void this.#handles.get(seat)?.close();
    this.#handles.delete(seat);
  }

  /** Called when the game is over; ends engines whose process serves a single match. */
  finish(): void {
    for (const [seat, { session }] of this.#handles) if (session.protocol.singleMatch) this.dismiss(seat);
  }

  #placeOf(session: Session): [Seat, EngineHandle] | null {
    return [...this.#handles].find(([, handle]) => handle.session === session) ?? null;
  }

  /**
   * The engine to send the line of play to. One that serves a single match is started at the match's beginning, others
   * when they are first asked; null if it is not started.
   */
  #follower(seat: Seat, player: EngineSeat): EngineHandle | null {
    const sitting = this.#handles.get(seat);
    if (sitting) return sitting;
    try {
      const { singleMatch } = this.#launcher.protocolOf(player.engine, player.protocol);
      return singleMatch ? this.#handleOf(seat, player) : null;
    } catch (error) {
      // The refusal is reported when the engine is asked for a move.
      if (error instanceof Refused) return null;
      throw error;
    }
  }

  /**
   * The engine of a seat, with the seat's options; started if necessary. An engine that failed is not started again,
   * because in a game a failure is the ending.
   */
  #handleOf(seat: Seat, player: EngineSeat): EngineHandle {
    const sitting = this.#handles.get(seat);
    if (sitting?.serves) {
      this.#launcher.setOwnOptions(player.engine, sitting.session, player.options);
      return sitting;
    }
    const word = sitting?.session.ending?.word ?? 'quit';
    if (sitting && word !== 'quit') return sitting;
    const purpose = seat === 0 ? 'first player' : 'second player';
    const handle = this.#launcher.open(player.engine, player.protocol, purpose, player.options);
    this.#handles.set(seat, handle);
    return handle;
  }
}
