/**
 * One recording on the screen: how far it is read, the line that is looked at, what the list shows. All of it is asked
 * of the host, which keeps what was understood.
 */
import type {
  ReplayAt,
  ReplayEvent,
  ReplayFocus,
  ReplayNotable,
  ReplayShape,
  ReplaySought,
} from '../../app/api/contract.ts';
import { gameById } from '../../app/games/registry.ts';
import type { App } from '../state/app.svelte.ts';
import { refusalOf } from '../state/refusals.ts';
import { boardAt } from './board.ts';
import type { ReplayPlace, ReplaySource } from './source.ts';
import { Pages } from './pages.svelte.ts';
import { Player } from './player.svelte.ts';

type Opened = Extract<ReplayEvent, { kind: 'opened' }>;
type Progress = Extract<ReplayEvent, { kind: 'progress' }>;

export interface Trouble {
  readonly text: string;
  readonly advice: string;
}

/** The rows of a line in a list of some lines alone, all of one height. */
export const LISTED_ROWS = 3;

export class ReplayModel {
  readonly #app: App;
  readonly #source: ReplaySource;
  readonly #at: ReplayPlace | null;
  /** As it was chosen; what it was found to be says `opened`. */
  protocol = $state('auto');
  opened = $state.raw<Opened | null>(null);
  progress = $state.raw<Progress | null>(null);
  /** Why there is nothing to show. */
  trouble = $state.raw<Trouble | null>(null);
  focus = $state.raw<ReplayFocus | null>(null);
  shape = $state.raw<ReplayShape | null>(null);
  /** Lines that the list shows alone; null for all. */
  filter = $state.raw<ReplaySought | null>(null);
  readonly pages: Pages;
  readonly player: Player;
  #stream: AbortController | null = null;
  /** The place where it should begin is not read yet. */
  #isElsewhere = true;
  #looking = false;
  /** What was asked for last while another answer was awaited. */
  #next: ReplayAt | null = null;

  constructor(app: App, source: ReplaySource, at: ReplayPlace | null) {
    this.#app = app;
    this.#source = source;
    this.#at = at;
    this.pages = new Pages(app.client, () => ({
      replay: this.opened?.replay ?? null,
      filter: this.filter,
    }));
    this.player = new Player(
      () => ({ seconds: this.focus?.line.seconds ?? 0, end: this.progress?.seconds ?? 0 }),
      (seconds) => void this.look({ kind: 'seconds', seconds }),
    );
  }

  readonly game = $derived.by(() => (this.opened === null ? null : gameById(this.opened.game)));
  readonly board = $derived.by(() => {
    const place = this.focus?.place ?? null;
    return this.game === null ? null : boardAt(this.game, place);
  });

  /** What the recording is called until it is open. */
  readonly name = $derived.by((): string => {
    if (this.opened !== null) return this.opened.name;
    if (this.#source.kind === 'text' || this.#source.kind === 'zip') return this.#source.name;
    return this.#source.kind === 'file' ? (this.#source.name ?? 'the recording') : 'the journal';
  });

  /** Opens it, or opens it again as another protocol; the line that was looked at stays in focus. */
  async open(protocol: string): Promise<void> {
    const at = this.focus === null ? this.#at : { line: this.focus.line.line };
    this.close();
    const stream = new AbortController();
    this.#stream = stream;
    this.protocol = protocol;
    this.opened = this.progress = this.trouble = this.shape = null;
    this.filter = null;
    this.#isElsewhere = true;
    this.pages.forget();
    try {
      const source =
        this.#source.kind === 'file' ? { kind: 'file' as const, file: this.#source.file } : this.#source;
      const events = await this.#app.client.replay.open({ source, protocol }, { signal: stream.signal });
      for await (const event of events) {
        if (stream.signal.aborted) return;
        if (event.kind === 'opened') this.opened = event;
        else await this.#take(event, at);
      }
    } catch (error) {
      if (stream.signal.aborted) return;
      this.player.pause();
      const refusal = refusalOf(error);
      this.trouble = {
        text: refusal?.text ?? 'The host is gone, and with it what it understood of this recording.',
        advice: refusal?.advice ?? 'Open it again once the host is back.',
      };
    }
  }

  close(): void {
    this.player.pause();
    this.#stream?.abort();
    this.#stream = null;
  }

  async #take(progress: Progress, at: ReplayPlace | null): Promise<void> {
    this.progress = progress;
    this.pages.grew(progress.rows, progress.done);
    const reached =
      at === null ||
      progress.done ||
      (at.line !== undefined && progress.lines > at.line) ||
      (at.seconds !== undefined && progress.seconds > at.seconds);
    if (this.focus === null || (reached && this.#isElsewhere)) {
      this.#isElsewhere = !reached;
      await this.look(
        at?.line !== undefined
          ? { kind: 'line', line: at.line }
          : { kind: 'seconds', seconds: at?.seconds ?? 0 },
      );
    }
    const { opened } = this;
    if (opened !== null) this.shape = await this.#app.client.replay.shape({ replay: opened.replay });
  }

  /** Looks at another place; of several that are asked for in a row the last one counts. */
  async look(at: ReplayAt): Promise<void> {
    const { opened } = this;
    if (opened === null) return;
    if (this.#looking) {
      this.#next = at;
      return;
    }
    this.#looking = true;
    try {
      const focus = await this.#app.client.replay.look({ replay: opened.replay, at });
      if (this.opened === opened && focus !== null) this.focus = focus;
    } catch {
      // It was closed meanwhile, or the host is gone: the stream says which.
    } finally {
      this.#looking = false;
      const next = this.#next;
      this.#next = null;
      if (next !== null) void this.look(next);
    }
  }

  /** A person goes somewhere, and the playing stops. */
  goTo(at: ReplayAt): void {
    this.player.pause();
    void this.look(at);
  }

  /** To the next line of a kind, or to the one before. */
  step(way: 1 | -1, wanted: ReplaySought['wanted'] = 'line'): void {
    const from = this.focus?.line.line ?? 0;
    // Steps add up: what is still asked for would be left from the same line again.
    if (this.#looking) return;
    const only = this.filter;
    const sought = only !== null && (wanted === 'line' || wanted === 'trouble') ? only : { wanted };
    this.goTo({ kind: 'find', from, way, ...sought });
  }

  /** So many rows of the list on. */
  stepRows(rows: number): void {
    const row = (this.focus?.line.row ?? 0) + rows;
    this.goTo({ kind: 'row', row: Math.max(0, Math.min(row, (this.progress?.rows ?? 1) - 1)) });
  }

  end(way: 1 | -1): void {
    if (way === -1) this.goTo({ kind: 'row', row: 0 });
    else this.goTo({ kind: 'row', row: Math.max(0, (this.progress?.rows ?? 1) - 1) });
  }

  /** From a request to its answer, or back. */
  goToPair(): void {
    const { answer, line } = this.focus ?? {};
    const other = answer?.line ?? line?.answers.at(0);
    if (other !== undefined) this.goTo({ kind: 'line', line: other });
  }

  /** Shows lines of a kind alone, or all again where they are shown alone already. */
  toggleFilter(sought: ReplaySought): void {
    const same = this.filter?.wanted === sought.wanted && this.filter.name === sought.name;
    this.filter = same ? null : sought;
    this.pages.forget();
    if (!same)
      void this.look({
        kind: 'find',
        from: Math.max(0, (this.focus?.line.line ?? 1) - 1),
        way: 1,
        ...sought,
      });
  }

  isFiltered({ wanted, name }: ReplaySought): boolean {
    return this.filter !== null && this.filter.wanted === wanted && this.filter.name === name;
  }

  /** Where a line stands among those that are shown alone; -1 before the first. */
  async listedPlace(sought: ReplaySought, line: number): Promise<number> {
    const { opened } = this;
    if (opened === null) return -1;
    try {
      return (await this.#app.client.replay.placeIn({ replay: opened.replay, sought, line })).index;
    } catch {
      return -1;
    }
  }

  count(notable: ReplayNotable): number {
    return this.progress?.notable[notable] ?? 0;
  }
}
