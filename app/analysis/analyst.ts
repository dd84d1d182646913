import type { Line } from '../games/line.ts';
import { nextSearchId } from '../play/ask.ts';
import { judgeReport, type JudgedReport } from '../play/report.ts';
import type { Place } from '../play/table.ts';
import type { Session } from '../sessions/session.ts';
import type { SessionEvent } from '../sessions/types.ts';

export type AnalystState = 'off' | 'starting' | 'thinking' | 'stopping' | 'done' | 'refused' | 'failed';

/** What is known of one place; whatever belonged to another place is gone. */
export interface Assessment {
  readonly state: AnalystState;
  readonly place: Place | null;
  readonly report: JudgedReport | null;
  /** Nodes or plies of the round under way, where the engine tells. */
  readonly nodes: number | null;
  /** Why there is nothing to show, in words. */
  readonly reason: string | null;
}

const off: Assessment = { state: 'off', place: null, report: null, nodes: null, reason: null };

/**
 * One engine that follows the place shown. Each place is a search of its own and answers are matched by
 * the search's id, so that nothing said about one place is ever shown at another.
 */
export class Analyst {
  readonly #onChange: () => void;
  #session: Session | null = null;
  #unsubscribe: () => void = () => undefined;
  #search: { readonly id: number; readonly line: Line } | null = null;
  #assessment: Assessment = off;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get session(): Session | null {
    return this.#session;
  }

  get assessment(): Assessment {
    const { state, report } = this.#assessment;
    // The engine may still be busy with the place before: it has been asked to stop and has not answered.
    // A round of its own that is being ended has told something before.
    if (state === 'thinking' && report === null && this.#session?.state === 'stopping') {
      return { ...this.#assessment, state: 'stopping' };
    }
    return this.#assessment;
  }

  /** Lets `session` follow; its handshake may still be under way. The one before is let go. */
  engage(session: Session): void {
    this.#release();
    this.#session = session;
    this.#unsubscribe = session.subscribe((event) => this.#handleEvent(event));
    this.#set({ ...off, state: 'starting' });
  }

  /** Stops following and gives the session back, for its owner to close. */
  disengage(): Session | null {
    const session = this.#session;
    this.#release();
    this.#set(off);
    return session;
  }

  /** Turns to a place. Asking twice about the same place is asking once. */
  follow(line: Line, place: Place): void {
    const session = this.#session;
    if (!session || session.ending) return;
    const { place: known } = this.#assessment;
    if (known && known.key === place.key && known.cursor === place.cursor && this.#isSameLine(line)) return;
    const result = line.game.result(line.position);
    if (result) return this.#rest(line, place, `The game is over here: ${result.reason}.`);
    const refusal = session.accepts(line);
    if (refusal !== null) return this.#rest(line, place, refusal);
    const search = { id: nextSearchId(), line };
    this.#search = search;
    const state = session.opened ? 'thinking' : 'starting';
    this.#set({ state, place, report: null, nodes: null, reason: null });
    session.request({
      kind: 'search',
      search: { ...search, limit: { kind: 'none' }, purpose: 'analyse' },
    });
  }

  #isSameLine(line: Line): boolean {
    const asked = this.#search?.line;
    if (asked === undefined) return false;
    const { game } = line;
    return game.movesText(asked.start, asked.moves) === game.movesText(line.start, line.moves);
  }

  /** Nothing is asked about this place; a search under way elsewhere is ended. */
  #rest(line: Line, place: Place, reason: string): void {
    const { state } = this.#assessment;
    if (this.#search && (state === 'starting' || state === 'thinking'))
      this.#session?.request({ kind: 'stop' });
    // Whatever is still said of a search belongs to none that is shown.
    this.#search = { id: nextSearchId(), line };
    this.#set({ state: 'refused', place, report: null, nodes: null, reason });
  }

  #handleEvent(event: SessionEvent): void {
    const { place } = this.#assessment;
    const search = this.#search;
    switch (event.kind) {
      case 'ready':
        if (this.#assessment.state === 'starting') this.#set({ ...this.#assessment, state: 'thinking' });
        break;
      case 'progress':
        if (search && event.search === search.id && this.#assessment.state === 'thinking') {
          this.#set({ ...this.#assessment, nodes: event.nodes });
        }
        break;
      case 'report':
        if (search && event.search === search.id) {
          const report = judgeReport(search.line, event.report);
          const state = event.final ? 'done' : 'thinking';
          this.#set({ state, place, report, nodes: report.nodes, reason: null });
        }
        break;
      case 'failed':
        if (search && event.search === search.id) {
          this.#set({ ...this.#assessment, state: 'failed', reason: event.reason });
        }
        break;
      case 'state':
        this.#onChange();
        break;
      case 'ended':
        // Whoever ends the engine wants no more analysis; any other end is told.
        if (event.ending.word === 'quit') return void this.disengage();
        this.#set({ state: 'failed', place, report: null, nodes: null, reason: event.ending.reason });
        break;
      default:
        // What else a session tells is for its console.
        break;
    }
  }

  #release(): void {
    this.#unsubscribe();
    this.#unsubscribe = () => undefined;
    this.#session = null;
    this.#search = null;
  }

  #set(assessment: Assessment): void {
    this.#assessment = assessment;
    this.#onChange();
  }
}
