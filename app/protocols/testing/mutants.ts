/**
 * Engines that break one rule each: a responder with a change between it and the wire. By convention a protocol's are in
 * its `checks/mutants.fixture.ts`.
 */
import type { Job, Responder, ResponderEvent } from '../responder.ts';
import type { Thought } from './fake-wire.ts';

export interface Mutant {
  /** The only check that it fails; those that need it are not run. */
  readonly breaks: string;
  /** @param now the wire's clock, in milliseconds */
  wrap?(responder: Responder, now: () => number): Responder;
  /** Milliseconds by which it delays an event. */
  lag?(event: ResponderEvent): number;
  /** When it runs on after its input was closed. */
  readonly staysAtEnd?: 'always' | 'thinking';
  /** Whether its lines have no line ends. */
  readonly endsNoLine?: true;
  /** The user's settings of the protocol. */
  readonly settings?: Readonly<Record<string, string>>;
  /** 0 where it is left out. */
  readonly exitCode?: number;
}

/** An engine that behaves as real programs do, in part against the text. */
export interface Program extends Omit<Mutant, 'breaks'> {
  /** Continues "a program that". */
  readonly does: string;
  /** The checks that it fails; those that need them, or that they explain, are not run. */
  readonly fails: readonly string[];
  /** The checks that it does not offer. */
  readonly lacks?: readonly string[];
}

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

/** Rewrites what the engine says, each line to any number. */
export function saying(responder: Responder, rewrite: (line: string) => readonly string[]): Responder {
  return altering(responder, (events) =>
    events.flatMap((event) => (event.kind === 'send' ? rewrite(event.line).map(say) : [event])),
  );
}

/** Rewrites what the engine hears, each line to any number. */
export function hearing(responder: Responder, rewrite: (line: string) => readonly string[]): Responder {
  return { ...bound(responder), receive: (line) => rewrite(line).flatMap((each) => responder.receive(each)) };
}

/** Rewrites the engine's events. @param alter `line` is the one just heard, null where the engine acts by itself */
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

type Mutation = (engine: Responder) => Responder;

type Events = readonly ResponderEvent[];

const without = (pattern: RegExp) => (line: string) => (pattern.test(line) ? [] : [line]);
const twice = (pattern: RegExp) => (line: string) => (pattern.test(line) ? [line, line] : [line]);
const replaced = (pattern: RegExp, by: string) => (line: string) => [line.replace(pattern, by)];

export const leavingOut =
  (pattern: RegExp): Mutation =>
  (engine) =>
    saying(engine, without(pattern));

export const doubling =
  (pattern: RegExp): Mutation =>
  (engine) =>
    saying(engine, twice(pattern));

export const misspeaking =
  (pattern: RegExp, by: string): Mutation =>
  (engine) =>
    saying(engine, replaced(pattern, by));

export const deafTo =
  (pattern: RegExp): Mutation =>
  (engine) =>
    hearing(engine, without(pattern));

export const mishearing =
  (pattern: RegExp, by: string): Mutation =>
  (engine) =>
    hearing(engine, replaced(pattern, by));

/** Says `answer` as well when it hears such a line. */
export const adding =
  (pattern: RegExp, answer: string, where: 'after' | 'before' = 'after'): Mutation =>
  (engine) =>
    altering(engine, (events, line) => {
      if (line === null || !pattern.test(line)) return events;
      return where === 'after' ? [...events, say(answer)] : [say(answer), ...events];
    });

/** Ends at such a line without an answer. */
export const dyingAt =
  (pattern: RegExp): Mutation =>
  (engine) =>
    altering(engine, (events, line) => (line !== null && pattern.test(line) ? [{ kind: 'exit' }] : events));

export const staying: Mutation = (engine) =>
  altering(engine, (events) => events.filter(({ kind }) => kind !== 'exit'));

export const isSaid = (event: ResponderEvent, word: string): boolean =>
  event.kind === 'send' && event.line.startsWith(word);

export const isBestmove = (event: ResponderEvent): boolean => isSaid(event, 'bestmove');

export interface Seen {
  /** The line just heard; null where the engine acts by itself. */
  readonly line: string | null;
  readonly thinking: boolean;
  /** It has answered a search before. */
  readonly answered: boolean;
}

/** As `altering`, with what came before, where `bestmove` answers searches. */
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

/** Ignores such a line while it thinks. */
export const numbAt =
  (pattern: RegExp): Mutation =>
  (engine) =>
    watching(engine, (events, { line, thinking }) =>
      line !== null && thinking && pattern.test(line) ? [] : events,
    );

/** Marks events for `lagging`. */
export const late = (events: Events): Events => events.map((event) => ({ ...event, late: true }));

export const lagging =
  (milliseconds: number): NonNullable<Mutant['lag']> =>
  (event) =>
    'late' in event ? milliseconds : 0;

/** Engines that run on after their input was closed. */
export const outliving: readonly Mutant[] = [
  { breaks: 'input-ends', staysAtEnd: 'always' },
  { breaks: 'input-ends-thinking', staysAtEnd: 'thinking' },
];
