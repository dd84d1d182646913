/** Ways to break a QTP engine, and the deviations of real engines. */
import type { Responder, ResponderEvent } from '../../responder.ts';
import { altering, say, saying, type Mutant, type Program } from '../../testing/mutants.ts';
import { nothing } from './qtp-talk.ts';

export const answer = (line: string): readonly ResponderEvent[] => [say(line), say('')];
export const illegal = '? illegal move';

/**
 * Replaces the reaction to a line.
 *
 * @param behind the line before; any by default
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

/** Obeys a line and gives this answer. */
export const saysAt = (pattern: RegExp, said: string, behind?: RegExp): Mutant['wrap'] =>
  at(
    pattern,
    (engine, line) => {
      engine.receive(line);
      return answer(said);
    },
    behind,
  );

/** Gives this answer instead of obeying. */
export const only = (pattern: RegExp, said: string, behind?: RegExp): Mutant['wrap'] =>
  at(pattern, () => answer(said), behind);

/** Obeys a line and answers twice. */
export const saysTwice = (pattern: RegExp): Mutant['wrap'] =>
  at(pattern, (engine, line) => {
    const events = engine.receive(line);
    return [...events, ...events];
  });

/** `undo` of a wall gives back the count and leaves the wall on the board. */
export const countsUndone: Mutant['wrap'] = (engine) => {
  let walls = 10;
  const counting = at(
    /^undo$/,
    (inner) => {
      // `walls` sets the number at the beginning: one more makes up for the wall on the board.
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

/** Obeys these lines, which were not sent, before a line. */
export const first = (pattern: RegExp, lines: readonly string[], behind?: RegExp): Mutant['wrap'] =>
  at(
    pattern,
    (engine, line) => {
      for (const each of lines) engine.receive(each);
      return engine.receive(line);
    },
    behind,
  );

/** Takes a line for another. */
export const mishears = (pattern: RegExp, as: string, behind?: RegExp): Mutant['wrap'] =>
  at(pattern, (engine) => engine.receive(as), behind);

export const says =
  (rewrite: (line: string) => readonly string[]): Mutant['wrap'] =>
  (engine) =>
    saying(engine, rewrite);

const isMove = (line: string): boolean => /^= [A-I]\d/.test(line);
const isMoveSaid = (event: ResponderEvent): boolean => event.kind === 'send' && isMove(event.line);

/** Rewrites generated moves, from the n-th of a run of `genmove` on. */
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

/** Reacts at once to a line that comes during a search. */
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

/** Refuses a side that is out of turn; Black begins. */
function strict(engine: Responder): Responder {
  let plies = 0;
  return {
    ...altering(engine, (events) => events),
    receive: (line) => {
      const [name = '', word = ''] = line.toLowerCase().split(' ');
      if (name === 'clear_board') plies = 0;
      const isMove = /^(playmove|playwall|genmove)$/.test(name) && /^(black|white|b|w)$/.test(word);
      if (isMove && (plies % 2 === 0) !== word.startsWith('b')) return answer(illegal);
      const events = engine.receive(line);
      const isDone = events.some(
        (event) => event.kind === 'search' || (event.kind === 'send' && event.line.startsWith('=')),
      );
      if (isDone && isMove) plies++;
      if (isDone && name === 'undo') plies -= Number(word === '' ? 1 : word);
      return events;
    },
  };
}

export const programs: readonly Program[] = [
  {
    does: 'says an error and then its answer, at walls',
    wrap: at(/^playwall/, (engine, line) => [...engine.receive(line), ...answer('? cannot place wall')]),
    fails: ['moves-once'],
  },
  {
    does: 'plays by turns only',
    wrap: strict,
    fails: ['white-first', 'same-color', 'genmove-color', 'genmove-again'],
  },
  {
    does: 'draws its board before the mark of its answer',
    wrap: (engine) =>
      altering(engine, (events, line) => {
        if (line !== 'showboard') return events;
        const [mark, ...rows] = events;
        return [...rows.slice(0, -1), mark!, ...rows.slice(-1)];
      }),
    fails: ['nothing-outside'],
  },
  {
    does: 'has blank lines between the rows of its board and below the mark of its list',
    wrap: (engine) =>
      altering(engine, (events, line) => {
        const isOpen = line === 'showboard' || line === 'list_commands';
        return isOpen ? events.flatMap((event) => [event, { kind: 'send', line: '' }]) : events;
      }),
    fails: ['nothing-outside'],
  },
  {
    does: 'is silent at commands that it does not know, of which `winner` and `undo` are some',
    wrap: at(new RegExp(`^(${nothing}|CLEAR_BOARD|winner|undo)`), () => []),
    fails: ['unknown-fails'],
  },
  {
    does: 'dies of a command that it does not know',
    wrap: at(new RegExp(`^(${nothing}|CLEAR_BOARD)`), () => [{ kind: 'exit' }]),
    fails: ['unknown-fails'],
  },
  {
    does: 'dies of walls of White',
    wrap: at(/^playwall w/i, () => [{ kind: 'exit' }]),
    fails: ['playwall-white'],
  },
  {
    does: 'answers what it knows of commands without a mark',
    wrap: (engine) =>
      altering(engine, (events, line) =>
        line?.startsWith('known_command') ? [{ kind: 'send', line: 'false' }] : events,
      ),
    fails: ['known-command'],
  },
  {
    does: 'has a board of 26 by 26',
    wrap: at(/^boardsize 26$|^playwall \w+ [AY]26 /, () => answer('=')),
    fails: [],
    lacks: ['boardsize-refused'],
  },
  {
    does: 'gives a wall back at `undo` and leaves it standing',
    wrap: countsUndone,
    fails: ['undo-wall-off'],
  },
];
