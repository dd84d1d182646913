/** What a conversation keeps: its state, by the protocol's table, and what each line is about. */
import type { DriverState } from '../shapes/engines.ts';
import type { Allowed, Exchange } from './protocol.ts';
import type { Answer } from './report.ts';

/** The next state by state and cause; a missing cause leaves the state. */
export type Arrows<State extends DriverState, Cause extends string> = Readonly<
  Record<State, Readonly<Partial<Record<Cause, State>>>>
>;

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

  /** @returns whether the state changed */
  follow(cause: Cause): boolean {
    const next = this.#arrows[this.#state][cause];
    if (next === undefined) return false;
    this.#state = next;
    return true;
  }
}

/** Records what the latest line is about, for replays and the console. Drivers decide nothing by it. */
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

  /** The number of the last line that went out. */
  get sent(): number {
    return this.#sent;
  }

  goesOut(): void {
    this.#sent++;
    this.comesIn();
  }

  comesIn(): void {
    this.#asks = false;
    if (this.#due.length > 0) this.#due = [];
    if (this.#answers.length > 0) this.#answers = [];
    this.#earlier = null;
    if (this.#lost.length > 0) this.#lost = [];
    this.#position = null;
    this.#move = null;
  }

  /** The line that went out wants an answer. */
  ask(within: Allowed): void {
    this.#asks = true;
    this.hasten(this.#sent, within);
  }

  /** An unanswered line has a new limit. */
  hasten(request: number, within: Allowed): void {
    this.#due.push({ request, within });
  }

  /** @param at when the answer came in, in ms, if an earlier line was it; else null */
  answer(request: number, at: number | null = null): void {
    this.#answers.push(request);
    if (at !== null) (this.#earlier ??= new Map()).set(request, at);
  }

  lose(request: number): void {
    this.#lost.push(request);
  }

  /** @param position called only on demand */
  about(position: () => unknown, move: Answer | null = null): void {
    this.#position = position;
    this.#move = move;
  }
}
