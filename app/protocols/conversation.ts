/** The state of a conversation by a protocol's own table, which its driver and its responder share. */
import type { DriverState } from '../shapes/engines.ts';
import type { Allowed, Exchange } from './protocol.ts';
import type { Answer } from './report.ts';

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

/** The driver's own hand on it. */
export class Exchanges implements Exchange {
  #sent = -1;
  #asks = false;
  #due: { readonly request: number; readonly within: Allowed }[] = [];
  #answers: number[] = [];
  #earlier: Map<number, number> | null = null;
  #lost: number[] = [];
  #position: (() => unknown) | null = null;
  #move: Answer | null = null;

  get asks(): boolean {
    return this.#asks;
  }

  get due(): Exchange['due'] {
    return this.#due;
  }

  get answers(): readonly number[] {
    return this.#answers;
  }

  earlier(request: number): number | null {
    return this.#earlier?.get(request) ?? null;
  }

  get lost(): readonly number[] {
    return this.#lost;
  }

  get position(): unknown {
    return this.#position?.() ?? null;
  }

  get move(): Answer | null {
    return this.#move;
  }

  /** The number of the line that went out last. */
  get sent(): number {
    return this.#sent;
  }

  /** A line goes out. */
  goesOut(): void {
    this.#sent++;
    this.comesIn();
  }

  /** A line comes in. */
  comesIn(): void {
    this.#asks = false;
    if (this.#due.length > 0) this.#due = [];
    if (this.#answers.length > 0) this.#answers = [];
    this.#earlier = null;
    if (this.#lost.length > 0) this.#lost = [];
    this.#position = null;
    this.#move = null;
  }

  /** The line that goes out wants an answer. */
  ask(within: Allowed): void {
    this.#asks = true;
    this.hasten(this.#sent, within);
  }

  /** A line that is unanswered is to be answered in this time. */
  hasten(request: number, within: Allowed): void {
    this.#due.push({ request, within });
  }

  /** @param at when the answer came in, in ms, where that was before the line that shows it; else null */
  answer(request: number, at: number | null = null): void {
    this.#answers.push(request);
    if (at !== null) (this.#earlier ??= new Map()).set(request, at);
  }

  lose(request: number): void {
    this.#lost.push(request);
  }

  /** @param position looked at only if somebody wants to know */
  about(position: () => unknown, move: Answer | null = null): void {
    this.#position = position;
    this.#move = move;
  }
}
