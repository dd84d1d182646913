/**
 * What a line that passed is about, beyond its events: which line answers which, about what position, by what move.
 * Drivers note it for whoever explains a conversation (a replay, a console); nothing is decided by it.
 */
import type { Allowed, Exchange } from './protocol.ts';
import type { Answer } from './report.ts';

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
