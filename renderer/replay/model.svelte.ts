/**
 * A recording on the screen: how much of it is read, the line in focus, and the lines in the list. All of it comes from
 * the host, which keeps the replay.
 */
import type {
  ReplayAt,
  ReplayUpdate,
  ReplayFocus,
  ReplayNotable,
  ReplayShape,
  ReplaySought,
  ReplaySource,
} from '../../app/api/contract.ts';
import { ofReplay, type ReplayedLine } from '../console/lines.ts';
import { gameById } from '../../app/games/registry.ts';
import type { App } from '../state/app.svelte.ts';
import { refusalOf } from '../state/refusals.ts';
import { boardAt } from './board.ts';
import { Pages } from './pages.svelte.ts';
import { Player } from './player.svelte.ts';
import { ReplaySearch } from './search.svelte.ts';

/** The options for opening a recording. */
export interface ReplayOpening {
  /** The name of the file, for a source of kind `file`; other sources contain a name or have none. */
  readonly name?: string;
  /** Where to begin; at the first line if null or absent. */
  readonly at?: ReplayPlace | null;
}

/** Where to begin: at a line of the recording, or at a time since it began. */
export interface ReplayPlace {
  readonly line?: number;
  readonly seconds?: number;
  /** At the next notable line after that place, or the last one before it. */
  readonly beside?: Beside;
}

/** The direction from a line of the console, whose numbers differ; here it is identified by its text. */
interface Beside {
  readonly way: 1 | -1;
  readonly text: string;
}

/** The full line in focus, with its position and its answer. */
type Focus = Omit<ReplayFocus, 'line'> & { readonly line: ReplayedLine };

type Opened = Extract<ReplayUpdate, { kind: 'opened' }>;
type Progress = Extract<ReplayUpdate, { kind: 'progress' }>;

/** A search for a line of a kind, which ends when such a line is read. */
interface Awaited {
  readonly way: 1 | -1;
  readonly sought: ReplaySought;
  /** The line up to which there is none; null before the first search. */
  readonly from: number | null;
}

export class ReplayModel {
  readonly #app: App;
  readonly #source: ReplaySource;
  readonly #opening: ReplayOpening;
  readonly pages: Pages;
  readonly player: Player;
  readonly search: ReplaySearch;
  #protocol = $state('auto');
  #opened = $state.raw<Opened | null>(null);
  #progress = $state.raw<Progress | null>(null);
  #trouble = $state.raw<{ readonly text: string; readonly advice: string } | null>(null);
  #focus = $state.raw<Focus | null>(null);
  #shape = $state.raw<ReplayShape | null>(null);
  #awaited = $state.raw<Awaited | null>(null);
  /** The result of a search that found no line; else empty. */
  #said = $state('');
  /** The other end of the selection; null if only the line in focus is selected. */
  #anchor = $state<number | null>(null);
  #isAll = $state(false);
  #stream: AbortController | null = null;
  /** Whether the place to begin at is not read yet. */
  #isElsewhere = true;
  /** The search for a notable line beside that place; null once it is found or not wanted. */
  #beside: Beside | null = null;
  #looking = false;
  /** The last place that was requested while an answer was awaited. */
  #next: ReplayAt | null = null;

  constructor(app: App, source: ReplaySource, opening: ReplayOpening) {
    this.#app = app;
    this.#source = source;
    this.#opening = opening;
    const replay = (): string | null => this.#opened?.replay ?? null;
    this.pages = new Pages(app.client, replay);
    this.search = new ReplaySearch({
      client: app.client,
      get replay() {
        return replay();
      },
      line: () => this.focus?.line.seq ?? 0,
      goToLine: (line) => this.#goToFound(line),
    });
    this.player = new Player(
      () => ({ seconds: this.focus?.line.at ?? 0, end: this.progress?.seconds ?? 0 }),
      (seconds) => {
        this.#select(false);
        void this.look({ kind: 'seconds', seconds });
      },
    );
  }

  readonly game = $derived.by(() => (this.opened === null ? null : gameById(this.opened.game)));
  readonly board = $derived.by(() => {
    const place = this.focus?.place ?? null;
    return this.game === null ? null : boardAt(this.game, place);
  });

  /** The first and the last selected line; null if only the line in focus is selected. */
  readonly selection = $derived.by((): readonly [first: number, last: number] | null => {
    if (this.#isAll) return [1, Infinity];
    const line = this.focus?.line.seq;
    if (this.#anchor === null || line === undefined || line === this.#anchor) return null;
    return [Math.min(this.#anchor, line), Math.max(this.#anchor, line)];
  });

  readonly name = $derived.by((): string => {
    if (this.opened !== null) return this.opened.name;
    if ('name' in this.#source) return this.#source.name;
    return this.#source.kind === 'file' ? (this.#opening.name ?? 'the recording') : 'the journal';
  });

  /** The chosen protocol or `auto`; `opened` has the detected one. */
  get protocol(): string {
    return this.#protocol;
  }

  get opened(): Opened | null {
    return this.#opened;
  }

  get progress(): Progress | null {
    return this.#progress;
  }

  /** Why there is nothing to show; null if there is. */
  get trouble(): { readonly text: string; readonly advice: string } | null {
    return this.#trouble;
  }

  get focus(): Focus | null {
    return this.#focus;
  }

  get shape(): ReplayShape | null {
    return this.#shape;
  }

  /** The lines that the list shows; null for all. */
  get filter(): ReplaySought | null {
    return this.pages.filter;
  }

  /** The search for a line that is not read yet; null if none. */
  get awaited(): Awaited | null {
    return this.#awaited;
  }

  /** The state of a search for a line, in words; empty if there is nothing to say. */
  get said(): string {
    // Nothing is announced if the line is found in the first search.
    return this.#awaited !== null && this.#awaited.from !== null
      ? 'None so far. The replay goes there when it is read.'
      : this.#said;
  }

  /** Opens the recording, or reopens it as another protocol with the same line in focus. */
  async open(protocol: string): Promise<void> {
    const at = this.focus === null ? (this.#opening.at ?? null) : { line: this.focus.line.seq };
    this.close();
    const stream = new AbortController();
    this.#stream = stream;
    this.#protocol = protocol;
    this.#opened = this.#progress = this.#trouble = this.#shape = null;
    this.#rest();
    this.#select(false);
    this.#isElsewhere = true;
    this.#beside = at?.beside ?? null;
    this.pages.show(null);
    try {
      const events = await this.#app.client.replay.open(
        { source: this.#source, protocol },
        { signal: stream.signal },
      );
      for await (const event of events) {
        if (stream.signal.aborted) return;
        if (event.kind === 'opened') this.#opened = event;
        else await this.#take(event, at);
      }
    } catch (error) {
      if (stream.signal.aborted) return;
      this.player.pause();
      const refusal = refusalOf(error);
      this.#trouble = {
        text: refusal?.text ?? 'The host disconnected and no longer has this recording open.',
        advice: refusal?.advice ?? 'Open the recording again when the host is back.',
      };
    }
  }

  close(): void {
    this.player.pause();
    this.#stream?.abort();
    this.#stream = null;
  }

  async #take(progress: Progress, at: ReplayPlace | null): Promise<void> {
    this.#progress = progress;
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
    void this.#seek();
    if (reached && this.#beside !== null) await this.#lookBeside(this.#beside);
    const { opened } = this;
    if (opened === null) return;
    const shape = await this.#app.client.replay.shape({ replay: opened.replay });
    // The recording may have been reopened as another protocol by now.
    if (this.#opened === opened) this.#shape = shape;
  }

  /** Goes to the notable line beside the line in focus, once it is read. */
  async #lookBeside({ way, text }: Beside): Promise<void> {
    const { focus } = this;
    if (focus === null) return;
    // The console's line is the last one with its time, or one before that with the same time.
    const from = way === -1 ? focus.line.seq + 1 : focus.line.seq;
    const { at } = focus.line;
    const find = (line: number): ReplayAt => ({ kind: 'find', from: line, way, wanted: 'trouble' });
    await this.look(find(from));
    const found = this.focus;
    if (way === -1 && found?.line.at === at && found.line.text === text) {
      await this.look(find(found.line.seq));
    }
    if (this.focus !== focus || way === -1) this.#beside = null;
  }

  /**
   * Brings another line into focus; of several requests in a row the last one counts.
   * @returns whether there is such a line; null if that is unknown
   */
  async look(at: ReplayAt): Promise<boolean | null> {
    const { opened } = this;
    if (opened === null) return null;
    if (this.#looking) {
      this.#next = at;
      return null;
    }
    this.#looking = true;
    try {
      const focus = await this.#app.client.replay.look({ replay: opened.replay, at });
      if (this.opened !== opened) return null;
      if (focus !== null) this.#focus = { ...focus, line: ofReplay(focus.line) };
      return focus !== null;
    } catch {
      // It was closed in the meantime, or the host is gone; the stream says which.
      return null;
    } finally {
      this.#looking = false;
      const next = this.#next;
      this.#next = null;
      if (next !== null) void this.look(next);
    }
  }

  /** Goes to a place that the user chose, and stops playing. @param extend extends the selection to that line */
  goTo(at: ReplayAt, extend = false): void {
    this.player.pause();
    this.#rest();
    this.#select(extend);
    this.#beside = null;
    void this.look(at);
  }

  /** Goes to a line that the search has found; shows all lines, since a filter might hide it. */
  #goToFound(line: number): void {
    if (this.filter !== null) this.pages.show(null);
    this.goTo({ kind: 'line', line });
  }

  /** Goes to the next or previous line of a kind; while the recording is being read, as soon as there is one. */
  step(way: 1 | -1, wanted: ReplaySought['wanted'] = 'line', extend = false): void {
    const only = this.filter;
    const sought = only !== null && (wanted === 'line' || wanted === 'trouble') ? only : { wanted };
    if (sought.wanted !== 'line') {
      this.player.pause();
      this.#rest();
      this.#select(extend);
      this.#awaited = { way, sought, from: null };
      void this.#seek();
    } else if (!this.#looking) {
      // While a step is pending, another would begin at the same line.
      this.goTo({ kind: 'find', from: this.focus?.line.seq ?? 0, way, ...sought }, extend);
    }
  }

  /** Goes to the awaited line if it has been read. Called again as reading progresses. */
  async #seek(): Promise<void> {
    const [awaited, focus, progress] = [this.#awaited, this.#focus, this.#progress];
    if (awaited === null || focus === null || progress === null || this.#looking) return;
    const { way, sought } = awaited;
    const line = focus.line.seq;
    const found = await this.look({ kind: 'find', from: awaited.from ?? line, way, ...sought });
    if (this.#awaited !== awaited) return this.#seek();
    if (found === null) return;
    if (found) this.#awaited = null;
    // Lines are numbered from 1: the number of the last line is the number of lines.
    else if (way === 1 && !progress.done) {
      this.#awaited = { ...awaited, from: Math.max(line, progress.lines) };
      // The recording grew during the search.
      if (this.#progress !== progress) return this.#seek();
    } else {
      this.#awaited = null;
      this.#said = `None ${way === 1 ? 'after' : 'before'} line ${line}.`;
    }
  }

  /** Clears what is awaited, and forgets the place where the recording was to begin. */
  #rest(): void {
    this.#awaited = null;
    this.#said = '';
    this.#isElsewhere &&= this.#focus === null;
  }

  #select(extend: boolean): void {
    this.#isAll = false;
    this.#anchor = extend ? (this.#anchor ?? this.focus?.line.seq ?? null) : null;
  }

  selectAll(): void {
    this.#isAll = true;
  }

  /** Moves the focus by that many rows of the list; backwards if negative. */
  stepRows(rows: number, extend = false): void {
    const row = (this.focus?.line.row ?? 0) + rows;
    this.goTo({ kind: 'row', row: Math.max(0, Math.min(row, (this.progress?.rows ?? 1) - 1)) }, extend);
  }

  end(way: 1 | -1, extend = false): void {
    const row = way === -1 ? 0 : Math.max(0, (this.progress?.rows ?? 1) - 1);
    this.goTo({ kind: 'row', row }, extend);
  }

  /** Goes from a request to its answer, or back. */
  goToPair(): void {
    const { answer, line } = this.focus ?? {};
    const other = answer?.line ?? line?.answers.at(0);
    if (other !== undefined) this.goTo({ kind: 'line', line: other });
  }

  /** Shows only the lines of a kind, or all lines if that filter is already on. */
  toggleFilter(sought: ReplaySought): void {
    const isSame = this.isFiltered(sought);
    this.pages.show(isSame ? null : sought);
    this.#select(false);
    const from = Math.max(0, (this.focus?.line.seq ?? 1) - 1);
    if (!isSame) void this.look({ kind: 'find', from, way: 1, ...sought });
  }

  isFiltered({ wanted, name }: ReplaySought): boolean {
    return this.filter !== null && this.filter.wanted === wanted && this.filter.name === name;
  }

  count(notable: ReplayNotable): number {
    return this.progress?.notable[notable] ?? 0;
  }
}
