/** The choice between the moves that continue the node shown. Stepping forward follows the chosen one. */
import type { GameState } from '../../app/api/contract.ts';

export class Fork {
  readonly #state: () => GameState | null;
  #choice = $state.raw<{ readonly game: string; readonly node: number; readonly child: number } | null>(null);

  constructor(state: () => GameState | null) {
    this.#state = state;
  }

  /** The nodes to choose from, the main line first; empty unless there are several. */
  readonly children = $derived.by((): readonly number[] => {
    const state = this.#state();
    const children = state?.nodes[state.shown]?.children ?? [];
    return children.length > 1 ? children : [];
  });

  /** The chosen node, at first that of the main line; null if there is no choice. */
  readonly chosen = $derived.by((): number | null => {
    const [state, choice] = [this.#state(), this.#choice];
    const isHere = choice !== null && choice.game === state?.key && choice.node === state.shown;
    return isHere && this.children.includes(choice.child) ? choice.child : (this.children[0] ?? null);
  });

  /** Moves the choice, wrapping at the ends. @returns whether there is a choice */
  choose(by: -1 | 1): boolean {
    const [state, { children, chosen }] = [this.#state(), this];
    if (state === null || chosen === null) return false;
    const next = children[(children.indexOf(chosen) + by + children.length) % children.length]!;
    this.#choice = { game: state.key, node: state.shown, child: next };
    return true;
  }
}
