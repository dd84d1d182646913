/** Whether the engines beside the board are folded to their heading, in this window. */
import { isOn } from '../analysis/letters.ts';
import type { App } from '../state/app.svelte.ts';

class EnginesFold {
  /** The column is too low for the engines beside an analysis. */
  crowded = $state(false);
  /** What the user chose while it was crowded by an analysis; null if nothing. */
  #chosen = $state<boolean | null>(null);
  #unfolded = $state(true);

  /**
   * Where an analysis crowds the column they fold, unless their cards have something to tell: a game that is played, or
   * an engine that failed.
   */
  isOpen({ state }: Pick<App, 'state'>): boolean {
    if (!this.#isCrowdedOut(state)) return this.#unfolded;
    return this.#chosen ?? false;
  }

  toggle(app: Pick<App, 'state'>): void {
    const open = !this.isOpen(app);
    if (this.#isCrowdedOut(app.state)) this.#chosen = open;
    else this.#unfolded = open;
  }

  #isCrowdedOut(state: App['state']): boolean {
    if (!this.crowded || state === null || state.game.running) return false;
    if (!state.analyses.some(isOn)) return false;
    return state.sessions.every(({ ending }) => ending === null || ending.word === 'quit');
  }
}

export const enginesFold = new EnginesFold();
