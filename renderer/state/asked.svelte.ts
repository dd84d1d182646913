/**
 * The place that the user asked for last. The host answers a call and publishes its state a little later, so that the place
 * shown lags behind quick keys and clicks: an act that depends on the position waits until the place asked for is shown,
 * and is left out if it never is.
 */
import { tick, untrack } from 'svelte';
import type { GameState, Reached } from '../../app/api/contract.ts';

/** More acts would go on long after the last key. A game of Connect Four has 42 moves. */
export const MOST_HELD = 100;

interface Call {
  /** The node that will be shown; null if only the host knows. */
  readonly node: number | null;
  /** The answer, with the state that was shown then; null until it comes. */
  readonly answer: (Destination & { readonly over: GameState | null }) | null;
}

/** An act that waits. */
interface Held {
  readonly act: () => void;
  /** Called instead where it is left out. */
  readonly leave: () => void;
}

/** A game, and the node that it shows from a revision on; any node where there is none. */
interface Destination {
  readonly game: string;
  readonly reached: Reached | null;
}

export class Asked {
  readonly #state: () => GameState | null;
  /** Called when acts were left out because something else is shown than what was asked for. */
  readonly #onLeftOut: () => void;
  #last = $state.raw<Call | null>(null);
  #held: readonly Held[] = [];
  /** An act that waited is running; what it asks for in turn does not wait behind the others. */
  #isActing = false;

  constructor(state: () => GameState | null, onLeftOut: () => void) {
    this.#state = state;
    this.#onLeftOut = onLeftOut;
    // As long as the window.
    $effect.root(() => {
      $effect(() => {
        // The board forgets the picks of the position before as it draws the new one.
        if (this.isShown) void tick().then(() => untrack(() => this.#goOn()));
      });
    });
  }

  /** Whether the place asked for last is shown, or something else that came after it. */
  readonly isShown = $derived.by((): boolean => {
    const last = this.#last;
    if (last === null) return true;
    if (last.answer === null) return false;
    const [state, { over, game, reached }] = [this.#state(), last.answer];
    // The host may have published before it answered; otherwise its next change contains what was asked for.
    return state !== over || (state?.key === game && state.revision >= (reached?.revision ?? 0));
  });

  /** The node asked for last; null while only the host knows which that is. */
  get node(): number | null {
    return this.isShown ? (this.#state()?.shown ?? 0) : this.#last!.node;
  }

  /** Awaits a call that changes the place shown. @returns whether it succeeded */
  async ask(call: Promise<Destination | undefined>, node: number | null = null): Promise<boolean> {
    const mine: Call = { node, answer: null };
    this.#last = mine;
    const destination = await call;
    if (this.#last === mine) {
      this.#last =
        destination === undefined ? null : { node, answer: { ...destination, over: this.#state() } };
      // The refusal is told already.
      if (destination === undefined) this.#leaveOut();
    }
    return destination !== undefined;
  }

  /** Acts once the place asked for last is shown. */
  whenShown(act: () => void, leave: () => void = () => undefined): void {
    if (this.#isActing || (this.#held.length === 0 && this.isShown)) act();
    else if (this.#held.length < MOST_HELD) this.#held = [...this.#held, { act, leave }];
    else leave();
  }

  /** Acts once it is known which node was asked for last, shown or not. Resolves when the act is done or left out. */
  async whenKnown(act: () => Promise<void>): Promise<void> {
    if (this.#isActing || (this.#held.length === 0 && this.node !== null)) return act();
    return new Promise((resolve) => this.whenShown(() => void act().then(resolve), resolve));
  }

  #goOn(): void {
    while (this.#held.length > 0 && this.isShown) {
      if (!this.#isWanted()) {
        this.#leaveOut();
        return this.#onLeftOut();
      }
      const [first, ...others] = this.#held;
      this.#held = others;
      this.#isActing = true;
      try {
        first!.act();
      } finally {
        this.#isActing = false;
      }
    }
  }

  #leaveOut(): void {
    const left = this.#held;
    this.#held = [];
    for (const { leave } of left) leave();
  }

  /** Whether what is shown is what was asked for: an engine or another window may have gone on from there. */
  #isWanted(): boolean {
    const [state, answer] = [this.#state(), this.#last?.answer];
    if (!answer) return true;
    const { game, reached } = answer;
    return state?.key === game && (reached === null || state.shown === reached.node);
  }
}
