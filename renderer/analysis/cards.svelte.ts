/** Which cards of the engines that analyse are unfolded, in this window. */
import type { AnalysisState } from '../../app/api/contract.ts';
import { tick } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';

import { isOn } from './letters.ts';

/** With more engines than these, cards are one line high until the user unfolds them. */
const MOST_UNFOLDED = 2;

class Cards {
  /** By the id of the analysis; those that the user neither folded nor unfolded are absent. */
  readonly #chosen = new SvelteMap<string, boolean>();

  isUnfolded({ id }: Pick<AnalysisState, 'id'>, running: number): boolean {
    return this.#chosen.get(id) ?? running <= MOST_UNFOLDED;
  }

  fold(id: string, unfolded: boolean): void {
    this.#chosen.set(id, unfolded);
  }

  /** Moves the focus to the first line; if all are folded, unfolds the first engine that has answered. */
  async focusLines(analyses: readonly AnalysisState[]): Promise<void> {
    const first = (): HTMLElement | null => document.querySelector('[data-line-row]');
    const answered = analyses.find((one) => isOn(one) && one.report !== null);
    if (first() === null && answered !== undefined) {
      this.fold(answered.id, true);
      await tick();
    }
    first()?.focus();
  }

  /** Folds all, or unfolds them if all are folded. */
  foldAll(analyses: readonly AnalysisState[]): void {
    const running = analyses.filter(isOn).length;
    const unfolds = !analyses.some((one) => this.isUnfolded(one, running));
    for (const { id } of analyses) this.#chosen.set(id, unfolds);
  }
}

export const cards = new Cards();
