/**
 * Engines that break one rule each: a responder of ours with something between it and the wire. A protocol's
 * folder has its own in `checks/mutants.fixture.ts`, by convention.
 */
import type { Job, Responder, ResponderEvent } from '../responder.ts';
import type { Thought } from './fake-wire.ts';

export interface Mutant {
  /** The check that it fails, and no other but those that stand on it. */
  readonly breaks: string;
  /** @param now the wire's clock, in milliseconds */
  wrap?(responder: Responder, now: () => number): Responder;
  /** Milliseconds by which it is late with something. */
  lag?(event: ResponderEvent): number;
  /** When it goes on running though its input is closed. */
  readonly staysAtEnd?: 'always' | 'thinking';
  /** The protocol's settings that a person has made for it. */
  readonly settings?: Readonly<Record<string, string>>;
  /** What it exits with; 0 where it is left out. */
  readonly exitCode?: number;
}

/** An engine that does what real programs do, some of it against the text. */
export interface Program extends Omit<Mutant, 'breaks'> {
  /** Goes on from "a program that". */
  readonly does: string;
  /** The checks that it fails; what stands on them, or is explained by them, is not run. */
  readonly fails: readonly string[];
  /** The checks that are not offered. */
  readonly lacks?: readonly string[];
}

/** What the matrix of checks and mutants needs of a protocol. */
export interface MutantTable {
  responder(): Responder;
  readonly think: (job: Job) => Thought;
  readonly mutants: readonly Mutant[];
  readonly programs: readonly Program[];
}

export async function mutantsOf(protocol: string): Promise<MutantTable> {
  const { table } = (await import(`../${protocol}/checks/mutants.fixture.ts`)) as { table: MutantTable };
  return table;
}

/** Its lines rewritten on their way out: each becomes none, itself or others. */
export function saying(responder: Responder, rewrite: (line: string) => readonly string[]): Responder {
  return altering(responder, (events) =>
    events.flatMap((event) => (event.kind === 'send' ? rewrite(event.line).map(say) : [event])),
  );
}

/** What it hears, rewritten in the same way. */
export function hearing(responder: Responder, rewrite: (line: string) => readonly string[]): Responder {
  return { ...bound(responder), receive: (line) => rewrite(line).flatMap((each) => responder.receive(each)) };
}

/** Everything that it does, rewritten; `line` is what it has just heard, null where it acts by itself. */
export function altering(
  responder: Responder,
  alter: (events: readonly ResponderEvent[], line: string | null) => readonly ResponderEvent[],
): Responder {
  return {
    ...(responder.open && { open: () => alter(responder.open!(), null) }),
    receive: (line) => alter(responder.receive(line), line),
    progress: (id, finding) => alter(responder.progress(id, finding), null),
    answer: (id, finding) => alter(responder.answer(id, finding), null),
  };
}

export const say = (line: string): ResponderEvent => ({ kind: 'send', line });

const bound = (responder: Responder): Responder => ({
  ...(responder.open && { open: () => responder.open!() }),
  receive: (line) => responder.receive(line),
  progress: (id, finding) => responder.progress(id, finding),
  answer: (id, finding) => responder.answer(id, finding),
});
