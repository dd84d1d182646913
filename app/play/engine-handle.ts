/**
 * An engine as a player, an analysis or a connection test uses it: its process, and the next process if that one cannot
 * be brought to a line of play or must be addressed in another way. It serves requests for moves in order; an analysis
 * sends its searches itself, and uses only the replacement.
 */
import type { Seat } from '../games/game.ts';
import type { Line } from '../games/line.ts';
import type { Again } from '../protocols/protocol.ts';
import type { Forfeit } from '../sessions/forfeit.ts';
import type { Session } from '../sessions/session.ts';
import type { Renewal } from '../sessions/types.ts';
import { askForMove, type Decision, type Retry } from './ask.ts';
import { endingByFault, type GameFault } from './ending.ts';
import { faultInWords, judge, type JudgedDecision, type Verdict } from './judge.ts';
import type { Limit } from '../shapes/engines.ts';

/** Ends a session and starts its engine again. @throws Refused if it cannot be started */
export type Renew = (session: Session, renewal: Renewal) => Promise<Session>;

/** Most changes of the way an engine is addressed, for one question: more than any protocol has ways. */
const mostTries = 4;

/** Reported if a process has served a match that took another course than the line of play. */
export const unfit: Renewal = { reason: 'the previous process could not be brought to that position' };

export interface AskOptions {
  readonly signal?: AbortSignal;
  /** The one move to ask about, if the protocol can do that. */
  readonly only?: unknown;
  /**
   * Present if the result of a game depends on the answer: then one failure does not cast doubt on what is known of the
   * engine, and every further retry is reported before the next process is started.
   */
  readonly onRetry?: (retry: Retry) => void;
}

export class EngineHandle {
  readonly #renew: Renew | null;
  #session: Session;
  /** While the next process is being started. */
  #isRenewing = false;
  /** The ways tried so far for the current question. */
  #tries = 0;
  /** The game in which it has made a move. */
  #served: string | null = null;
  /**
   * The requests up to the last one, which never rejects; null if none is being served. No `Queue`, which would cost each
   * move of a fast engine a turn of the microtask queue.
   */
  #last: Promise<unknown> | null = null;

  /** Without `renew` the handle keeps this one process. */
  constructor(session: Session, renew: Renew | null = null) {
    this.#session = session;
    this.#renew = renew;
  }

  get session(): Session {
    return this.#session;
  }

  /** Whether its process runs and is not ending, or the next one is being started. */
  get serves(): boolean {
    if (this.#isRenewing) return true;
    return this.#session.ending === null && this.#session.state !== 'closing';
  }

  /** Whether the next process is being started. */
  get isRenewing(): boolean {
    return this.#isRenewing;
  }

  /**
   * Begins a question about the end of `line`, for which every way to address the engine may be tried again. Returns
   * false if the process cannot be brought there and must be replaced first.
   */
  begins(line: Line): boolean {
    this.#tries = 0;
    return this.#renew === null || this.#session.fits(line, line.game.seatToMove(line.position));
  }

  /**
   * Another way to address the engine, which has failed at the current question; null if none is left. The way counts as
   * tried.
   * @param inGame whether the result of a game depends on the answer: then no way that casts doubt on what is known of the
   * engine
   */
  takeOtherWay(inGame = false): Again | null {
    const way = this.#renew === null || this.#tries === mostTries ? null : this.#session.again;
    if (way === null || (inGame && way.doubtsKnown)) return null;
    this.#tries++;
    return way;
  }

  /** Replaces the process. @throws Refused if the engine cannot be started again */
  async renew(renewal: Renewal): Promise<Session> {
    if (this.#renew === null) throw new Error('a handle without renewal keeps its process');
    this.#isRenewing = true;
    try {
      this.#session = await this.#renew(this.#session, renewal);
    } finally {
      this.#isRenewing = false;
    }
    return this.#session;
  }

  /** Restarts the engine by `start` at a user's request. @throws what `start` throws */
  async restart(start: () => Promise<Session>): Promise<void> {
    const session = this.#session;
    const fresh = await start();
    if (this.#session !== session) return;
    this.#session = fresh;
    // A replacement that is under way will be refused: the session registry gives a session one successor.
    this.#isRenewing = false;
  }

  /**
   * Sends the line of the game in which the engine plays `seat`. An engine that cannot follow is replaced when it is
   * asked.
   */
  follow(line: Line, seat: Seat): void {
    // Other protocols send the whole game with each question.
    if (!this.#session.protocol.singleMatch) return;
    void this.#soon(async () => {
      if (this.#session.fits(line, seat)) this.#session.request({ kind: 'follow', line, seat });
    });
  }

  /**
   * Asks for a move as `askForMove` does, in every way in which the protocol can address the engine.
   * @throws Refused if the engine has to be restarted and cannot be
   */
  ask(line: Line, limit: Limit, options: AskOptions = {}): JudgedDecision | Promise<JudgedDecision> {
    const { signal, only, onRetry } = options;
    const session = this.#session;
    if (this.#last === null && signal?.aborted !== true && this.begins(line)) {
      const asked = askForMove(session, line, limit, signal, only);
      if (!(asked instanceof Promise)) {
        const verdict = verdictOn(line, asked);
        if (failureOf(asked, verdict) === null) return this.#answered(line, asked, verdict);
      }
      return this.#soon(() => this.#ask(line, limit, options, asked));
    }
    return this.#soon(async () => {
      if (signal?.aborted) return { kind: 'cancelled' };
      if (!this.begins(line)) await this.#replace(onRetry !== undefined);
      return this.#ask(line, limit, options, askForMove(this.#session, line, limit, signal, only));
    });
  }

  /** @param asked the decision in the first way to address the engine */
  async #ask(
    line: Line,
    limit: Limit,
    { signal, only, onRetry }: AskOptions,
    asked: Decision | Promise<Decision>,
  ): Promise<JudgedDecision> {
    for (let before: Decision | null = null; ;) {
      const decision: Decision = await (before === null
        ? asked
        : askForMove(this.#session, line, limit, signal, only));
      // An engine that cannot be started again has run before; the failure of that run stands.
      if (before && decision.kind === 'ended' && decision.ending.word === 'unstartable') return before;
      const verdict = verdictOn(line, decision);
      const failure = failureOf(decision, verdict);
      if (failure !== null && (await this.tryAgain(failure, onRetry))) {
        before = decision;
        continue;
      }
      if (verdict?.kind === 'fault') this.#tell(line, verdict.fault);
      return this.#answered(line, decision, verdict);
    }
  }

  /** Replaces an unfit process. In a game a failure is the ending, also one in the other side's turn: then it stays. */
  async #replace(inGame: boolean): Promise<void> {
    if (!inGame || !(await this.#hasFailed())) await this.renew(unfit);
  }

  /** Whether its process has ended, or is about to, for another reason than that it was to leave. */
  async #hasFailed(): Promise<boolean> {
    const { isLeaving, ended } = this.#session;
    return isLeaving && (await ended).word !== 'quit';
  }

  /** An engine that has moved in this game has shown that it can play it. */
  #answered({ gameKey }: Line, decision: Decision, verdict: Verdict | null): JudgedDecision {
    if (decision.kind === 'report') {
      this.#served = gameKey;
      return verdict === null ? decision : { kind: 'report', report: decision.report, verdict };
    }
    const shown = this.#served === gameKey;
    return decision.kind === 'failed' && decision.by === 'unable' && shown
      ? { ...decision, by: 'refused' }
      : decision;
  }

  /**
   * Returns a process that can be brought to the end of `line` as the player to move.
   * @param inGame whether the result of a game depends on it: then a process that has failed is returned as it is
   * @throws Refused
   */
  sessionFor(line: Line, { inGame = false } = {}): Promise<Session> {
    return this.#soon(async () => {
      if (!this.begins(line)) await this.#replace(inGame);
      return this.#session;
    });
  }

  /**
   * Replaces the process by one that is addressed in another way; null if no other way is left.
   * @param failure of this process, in words
   * @param onRetry as in `AskOptions`
   * @throws Refused
   */
  async tryAgain(failure: string, onRetry?: AskOptions['onRetry']): Promise<Retry | null> {
    const way = this.takeOtherWay(onRetry !== undefined);
    if (way === null) return null;
    const retry = { failure, reason: way.reason };
    onRetry?.(retry);
    await this.renew(way);
    return retry;
  }

  /** Ends its process once the earlier requests are served. */
  close(): Promise<unknown> {
    return this.#soon(() => this.#session.close());
  }

  /** Why it has lost its game is written where the engine's author looks: the console and the journal. */
  forfeit({ word, reason }: Forfeit): void {
    this.#session.forfeit({ word, reason });
  }

  #tell({ game, position }: Line, fault: GameFault): void {
    this.forfeit(endingByFault(game, game.seatToMove(position), fault));
  }

  /** Serves a request after the earlier ones, and at once if there are none. */
  #soon<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last === null ? work() : this.#last.then(work);
    const settled = (): void => {
      if (this.#last === served) this.#last = null;
    };
    const served: Promise<unknown> = done.then(settled, settled);
    this.#last = served;
    return done;
  }
}

const verdictOn = (line: Line, decision: Decision): Verdict | null =>
  decision.kind === 'report' ? judge(line, decision.report.answer) : null;

/** What another way to address the engine may cure, in words; null if there is none. */
function failureOf(decision: Decision, verdict: Verdict | null): string | null {
  if (decision.kind === 'ended') return `${decision.ending.word}: ${decision.ending.reason}`;
  return verdict && faultInWords(verdict);
}
