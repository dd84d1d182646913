/** Ways to break a QTP engine. */
import type { Responder, ResponderEvent } from '../../responder.ts';
import { altering, say, saying, type Mutant } from '../../testing/mutants.ts';

export const answer = (line: string): readonly ResponderEvent[] => [say(line), say('')];
export const illegal = '? illegal move';

/**
 * Something else at such a line.
 *
 * @param behind the line that came before, where it matters
 */
export const at =
  (
    pattern: RegExp,
    act: (engine: Responder, line: string) => readonly ResponderEvent[],
    behind: RegExp = /^/,
  ): Mutant['wrap'] =>
  (engine) => {
    let last = '';
    return {
      ...altering(engine, (events) => events),
      receive: (line) => {
        const isMeant = pattern.test(line) && behind.test(last);
        last = line;
        return isMeant ? act(engine, line) : engine.receive(line);
      },
    };
  };

/** Obeys such a line and answers this. */
export const saysAt = (pattern: RegExp, said: string, behind?: RegExp): Mutant['wrap'] =>
  at(
    pattern,
    (engine, line) => {
      engine.receive(line);
      return answer(said);
    },
    behind,
  );

/** Answers this instead of obeying. */
export const only = (pattern: RegExp, said: string, behind?: RegExp): Mutant['wrap'] =>
  at(pattern, () => answer(said), behind);

/** Obeys such a line and says its answer twice. */
export const saysTwice = (pattern: RegExp): Mutant['wrap'] =>
  at(pattern, (engine, line) => {
    const events = engine.receive(line);
    return [...events, ...events];
  });

/** Gives the number of walls back at an `undo` of a wall, and leaves the wall standing. */
export const countsUndone: Mutant['wrap'] = (engine) => {
  let walls = 10;
  const counting = at(
    /^undo$/,
    (inner) => {
      // Told anew, the number is that at the beginning: one more makes up for the wall that stands.
      inner.receive(`walls ${walls + 1}`);
      return answer('=');
    },
    /^playwall/,
  )!(engine, () => 0);
  return {
    ...altering(counting, (events) => events),
    receive: (line) => {
      if (line.startsWith('walls ')) walls = Number(line.slice('walls '.length));
      return counting.receive(line);
    },
  };
};

/** Obeys these lines before such a line, which nobody asked for. */
export const first = (pattern: RegExp, lines: readonly string[], behind?: RegExp): Mutant['wrap'] =>
  at(
    pattern,
    (engine, line) => {
      for (const each of lines) engine.receive(each);
      return engine.receive(line);
    },
    behind,
  );

/** Hears such a line as another. */
export const mishears = (pattern: RegExp, as: string, behind?: RegExp): Mutant['wrap'] =>
  at(pattern, (engine) => engine.receive(as), behind);

export const says =
  (rewrite: (line: string) => readonly string[]): Mutant['wrap'] =>
  (engine) =>
    saying(engine, rewrite);

const isMove = (line: string): boolean => /^= [A-I]\d/.test(line);
const isMoveSaid = (event: ResponderEvent): boolean => event.kind === 'send' && isMove(event.line);

/** What it generates, rewritten from the n-th of a run of `genmove` on. */
export const generating =
  (
    from: number,
    rewrite: (events: readonly ResponderEvent[], engine: Responder) => readonly ResponderEvent[],
  ): Mutant['wrap'] =>
  (engine) => {
    let run = 0;
    return altering(engine, (events, line) => {
      if (line !== null && !line.startsWith('genmove')) run = 0;
      if (!events.some(isMoveSaid)) return events;
      return ++run >= from ? rewrite(events, engine) : events;
    });
  };

export const moved = (events: readonly ResponderEvent[], line: string): readonly ResponderEvent[] =>
  events.map((event) => (isMoveSaid(event) ? say(line) : event));

/** What comes while it thinks, not kept for later. */
export const whileThinking =
  (pattern: RegExp, act: () => readonly ResponderEvent[]): Mutant['wrap'] =>
  (engine) => {
    let thinking = false;
    const follow = (events: readonly ResponderEvent[]): readonly ResponderEvent[] => {
      if (events.some(isMoveSaid)) thinking = false;
      if (events.some(({ kind }) => kind === 'search')) thinking = true;
      return events;
    };
    return {
      ...altering(engine, follow),
      receive: (line) => (thinking && pattern.test(line) ? act() : follow(engine.receive(line))),
    };
  };
