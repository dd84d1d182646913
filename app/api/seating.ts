import type { Seat } from '../games/game.ts';
import type { Line } from '../games/line.ts';
import { Refused } from '../shapes/refused.ts';
import type { Decision } from '../play/ask.ts';
import type { EngineHandle } from '../play/engine-handle.ts';
import { retryWords } from '../play/ending.ts';
import type { SessionOwner } from '../play/session-owner.ts';
import type { EngineSeat, Players } from '../play/seats.ts';
import type { Session } from '../sessions/session.ts';
import type { EngineLauncher } from './engine-launcher.ts';

export interface SeatingPorts {
  /** Hears, in a sentence, of each engine that was started once more in its game. */
  notice(sentence: string): void;
  /** Takes back the question to the engine at a seat; the function that it gives asks it again. */
  interrupt(seat: Seat): () => void;
}

/** The engines that play the game on the board: who sits where. */
export class Seating implements SessionOwner {
  readonly #launcher: EngineLauncher;
  readonly #ports: SeatingPorts;
  readonly #handles = new Map<Seat, EngineHandle>();
  /** The game that a session served last, by its key; it holds when the session has left its seat. */
  readonly #games = new WeakMap<Session, string>();

  constructor(launcher: EngineLauncher, ports: SeatingPorts) {
    this.#launcher = launcher;
    this.#ports = ports;
  }

  /** The engine that sits at a seat, if one runs. */
  at(seat: Seat): Session | null {
    return this.#handles.get(seat)?.session ?? null;
  }

  owns(session: Session): boolean {
    return this.#placeOf(session) !== null;
  }

  /** A restart in mid-thought is not a failure: the question is taken back and asked again. */
  async restart(session: Session, start: () => Promise<Session>): Promise<void> {
    const [seat, handle] = this.#placeOf(session)!;
    const resume = this.#ports.interrupt(seat);
    try {
      await handle.restart(start);
    } finally {
      // Also where it was refused: a game about which no engine is asked any more would stand still for ever.
      resume();
    }
  }

  /** What it is thinking about may be another place by now: the question is taken back and asked again. */
  resynchronise(session: Session): void {
    const [seat] = this.#placeOf(session)!;
    const resume = this.#ports.interrupt(seat);
    session.request({ kind: 'resynchronise' });
    resume();
  }

  /** The key of the game that a session served last as a player; null where it served none. */
  gameOf(session: Session): string | null {
    return this.#games.get(session) ?? null;
  }

  /** Play begins: an engine that has ended before is not what the game goes on with. */
  begin(): void {
    for (const [seat, handle] of this.#handles) if (!handle.serves) this.#handles.delete(seat);
  }

  /** Tells the engines where the game stands, those of the first seat first. */
  follow(line: Line, players: Players): void {
    for (const seat of [0, 1] as const) {
      const player = players[seat];
      if (player.kind === 'engine') this.#follower(seat, player)?.follow(line, seat);
    }
  }

  /** @throws Refused where the engine of the seat cannot be started */
  async ask(seat: Seat, player: EngineSeat, line: Line, signal: AbortSignal): Promise<Decision> {
    const handle = this.#chairOf(seat, player);
    this.#games.set(handle.session, line.gameKey);
    const decision = await handle.ask(line, player.limit, {
      signal,
      onRetry: (retry) => this.#ports.notice(retryWords(line.game, seat, retry)),
    });
    // Another process may have taken the place of the one that was asked.
    this.#games.set(handle.session, line.gameKey);
    return decision;
  }

  /** Ends the engine of a seat without waiting for it; closing never rejects. */
  dismiss(seat: Seat): void {
    void this.#handles.get(seat)?.close();
    this.#handles.delete(seat);
  }

  /** The game is over: engines that serve one alone have done what they were for. */
  finish(): void {
    for (const [seat, { session }] of this.#handles) if (session.protocol.singleMatch) this.dismiss(seat);
  }

  #placeOf(session: Session): [Seat, EngineHandle] | null {
    return [...this.#handles].find(([, handle]) => handle.session === session) ?? null;
  }

  /** One that serves a single match is there from its beginning; others when they are asked first. */
  #follower(seat: Seat, player: EngineSeat): EngineHandle | null {
    const sitting = this.#handles.get(seat);
    if (sitting) return sitting;
    try {
      const { singleMatch } = this.#launcher.protocolOf(player.engine, player.protocol);
      return singleMatch ? this.#chairOf(seat, player) : null;
    } catch (error) {
      // That is told when it is asked for a move.
      if (error instanceof Refused) return null;
      throw error;
    }
  }

  /** The engine of a seat, started if it is not there, with the seat's options. In a game a crash is the ending. */
  #chairOf(seat: Seat, player: EngineSeat): EngineHandle {
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
