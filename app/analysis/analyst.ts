/**
 * One engine that follows the position shown. Each position is a search of its own, and answers are matched by the
 * search's id, so that no answer is ever shown at another position. If the process cannot be brought to a position, or
 * must be addressed in another way, a new process takes over and is asked about the latest position. A crashed engine
 * is restarted and asked about the same position, as often as the policy allows. After any other end it is not
 * restarted: Plywire ended an engine that stalled or broke the protocol, and would ask it the same question again.
 */
import type { Line } from '../games/line.ts';
import { nextSearchId } from '../play/ask.ts';
import { unfit, type EngineHandle } from '../play/engine-handle.ts';
import { judgeReport } from '../play/report.ts';
import type { SessionOwner } from '../play/session-owner.ts';
import { systemClock, type Clock } from '../sessions/clock.ts';
import { restartPolicy, Restarts } from '../sessions/watch/restarts.ts';
import type { Session } from '../sessions/session.ts';
import type { Renewal, SessionEvent } from '../sessions/types.ts';
import { forecastOf } from './forecast.ts';
import type { Assessment, Place, RestartsMade } from '../shapes/analysis.ts';
import type { Limit } from '../shapes/engines.ts';
import type { Forecast } from '../shapes/games.ts';
import type { SessionEnding } from '../shapes/sessions.ts';

const nothing = { place: null, report: null, nodes: null, score: null, reason: null } as const;
const off: Assessment = { state: 'off', ...nothing, restarts: null };

export class Analyst implements SessionOwner {
  readonly #onChange: () => void;
  readonly #restarts: Restarts;
  #limit: Limit;
  #handle: EngineHandle | null = null;
  #unsubscribe: () => void = () => undefined;
  #search: { readonly id: number; readonly line: Line } | null = null;
  /** The process thinks about another position, cannot be stopped, and is replaced once it has answered. */
  #isAwaited = false;
  /** The restart by hand that is under way; null once anything else was asked for. */
  #restarting: object | null = null;
  #isPaused = false;
  /** The id of the search that a pause has stopped. */
  #stopped: number | null = null;
  /** The place it was last asked to analyse. */
  #followed: { readonly line: Line; readonly place: Place } | null = null;
  #assessment: Assessment = off;

  /** @param limit for each position */
  constructor(onChange: () => void, clock: Clock = systemClock, limit: Limit = { kind: 'none' }) {
    this.#onChange = onChange;
    this.#limit = limit;
    this.#restarts = new Restarts(clock);
  }

  get session(): Session | null {
    return this.#handle?.session ?? null;
  }

  /** Whether its engine runs and is not ending, or the next process is being started. */
  get isServed(): boolean {
    return this.#restarting !== null || (this.#handle?.serves ?? false);
  }

  get assessment(): Assessment {
    const { state, report } = this.#assessment;
    // The engine may still be busy with the previous place: it was asked to stop and has not answered. Reports of a
    // search that is being ended are ignored.
    const isBusy = this.#isAwaited || this.session?.state === 'stopping';
    if (state === 'thinking' && report === null && isBusy) return { ...this.#assessment, state: 'stopping' };
    return this.#assessment;
  }

  /** Changes the limit; what was asked with another one is asked again. */
  setLimit(limit: Limit): void {
    if (JSON.stringify(limit) === JSON.stringify(this.#limit)) return;
    this.#limit = limit;
    const followed = this.#followed;
    if (followed === null || this.#assessment.state === 'failed') return;
    this.#assessment = { ...this.#assessment, place: null };
    this.#turnTo(followed.line, followed.place, false);
  }

  /**
   * How the game ends after `move` at the end of `line`, with plies counted from that move; null if that is not proven
   * here.
   */
  foretells(line: Line, move: unknown): Forecast | null {
    const { report } = this.#assessment;
    if (!report?.scores || !this.#isSameLine(line)) return null;
    const { game, position } = line;
    const score = report.scores[game.moveText(position, move)] ?? null;
    return forecastOf(score, report.exhaustive, game.seatToMove(position), 0);
  }

  /** Lets an engine follow the position; its handshake may still be under way. Releases the previous engine. */
  engage(handle: EngineHandle): void {
    this.#restarts.clear();
    this.#restarting = null;
    this.#engage(handle, null);
  }

  /** Stops the analysis and returns the session, which its owner closes. */
  disengage(): Session | null {
    const { session } = this;
    this.#restarting = null;
    this.#release();
    this.#set(off);
    return session;
  }

  /** Analyses a place. Asking again about the same place has no effect. */
  follow(line: Line, place: Place): void {
    this.#turnTo(line, place, false);
  }

  /** Stops the search under way, unless only its answer ends it. Its engine is asked nothing until `goOn`. */
  pause(): void {
    if (this.#isPaused) return;
    this.#isPaused = true;
    const { session } = this;
    if (session === null || !session.capabilities.stop) return;
    if (this.#assessment.state !== 'starting' && this.#assessment.state !== 'thinking') return;
    this.#stopped = this.#search?.id ?? null;
    session.request({ kind: 'stop' });
  }

  /** Asks about the place that is followed now, if the answer about it is missing or was cut short by the pause. */
  goOn(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    const [followed, stopped] = [this.#followed, this.#stopped];
    this.#stopped = null;
    if (followed === null) return;
    if (stopped !== null && stopped === this.#search?.id && this.isServed)
      this.#assessment = { ...this.#assessment, place: null };
    this.#turnTo(followed.line, followed.place, false);
  }

  owns(session: Session): boolean {
    return this.session === session;
  }

  async restart(_: Session, start: () => Promise<Session>): Promise<void> {
    const handle = this.#handle!;
    const restarting = {};
    this.#restarting = restarting;
    try {
      await handle.restart(start);
    } catch (error) {
      if (this.#restarting === restarting) this.disengage();
      throw error;
    }
    // Stopped in the meantime, or engaged anew: the new process is not wanted.
    if (this.#restarting !== restarting) return void handle.session.close();
    // The place may have changed in the meantime.
    const followed = this.#followed;
    this.engage(handle);
    if (followed) this.follow(followed.line, followed.place);
  }

  forget(): void {
    this.disengage();
  }

  /** Asks about the same place again, from the start of the line. */
  resynchronise(): void {
    const followed = this.#followed;
    if (followed === null || this.#handle?.isRenewing) return;
    this.session?.request({ kind: 'resynchronise' });
    this.#assessment = { ...off, restarts: this.#assessment.restarts };
    this.#turnTo(followed.line, followed.place, false);
  }

  /** @param fresh whether the process has not been asked anything yet, so that a new one would not do better */
  #turnTo(line: Line, place: Place, fresh: boolean): void {
    const handle = this.#handle;
    this.#followed = { line, place };
    if (this.#isPaused) return;
    if (!handle || (handle.session.ending && !handle.isRenewing)) return;
    const { place: known, restarts } = this.#assessment;
    if (known && known.game === place.game && known.node === place.node && this.#isSameLine(line)) return;
    const result = line.game.result(line.position);
    if (result) return this.#rest(line, place, `The game is over here: ${result.reason}.`);
    const { session } = handle;
    const refusal = session.accepts(line);
    if (refusal !== null) return this.#rest(line, place, refusal);
    const search = { id: nextSearchId(), line };
    this.#search = search;
    const fits = fresh || (handle.begins(line) && !handle.isRenewing);
    this.#isAwaited = !fits && !handle.isRenewing && isBusyForGood(session);
    const isAsked = this.#isAwaited || (fits && session.opened);
    this.#set({ ...nothing, state: isAsked ? 'thinking' : 'starting', place, restarts });
    if (this.#isAwaited) session.request({ kind: 'stop' });
    else if (!fits) this.#replace(unfit, restarts);
    else session.request({ kind: 'search', search: { ...search, limit: this.#limit, purpose: 'analyse' } });
  }

  /** The process that was awaited has answered: the latest place is its next one, or that of a new process. */
  #comeBack(): void {
    const followed = this.#followed;
    if (!this.#isAwaited || followed === null || this.session?.state !== 'idle') return;
    this.#isAwaited = false;
    this.#assessment = { ...this.#assessment, place: null };
    this.#turnTo(followed.line, followed.place, false);
  }

  #isSameLine(line: Line): boolean {
    const asked = this.#search?.line;
    if (asked === undefined) return false;
    const { game } = line;
    return game.movesText(asked.start, asked.moves) === game.movesText(line.start, line.moves);
  }

  /** No question is asked about this place; a search of another place is ended. */
  #rest(line: Line, place: Place, reason: string): void {
    const { state, restarts } = this.#assessment;
    if (this.#search && (state === 'starting' || state === 'thinking'))
      this.session?.request({ kind: 'stop' });
    // Later reports of this search belong to no place that is shown.
    this.#search = { id: nextSearchId(), line };
    this.#set({ ...nothing, state: 'refused', place, reason, restarts });
  }

  #handleEvent(event: SessionEvent): void {
    const { place, restarts } = this.#assessment;
    const search = this.#search;
    switch (event.kind) {
      case 'ready':
        if (this.#assessment.state === 'starting') this.#set({ ...this.#assessment, state: 'thinking' });
        break;
      case 'progress':
        if (search && event.search === search.id && this.#assessment.state === 'thinking') {
          this.#set({ ...this.#assessment, nodes: event.nodes, score: event.score ?? null });
        }
        break;
      case 'report':
        if (search && event.search === search.id) {
          const report = judgeReport(search.line, event.report);
          if (event.final && report.fault !== null && this.#triesAgain()) break;
          const state = event.final ? 'done' : 'thinking';
          this.#set({ state, place, report, nodes: report.nodes, score: null, reason: null, restarts });
        }
        break;
      case 'failed':
        if (search && event.search === search.id) {
          this.#set({ ...this.#assessment, state: 'failed', reason: event.reason });
        }
        break;
      case 'state':
        this.#comeBack();
        this.#onChange();
        break;
      case 'ended':
        if (this.#restarting !== null) {
          this.#set({ ...nothing, state: 'starting', place, restarts: null });
          break;
        }
        if (this.#handle?.isRenewing || this.#triesAgain()) break;
        // A user who ends the engine wants no more analysis; any other end is shown.
        if (event.ending.word === 'quit') return void this.disengage();
        if (event.ending.word === 'crashed') return this.#handleCrash(event.ending);
        this.#set({ ...nothing, state: 'failed', place, reason: event.ending.reason, restarts });
        break;
      default:
        // Other events of a session are for its console only.
        break;
    }
  }

  /** Whether the engine must be addressed in another way; if so, the change is under way. */
  #triesAgain(): boolean {
    const way = this.#handle?.takeOtherWay() ?? null;
    if (way === null) return false;
    const { restarts, place } = this.#assessment;
    this.#set({ ...nothing, state: 'starting', place, restarts });
    this.#replace(way, restarts);
    return true;
  }

  #handleCrash(ending: SessionEnding): void {
    const { most, seconds } = restartPolicy;
    const number = this.#restarts.take();
    if (number === null) {
      return this.#leave(most, `crashed again after ${most} restarts in ${seconds} s: ${ending.reason}`);
    }
    this.#replace(
      { reason: `the previous process ended (${ending.word})` },
      { made: number, most, seconds, left: false },
      (error) => this.#leave(number - 1, `${ending.reason}; not restarted: ${error.message}`),
    );
  }

  /** Replaces the process, unless a replacement is under way. No other engine may have been engaged in the meantime. */
  #replace(
    renewal: Renewal,
    restarts: RestartsMade | null,
    onRefused = ({ message }: Error): void =>
      this.#set({ ...this.#assessment, state: 'failed', reason: message }),
  ): void {
    const handle = this.#handle;
    if (handle === null || handle.isRenewing) return;
    const { session } = handle;
    handle.renew(renewal).then(
      (fresh) => {
        if (this.#handle !== handle) return void fresh.close();
        const followed = this.#followed;
        this.#engage(handle, restarts);
        if (followed) this.#turnTo(followed.line, followed.place, true);
      },
      (error: Error) => {
        if (this.session === session) onRefused(error);
      },
    );
  }

  #leave(made: number, reason: string): void {
    const { place } = this.#assessment;
    const restarts = { ...restartPolicy, made, left: true };
    this.#set({ ...nothing, state: 'failed', place, reason, restarts });
  }

  #engage(handle: EngineHandle, restarts: RestartsMade | null): void {
    this.#release();
    this.#handle = handle;
    this.#unsubscribe = handle.session.subscribe((event) => this.#handleEvent(event));
    this.#set({ ...off, state: 'starting', restarts });
  }

  #release(): void {
    this.#unsubscribe();
    this.#unsubscribe = () => undefined;
    this.#handle = null;
    this.#search = null;
    this.#followed = null;
    this.#isAwaited = false;
  }

  #set(assessment: Assessment): void {
    this.#assessment = assessment;
    this.#onChange();
  }
}

/** Whether it thinks and nothing but its answer ends that. */
const isBusyForGood = ({ state, capabilities }: Session): boolean =>
  !capabilities.stop && (state === 'thinking' || state === 'stopping');
