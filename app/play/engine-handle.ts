import type { Seat } from '../games/game.ts';
import type { Line } from '../games/line.ts';
import type { Again } from '../protocols/protocol.ts';
import type { Session } from '../sessions/session.ts';
import type { Renewal } from '../sessions/types.ts';
import { askForMove, type Decision, type Retry } from './ask.ts';
import { endingByFault, type GameFault } from './ending.ts';
import { faultInWords, judge, type Verdict } from './judge.ts';
import type { Limit } from '../shapes/engines.ts';

/** Ends a session and starts its engine once more. @throws Refused where it cannot be started */
export type Renew = (session: Session, renewal: Renewal) => Promise<Session>;

/** How often an engine is spoken to in yet another way for one question: more ways than any protocol has. */
const mostTries = 4;

/** Said where a process has served a match that went another way than the line of play. */
export const unfit: Renewal = { reason: 'the previous process could not be brought to that position' };

export interface AskOptions {
  readonly signal?: AbortSignal;
  /** The one move that is asked about, where the protocol can. */
  readonly only?: unknown;
  /**
   * Given where a game hangs on the answer: what is known of the engine is not doubted for one failure then, and
   * every other retry is told before the next process is started.
   */
  readonly onRetry?: (retry: Retry) => void;
}

/**
 * The place of one engine at whatever asks it, be that a game, an analysis or a check of first contact: its process,
 * and the next one where that one cannot be brought to a line of play, or is to be spoken to in another way. What is
 * wanted of it is done in its order.
 */
export class EngineHandle {
  readonly #renew: Renew | null;
  #session: Session;
  /** One process ends, and another takes its place. */
  #between = false;
  /** Other ways that were tried for the question under way. */
  #tries = 0;
  /** The game in which it has made a move. */
  #served: string | null = null;
  /** What is wanted, up to the last; never rejects. */
  #last: Promise<unknown> = Promise.resolve();

  /** Without `renew` it has this one process. */
  constructor(session: Session, renew: Renew | null = null) {
    this.#session = session;
    this.#renew = renew;
  }

  get session(): Session {
    return this.#session;
  }

  /** Whether its process runs and is not on its way out, or the next one is on its way. */
  get serves(): boolean {
    if (this.#between) return true;
    return this.#session.ending === null && this.#session.state !== 'closing';
  }

  /** One process ends, and another takes its place. */
  get isBetween(): boolean {
    return this.#between;
  }

  /**
   * Begins a question about the end of `line`, for which every other way to speak to the engine may be tried again.
   * False if the process cannot be brought there, so that it must be renewed first.
   */
  begins(line: Line): boolean {
    this.#tries = 0;
    return this.#renew === null || this.#session.fits(line, line.game.seatToMove(line.position));
  }

  /** Another way to speak to the engine, which has failed at the question under way; null if none is left. Counted. */
  takeOtherWay(): Again | null {
    const way = this.#otherWay;
    if (way !== null) this.#tries++;
    return way;
  }

  /** Puts a new process in the place of this one. @throws Refused if the engine cannot be started once more */
  async renew(renewal: Renewal): Promise<Session> {
    if (this.#renew === null) throw new Error('a handle without renewal keeps its process');
    this.#between = true;
    try {
      this.#session = await this.#renew(this.#session, renewal);
    } finally {
      this.#between = false;
    }
    return this.#session;
  }

  /** A person has its engine started once more by `start`. @throws what `start` throws */
  async restart(start: () => Promise<Session>): Promise<void> {
    const session = this.#session;
    const fresh = await start();
    if (this.#session !== session) return;
    this.#session = fresh;
    // A renewal that was under way is refused now.
    this.#between = false;
  }

  /** Tells the engine where the game stands in which it plays `seat`. One that cannot follow is renewed once it is asked. */
  follow(line: Line, seat: Seat): void {
    void this.#soon(() => {
      if (this.#session.fits(line, seat)) this.#session.request({ kind: 'follow', line, seat });
    });
  }

  /**
   * Asks for its move in play, as `askForMove`, in as many ways as the protocol knows to speak to it.
   * @throws Refused where it has to be started once more, and cannot be
   */
  ask(line: Line, limit: Limit, { signal, only, onRetry }: AskOptions = {}): Promise<Decision> {
    return this.#soon(async () => {
      if (signal?.aborted) return { kind: 'cancelled' };
      await this.#bringTo(line);
      for (let before: Decision | null = null; ;) {
        const decision = await askForMove(this.#session, line, limit, signal, only);
        // What cannot be started any more has run before: what it failed by then stands.
        if (before && decision.kind === 'ended' && decision.ending.word === 'unstartable') return before;
        const verdict = decision.kind === 'report' ? judge(line, decision.report.answer) : null;
        const failure = failureOf(decision, verdict);
        if (failure !== null && (await this.tryAgain(failure, onRetry))) {
          before = decision;
          continue;
        }
        if (verdict?.kind === 'fault') this.#tell(line, verdict.fault);
        return this.#answered(line, decision);
      }
    });
  }

  /** An engine that has moved in this game has shown that it can play it. */
  #answered({ gameKey }: Line, decision: Decision): Decision {
    if (decision.kind === 'report') this.#served = gameKey;
    const shown = this.#served === gameKey;
    return decision.kind === 'failed' && decision.by === 'unable' && shown
      ? { ...decision, by: 'refused' }
      : decision;
  }

  /** A process that can be brought to the end of `line` as the player who is to move there. @throws Refused */
  sessionFor(line: Line): Promise<Session> {
    return this.#soon(async () => {
      await this.#bringTo(line);
      return this.#session;
    });
  }

  /**
   * Puts a process in the place of this one that is spoken to in another way; null if no other way is left.
   * @param failure of this one, in words
   * @param onRetry as in `AskOptions`
   * @throws Refused
   */
  async tryAgain(failure: string, onRetry?: AskOptions['onRetry']): Promise<Retry | null> {
    const way = this.#otherWay;
    if (way === null || (onRetry && way.doubtsKnown)) return null;
    this.#tries++;
    const retry = { failure, reason: way.reason };
    onRetry?.(retry);
    await this.renew(way);
    return retry;
  }

  /** Ends its process, once what was wanted before is done. */
  close(): Promise<unknown> {
    return this.#soon(() => this.#session.close());
  }

  /** What the rules say to an answer stands where the engine's author looks: in its console, and in its journal. */
  #tell({ game, position }: Line, fault: GameFault): void {
    const { word, reason } = endingByFault(game, game.seatToMove(position), fault);
    this.#session.forfeit({ word, reason });
  }

  get #otherWay(): Again | null {
    return this.#renew === null || this.#tries === mostTries ? null : this.#session.again;
  }

  async #bringTo(line: Line): Promise<void> {
    if (!this.begins(line)) await this.renew(unfit);
  }

  #soon<T>(work: () => T | Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}

/** What another way to speak to the engine may mend, in words; null where there is nothing of the kind. */
function failureOf(decision: Decision, verdict: Verdict | null): string | null {
  if (decision.kind === 'ended') return `${decision.ending.word}: ${decision.ending.reason}`;
  return verdict && faultInWords(verdict);
}
