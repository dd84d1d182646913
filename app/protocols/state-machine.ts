/** The state of a conversation by a protocol's own table, which its driver and its responder share. */
import type { DriverState } from '../shapes/engines.ts';

/** From each state the causes that lead on, and where to; what is left out leaves the state as it is. */
export type Arrows<State extends DriverState, Cause extends string> = Readonly<
  Record<State, Readonly<Partial<Record<Cause, State>>>>
>;

/** A conversation's state and the one place that assigns it. */
export class StateMachine<State extends DriverState, Cause extends string> {
  readonly #arrows: Arrows<State, Cause>;
  #state: State;

  constructor(arrows: Arrows<State, Cause>, initial: State) {
    this.#arrows = arrows;
    this.#state = initial;
  }

  get state(): State {
    return this.#state;
  }

  /** Follows the arrow, if there is one; true when the state changed. */
  follow(cause: Cause): boolean {
    const next = this.#arrows[this.#state][cause];
    if (next === undefined) return false;
    this.#state = next;
    return true;
  }
}
