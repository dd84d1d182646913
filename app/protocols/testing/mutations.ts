/** Ways to break an engine that are the same in several protocols. */
import type { Responder, ResponderEvent } from '../responder.ts';
import { altering, hearing, say, saying, type Mutant } from './mutants.ts';

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
