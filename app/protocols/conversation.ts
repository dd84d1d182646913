/**
 * What all drivers share: states by a table, what each line is about, the ends of searches, and the names of faults.
 */
import type { DriverState, Oddity } from '../shapes/engines.ts';
import type { Allowed, Answer, DriverEvent, Exchange, Failure, Intent, Report, Search } from './protocol.ts';
import { quoted } from './text.ts';

/** The next state by state and cause; a missing cause leaves the state unchanged. */
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

/** What a line is about: as in `Exchange`. */
export type Subject = Pick<Exchange, 'position' | 'move'>;

/** Records what the latest line is about, for replays and the console. Drivers do not depend on it. */
export class Exchanges implements Exchange {
  #sent = -1;
  #asks = false;
  #due: { readonly request: number; readonly within: Allowed }[] = [];
  #answers: number[] = [];
  #earlier: Map<number, number> | null = null;
  #lost: number[] = [];
  #position: (() => unknown) | null = null;
  #move: Answer | null = null;
  #subject: (() => Subject) | null = null;

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
    this.#workOut();
    return this.#position?.() ?? null;
  }

  get move(): Answer | null {
    this.#workOut();
    return this.#move;
  }

  /** The number of the last line sent. */
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
    this.#subject = null;
  }

  /** The line just sent expects an answer. */
  ask(within: Allowed): void {
    this.#asks = true;
    this.hasten(this.#sent, within);
  }

  /** Gives an unanswered line a new limit. */
  hasten(request: number, within: Allowed): void {
    this.#due.push({ request, within });
  }

  /** @param at when the answer arrived, in ms, if an earlier line was the answer; else null */
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
    this.#subject = null;
  }

  /** As `about`, where the move takes as long to work out as the position. @param subject called only on demand, once */
  aboutLater(subject: () => Subject): void {
    this.#subject = subject;
  }

  #workOut(): void {
    if (this.#subject === null) return;
    const { position, move } = this.#subject();
    this.about(() => position, move);
  }
}

/** The number of lines kept for the reason of a failed handshake. */
const HEARD_KEPT = 3;

/** The last lines of an engine that has not opened the conversation. */
export class LastLines {
  readonly #lines: string[] = [];

  add(line: string): void {
    this.#lines.push(quoted(line));
    if (this.#lines.length > HEARD_KEPT) this.#lines.shift();
  }

  /** The lines, to complete a sentence. */
  get words(): string {
    return this.#lines.length > 0 ? `the last lines heard: ${this.#lines.join(', ')}` : 'no line was heard';
  }
}

export const failed = ({ id }: Search, reason: string, by?: Failure): DriverEvent => ({
  kind: 'failed',
  search: id,
  reason,
  ...(by && { by }),
});

export const reported = ({ id }: Search, report: Report, final: boolean): DriverEvent => ({
  kind: 'report',
  search: id,
  report,
  final,
});

// Faults on the wire: an engine's deviations from the text, and our own misuse.

/** A deviation of an engine. */
export interface FaultOf<Name extends string> {
  readonly name: Name;
  /** Completes the sentence, often with the engine's text in quotes. */
  readonly detail?: string;
}

/** By name: the clause, and a sentence without its full stop, which the detail completes. */
export type Sentences<Name extends string> = Readonly<
  Record<Name, readonly [clause: string, sentence: string]>
>;

export function oddityOf<Name extends string>(
  sentences: Sentences<Name>,
  { name, detail }: FaultOf<Name>,
): Oddity {
  const [clause, sentence] = sentences[name];
  return { name, clause, text: detail === undefined ? `${sentence}.` : `${sentence}: ${detail}.` };
}

/** The most faults reported for one line. */
const MAX_FAULTS = 16;

/** The first faults of a line, without repetitions. */
export function distinct<Fault extends FaultOf<string>>(faults: readonly Fault[]): readonly Fault[] {
  if (faults.length < 2) return faults;
  const seen = new Map<string, Fault>();
  for (const fault of faults) {
    if (seen.size === MAX_FAULTS) break;
    const key = `${fault.name} ${fault.detail ?? ''}`;
    if (!seen.has(key)) seen.set(key, fault);
  }
  return [...seen.values()];
}

/** An action of ours, or of a user who types, that the text forbids. @param text a sentence without its full stop */
export const misuse = (text: string): DriverEvent => ({ kind: 'misuse', text: `${text}.` });

/** Answers requests to a protocol without options and debug mode. @param protocol as in "NMM has no debug mode" */
export function decline(
  protocol: string,
  intent: Extract<Intent, { kind: 'options' | 'press' | 'debug' }>,
): readonly DriverEvent[] {
  switch (intent.kind) {
    case 'options':
      if (Object.keys(intent.values).length === 0) return [];
      return [misuse(`${protocol} has no options; none can be set`)];
    case 'press':
      return [misuse(`${protocol} has no options; ${quoted(intent.option)} cannot be pressed`)];
    case 'debug':
      return [misuse(`${protocol} has no debug mode`)];
  }
}
