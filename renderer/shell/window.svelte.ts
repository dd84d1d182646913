/** State of this window alone, independent of the game: the sizes of its regions. */
import { analystsOf, toggleAnalyst, type Analyst, type NamedAnalyst } from '../analysis/analysts.ts';
import { isOn } from '../analysis/letters.ts';
import { seatPurposes } from '../game/names.ts';
import { replays } from '../replay/open.svelte.ts';
import { visible } from '../ui/visible.ts';
import type { App } from '../state/app.svelte.ts';

/**
 * Pixels. A narrower window has the panels below the board; so has a window that is higher than wide, unless it is this
 * wide.
 */
const NARROW = 760;
const WIDE = 1100;
const LOW = 800;
export const LEAST_BOARD = 360;
export const LEAST_COLUMN = 280;
export const LEAST_DOCK = 120;
export const FOLDED_DOCK = 33;
/** The default height; the settings have the same. */
export const USUAL_DOCK = 240;
/** The column's share of the window's width, and its largest width in pixels, unless the user has chosen a width. */
const COLUMN_SHARE = 0.33;
const USUAL_COLUMN_MOST = 480;
const BAR = 44;
const STATUS_LINE = 24;
/** The height of a recording's time line with its buttons. */
const TIME_LINE = 88;
/** The height of what stands above and below the board. */
export const BOARD_EDGES = 104;
/** The width of what stands beside it, without the evaluation bar. */
export const BOARD_SIDES = 24;
/** Pixels of the board's region. In a narrower one the words below the board have a row of their own, of this height. */
const ROOM_FOR_WORDS = 504;
export const WORDS_ROW = 36;

/** Pixels from messages to the edges of what they lie over. */
export const MESSAGE_GAP = 12;

/** States of an engine that has not answered yet. */
const silent: ReadonlySet<string> = new Set(['starting', 'new', 'handshake']);

export class WindowState {
  readonly #app: App;
  tab = $state('moves');
  width = $state(1280);
  height = $state(800);
  /** The height of the bar, with the banner below it while the host is gone. */
  head = $state(BAR);
  /** The height of the messages that are shown. */
  messages = $state(0);
  /** Whether the user opened or folded the dock in a low window, which folds it at first; null if neither. */
  #dock = $state<boolean | null>(null);

  constructor(app: App) {
    this.#app = app;
  }

  readonly narrow = $derived.by(() => this.width < NARROW || this.width < Math.min(WIDE, this.height));

  /** Whether an engine of the user's has spoken since the window was opened, connection tests aside. */
  #spoken = $state(false);

  /** Until the user chooses, the dock opens when an engine of the user's speaks for the first time. */
  readonly dockOpen = $derived.by(() => {
    if (this.height < LOW) return this.#dock ?? false;
    return this.#app.settings?.layout.dockOpen ?? this.#spoken;
  });

  /**
   * Notes whether an engine of the user's has spoken; called whenever the sessions change. What bundled engines write is
   * rarely of interest, and the board and the analysis need the room.
   */
  listen(): void {
    const { engines = [], sessions = [] } = this.#app.state ?? {};
    const isOwn = (id: string): boolean => engines.find((engine) => engine.id === id)?.bundled !== true;
    this.#spoken ||= sessions.some(
      ({ purpose, state, engine }) => purpose !== 'contact' && !silent.has(state) && isOwn(engine),
    );
  }

  toggleDock(): void {
    const open = !this.dockOpen;
    this.#dock = open;
    const layout = this.#app.settings?.layout;
    if (layout && this.height >= LOW) this.#app.changeSettings({ layout: { ...layout, dockOpen: open } });
  }

  openDock(): void {
    if (!this.dockOpen) this.toggleDock();
  }

  readonly columnMost = $derived.by(() => Math.max(LEAST_COLUMN, this.width - LEAST_BOARD - 60));
  readonly dockMost = $derived.by(() => {
    const edges = BOARD_EDGES + (this.hasWordsRow ? WORDS_ROW : 0);
    return Math.max(LEAST_DOCK, this.height - this.head - STATUS_LINE - edges - LEAST_BOARD);
  });

  readonly #usualColumn = $derived.by(() =>
    Math.max(LEAST_COLUMN, Math.min(USUAL_COLUMN_MOST, Math.round(this.width * COLUMN_SHARE))),
  );
  readonly columnWidth = $derived.by(() =>
    Math.max(
      LEAST_COLUMN,
      Math.min(this.columnMost, this.#app.settings?.layout.columnWidth ?? this.#usualColumn),
    ),
  );
  /** Whether the words below the board have a row of their own. */
  readonly hasWordsRow = $derived.by(
    () => this.width - (this.narrow ? 0 : this.columnWidth) < ROOM_FOR_WORDS,
  );
  readonly dockHeight = $derived.by(() =>
    Math.max(LEAST_DOCK, Math.min(this.dockMost, this.#app.settings?.layout.dockHeight ?? USUAL_DOCK)),
  );

  /** @param change a null width follows that of the window */
  resize(change: { columnWidth?: number | null; dockHeight?: number }): void {
    const layout = this.#app.settings?.layout;
    if (layout) this.#app.changeSettings({ layout: { ...layout, ...change } });
  }

  /** The height of what messages keep free at the lower edge. */
  readonly foot = $derived.by(() => {
    if (replays.shown !== null) return STATUS_LINE + TIME_LINE;
    return STATUS_LINE + (this.dockOpen ? this.dockHeight : FOLDED_DOCK);
  });

  /** How far the column scrolls beyond its end, so that nothing in it stays behind messages. */
  readonly beyond = $derived.by(() => (this.messages === 0 ? 0 : this.messages + 2 * MESSAGE_GAP));

  // Each stays the same value while the engines report, so that the commands are not made anew.
  readonly #about = $derived.by(() => this.#app.state?.about ?? null);
  readonly #engines = $derived.by(() => this.#app.state?.engines ?? null);
  readonly #gameId = $derived.by(() => this.#app.state?.game.gameId ?? '');
  /** Engines that may play the game on the board, once per protocol that they speak. */
  readonly analysts = $derived.by((): readonly NamedAnalyst[] =>
    this.#about === null || this.#engines === null
      ? []
      : analystsOf({ about: this.#about, engines: this.#engines }, this.#gameId),
  );

  /** Whether an engine analyses. */
  readonly analysing = $derived.by(() => (this.#app.state?.analyses ?? []).some(isOn));

  /** The engine that a first analysis starts with; null if none can play the game on the board. */
  readonly #usual = $derived.by(
    (): Analyst | null => this.analysts.find(({ failed }) => !failed) ?? this.analysts[0] ?? null,
  );

  /** Whether there is an engine to start. */
  readonly canAnalyse = $derived.by(
    () => (this.#app.state?.analyses ?? []).length > 0 || this.#usual !== null,
  );

  /** Stops all engines that analyse, or starts those that did last. */
  async toggleAnalysis(): Promise<void> {
    const { client, state } = this.#app;
    if (this.analysing) await this.#app.run(client.analysis.stop({}));
    else if (this.#app.game.lesson.declinesEngines()) return;
    else if ((state?.analyses ?? []).length > 0) await this.#app.run(client.analysis.resume({}));
    else if (this.#usual !== null) await toggleAnalyst(this.#app, this.#usual);
    else {
      this.#app.toast({
        text: 'No engine can analyse this game.',
        advice: 'Add one in the engines panel.',
        tone: 'warn',
      });
    }
  }

  async togglePlay(): Promise<void> {
    const { game, client, state } = this.#app;
    if (!game.state?.running) {
      await game.start();
      return;
    }
    const beyond = state?.sessions.find(
      ({ purpose, state, capabilities }) =>
        seatPurposes.some((each) => each === purpose) && state === 'thinking' && !capabilities.stop,
    );
    await game.stop();
    if (beyond === undefined) return;
    this.#app.toast({
      text: `${visible(beyond.title)} is still thinking and cannot be stopped. Its move will be discarded.`,
      action: {
        label: 'End engine',
        run: () => void this.#app.run(client.sessions.close({ session: beyond.id })),
      },
    });
  }
}
