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

/** An engine that is wrong in one way. */
type Mutation = (engine: Responder) => Responder;

type Events = readonly ResponderEvent[];

const without = (pattern: RegExp) => (line: string) => (pattern.test(line) ? [] : [line]);
const twice = (pattern: RegExp) => (line: string) => (pattern.test(line) ? [line, line] : [line]);
const replaced = (pattern: RegExp, by: string) => (line: string) => [line.replace(pattern, by)];

/** Does not say such lines. */
export const leavingOut =
  (pattern: RegExp): Mutation =>
  (engine) =>
    saying(engine, without(pattern));

/** Says such lines twice. */
export const doubling =
  (pattern: RegExp): Mutation =>
  (engine) =>
    saying(engine, twice(pattern));

/** Says something else. */
export const misspeaking =
  (pattern: RegExp, by: string): Mutation =>
  (engine) =>
    saying(engine, replaced(pattern, by));

/** Does not hear such lines. */
export const deafTo =
  (pattern: RegExp): Mutation =>
  (engine) =>
    hearing(engine, without(pattern));

/** Hears something else. */
export const mishearing =
  (pattern: RegExp, by: string): Mutation =>
  (engine) =>
    hearing(engine, replaced(pattern, by));

/** Says this as well when it has heard such a line, after what it says to that, or before. */
export const adding =
  (pattern: RegExp, answer: string, where: 'after' | 'before' = 'after'): Mutation =>
  (engine) =>
    altering(engine, (events, line) => {
      if (line === null || !pattern.test(line)) return events;
      return where === 'after' ? [...events, say(answer)] : [say(answer), ...events];
    });

/** Ends at such a line, before it has said anything to it. */
export const dyingAt =
  (pattern: RegExp): Mutation =>
  (engine) =>
    altering(engine, (events, line) => (line !== null && pattern.test(line) ? [{ kind: 'exit' }] : events));

/** Never ends by itself. */
export const staying: Mutation = (engine) =>
  altering(engine, (events) => events.filter(({ kind }) => kind !== 'exit'));

export const isSaid = (event: ResponderEvent, word: string): boolean =>
  event.kind === 'send' && event.line.startsWith(word);

/** The answer to a search, where a protocol calls it so. */
export const isBestmove = (event: ResponderEvent): boolean => isSaid(event, 'bestmove');

/** What a mutant knows of the conversation when something passes. */
export interface Seen {
  /** What the engine has just heard; null where it acts by itself. */
  readonly line: string | null;
  readonly thinking: boolean;
  /** It has answered a search, this one or another. */
  readonly answered: boolean;
}

/** What passes, with what came before, where searches are answered by `bestmove`. */
export function watching(engine: Responder, alter: (events: Events, seen: Seen) => Events): Responder {
  let thinking = false;
  let answered = false;
  return altering(engine, (events, line) => {
    const altered = alter(events, { line, thinking, answered });
    for (const event of events) {
      if (event.kind === 'search') thinking = true;
      if (!isBestmove(event)) continue;
      thinking = false;
      answered = true;
    }
    return altered;
  });
}

/** Does nothing at such a line that comes while it thinks. */
export const numbAt =
  (pattern: RegExp): Mutation =>
  (engine) =>
    watching(engine, (events, { line, thinking }) =>
      line !== null && thinking && pattern.test(line) ? [] : events,
    );

/** So marked, they come later by what `lagging` says. */
export const late = (events: Events): Events => events.map((event) => ({ ...event, late: true }));

export const lagging =
  (milliseconds: number): NonNullable<Mutant['lag']> =>
  (event) =>
    'late' in event ? milliseconds : 0;

/** Engines that go on running when their input is closed. */
export const outliving: readonly Mutant[] = [
  { breaks: 'input-ends', staysAtEnd: 'always' },
  { breaks: 'input-ends-thinking', staysAtEnd: 'thinking' },
];
