/** What this window knows of the game library: its folders, and what was played at the position shown. */
import { untrack } from 'svelte';
import type { Explored, LibraryState, Settings } from '../../app/api/contract.ts';
import { reopening } from '../host/reopen.ts';
import type { GameView } from '../state/game.svelte.ts';
import type { Shared } from '../state/toasts.ts';

/** The part of the app that the library needs. */
interface Window extends Shared {
  readonly game: GameView;
  readonly settings: Settings | null;
  changeSettings(change: Partial<Settings>): void;
}

/** In milliseconds: quick steps through a game ask about the last position alone. */
const exploreMilliseconds = 60;

/** In milliseconds before the library is watched again. */
const pauseMilliseconds = 500;

export class LibraryModel {
  readonly #app: Window;
  state = $state.raw<LibraryState | null>(null);
  /** Of the position whose text is `exploredAt`; kept until the next one is known. */
  explored = $state.raw<Explored | null>(null);
  exploredAt = $state.raw('');
  /** The panel should come to the front. */
  wanted = $state(false);
  #asked = 0;

  constructor(app: Window) {
    this.#app = app;
  }

  readonly games = $derived.by(() => (this.state?.folders ?? []).reduce((sum, { games }) => sum + games, 0));

  readonly indexing = $derived.by(() =>
    (this.state?.folders ?? []).some(({ state }) => state === 'indexing' || state === 'waiting'),
  );

  /** The game and the text of the position shown. */
  readonly here = $derived.by((): { readonly game: string; readonly position: string } | null => {
    const { rules, position } = this.#app.game;
    if (rules === null || position === undefined) return null;
    return { game: rules.id, position: rules.positionText(position) };
  });

  get isOpen(): boolean {
    return this.#app.settings?.layout.explorerOpen ?? true;
  }

  toggle(): void {
    const layout = this.#app.settings?.layout;
    if (layout) this.#app.changeSettings({ layout: { ...layout, explorerOpen: !this.isOpen } });
  }

  /** Follows the library until the function that it returns is called. For an effect. */
  follow(): () => void {
    const stop = new AbortController();
    untrack(() => void this.#watch(stop.signal));
    return () => stop.abort();
  }

  /** Asks about the position shown. For an effect, which depends on the position and the state of the library. */
  explore(): (() => void) | undefined {
    const { here, state } = this;
    void state?.revision;
    if (here === null || this.games === 0) return undefined;
    const timer = setTimeout(() => void this.#explore(here), exploreMilliseconds);
    return () => clearTimeout(timer);
  }

  async #explore(here: NonNullable<LibraryModel['here']>): Promise<void> {
    const asked = ++this.#asked;
    const explored = await this.#app.run(this.#app.client.library.explore(here));
    if (explored === undefined || asked !== this.#asked) return;
    this.explored = explored;
    this.exploredAt = here.position;
  }

  async #watch(signal: AbortSignal): Promise<void> {
    const states = reopening(
      (stream) => this.#app.client.library.watch(undefined, { signal: stream }),
      pauseMilliseconds,
      signal,
    );
    for await (const state of states) this.state = state;
  }
}
