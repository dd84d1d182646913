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
  ReplaySource,
} from '../../app/api/contract.ts';
import { ofReplay, type ReplayedLine } from '../console/lines.ts';
import { gameById } from '../../app/games/registry.ts';
import type { App } from '../state/app.svelte.ts';
import { refusalOf } from '../state/refusals.ts';
import { boardAt } from './board.ts';
import type { Beside, ReplayOpening, ReplayPlace } from './opening.ts';
import { Pages } from './pages.svelte.ts';
import { Player } from './player.svelte.ts';

/** The line that is looked at, in full, and the position and the answer that belong to it. */
type Focus = Omit<ReplayFocus, 'line'> & { readonly line: ReplayedLine };

type Opened = Extract<ReplayEvent, { kind: 'opened' }>;
type Progress = Extract<ReplayEvent, { kind: 'progress' }>;

export interface Trouble {
  readonly text: string;
  readonly advice: string;
}

/** A line of a kind that is gone to as soon as it is known. */
interface Awaited {
  readonly way: 1 | -1;
  readonly sought: ReplaySought;
  /** There is none up to this line; null before the first search. */
  readonly from: number | null;
}

/** The rows of a line in a list of some lines alone, all of one height. */
export const LISTED_ROWS = 3;

export class ReplayModel {
  readonly #app: App;
  readonly #source: ReplaySource;
  readonly #opening: ReplayOpening;
  /** As it was chosen; what it was found to be says `opened`. */
  protocol = $state('auto');
  opened = $state.raw<Opened | null>(null);
  progress = $state.raw<Progress | null>(null);
  /** Why there is nothing to show. */
  trouble = $state.raw<Trouble | null>(null);
  focus = $state.raw<Focus | null>(null);
  shape = $state.raw<ReplayShape | null>(null);
  /** Lines that the list shows alone; null for all. */
  filter = $state.raw<ReplaySought | null>(null);
  awaited = $state.raw<Awaited | null>(null);
  /** Why the last step led nowhere; empty where it led somewhere. */
  said = $state('');
  /** Lines are selected from here to the one in focus; null where that one alone is. */
  #anchor = $state<number | null>(null);
  #isAll = $state(false);
  readonly pages: Pages;
  readonly player: Player;
  #stream: AbortController | null = null;
  /** The place where it should begin is not read yet. */
  #isElsewhere = true;
  /** Notable lines beside the place where it should begin is still looked for. */
  #beside: Beside | null = null;
  #looking = false;
  /** What was asked for last while another answer was awaited. */
  #next: ReplayAt | null = null;

  constructor(app: App, source: ReplaySource, opening: ReplayOpening) {
    this.#app = app;
    this.#source = source;
    this.#opening = opening;
    this.pages = new Pages(app.client, () => ({
      replay: this.opened?.replay ?? null,
      filter: this.filter,
    }));
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

  /** The first and the last line that are selected; null where none is beside the one in focus. */
  readonly selection = $derived.by((): readonly [first: number, last: number] | null => {
    if (this.#isAll) return [1, Infinity];
    const line = this.focus?.line.seq;
    if (this.#anchor === null || line === undefined || line === this.#anchor) return null;
    return [Math.min(this.#anchor, line), Math.max(this.#anchor, line)];
  });

  /** What the recording is called until it is open. */
  readonly name = $derived.by((): string => {
    if (this.opened !== null) return this.opened.name;
    if ('name' in this.#source) return this.#source.name;
    return this.#source.kind === 'file' ? (this.#opening.name ?? 'the recording') : 'the journal';
  });

  /** Opens it, or opens it again as another protocol; the line that was looked at stays in focus. */
  async open(protocol: string): Promise<void> {
    const at = this.focus === null ? (this.#opening.at ?? null) : { line: this.focus.line.seq };
    this.close();
    const stream = new AbortController();
    this.#stream = stream;
    this.protocol = protocol;
    this.opened = this.progress = this.trouble = this.shape = null;
    this.filter = null;
    this.#rest();
    this.#select(false);
    this.#isElsewhere = true;
    this.#beside = at?.beside ?? null;
    this.pages.forget();
    try {
      const events = await this.#app.client.replay.open(
        { source: this.#source, protocol },
        { signal: stream.signal },
      );
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
        text: refusal?.text ?? 'The host disconnected, and its reading of this recording is lost.',
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
    void this.#seek();
    if (reached && this.#beside !== null) await this.#lookBeside(this.#beside);
    const { opened } = this;
    if (opened === null) return;
    const shape = await this.#app.client.replay.shape({ replay: opened.replay });
    // It may be opened as another protocol by now.
    if (this.opened === opened) this.shape = shape;
  }

  /** To what is notable beside the line in focus, once so much is read that there is any. */
  async #lookBeside({ way, text }: Beside): Promise<void> {
    const { focus } = this;
    if (focus === null) return;
    // The line itself is the last of its moment, or one before that.
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
   * Looks at another place; of several that are asked for in a row the last one counts.
   * @returns whether there is such a line; null where that is not known
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
      if (focus !== null) this.focus = { ...focus, line: ofReplay(focus.line) };
      return focus !== null;
    } catch {
      // It was closed meanwhile, or the host is gone: the stream says which.
      return null;
    } finally {
      this.#looking = false;
      const next = this.#next;
      this.#next = null;
      if (next !== null) void this.look(next);
    }
  }

  /** A person goes somewhere, and the playing stops. @param extend the lines on the way are selected */
  goTo(at: ReplayAt, extend = false): void {
    this.player.pause();
    this.#rest();
    this.#select(extend);
    this.#beside = null;
    void this.look(at);
  }

  /** To the next line of a kind, or to the one before; while the recording is read, as soon as there is one. */
  step(way: 1 | -1, wanted: ReplaySought['wanted'] = 'line', extend = false): void {
    const only = this.filter;
    const sought = only !== null && (wanted === 'line' || wanted === 'trouble') ? only : { wanted };
    if (sought.wanted !== 'line') {
      this.player.pause();
      this.#rest();
      this.#select(extend);
      this.awaited = { way, sought, from: null };
      void this.#seek();
    } else if (!this.#looking) {
      // Steps add up: while one is asked for, another would be left from the same line again.
      this.goTo({ kind: 'find', from: this.focus?.line.seq ?? 0, way, ...sought }, extend);
    }
  }

  /** Goes to what is awaited if it is there. Who waits asks again when more is read. */
  async #seek(): Promise<void> {
    const { awaited, focus, progress } = this;
    if (awaited === null || focus === null || progress === null || this.#looking) return;
    const { way, sought } = awaited;
    const line = focus.line.seq;
    const found = await this.look({ kind: 'find', from: awaited.from ?? line, way, ...sought });
    if (this.awaited !== awaited) return this.#seek();
    if (found === null) return;
    if (found) this.awaited = null;
    // A recording has no more lines than its last one's number.
    else if (way === 1 && !progress.done) {
      this.awaited = { ...awaited, from: Math.max(line, progress.lines) };
      // The recording grew during the search.
      if (this.progress !== progress) return this.#seek();
    } else {
      this.awaited = null;
      this.said = `None ${way === 1 ? 'after' : 'before'} line ${line}.`;
    }
  }

  /** Nothing is awaited any more, and where it should have begun is no matter. */
  #rest(): void {
    this.awaited = null;
    this.said = '';
    this.#isElsewhere &&= this.focus === null;
  }

  #select(extend: boolean): void {
    this.#isAll = false;
    this.#anchor = extend ? (this.#anchor ?? this.focus?.line.seq ?? null) : null;
  }

  selectAll(): void {
    this.#isAll = true;
  }

  /** So many rows of the list on. */
  stepRows(rows: number, extend = false): void {
    const row = (this.focus?.line.row ?? 0) + rows;
    this.goTo({ kind: 'row', row: Math.max(0, Math.min(row, (this.progress?.rows ?? 1) - 1)) }, extend);
  }

  end(way: 1 | -1, extend = false): void {
    const row = way === -1 ? 0 : Math.max(0, (this.progress?.rows ?? 1) - 1);
    this.goTo({ kind: 'row', row }, extend);
  }

  /** Go from a request to its answer, or back. */
  goToPair(): void {
    const { answer, line } = this.focus ?? {};
    const other = answer?.line ?? line?.answers.at(0);
    if (other !== undefined) this.goTo({ kind: 'line', line: other });
  }

  /** Shows lines of a kind alone, or all again where they are shown alone already. */
  toggleFilter(sought: ReplaySought): void {
    const same = this.filter?.wanted === sought.wanted && this.filter.name === sought.name;
    this.filter = same ? null : sought;
    this.#select(false);
    this.pages.forget();
    if (!same)
      void this.look({
        kind: 'find',
        from: Math.max(0, (this.focus?.line.seq ?? 1) - 1),
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
