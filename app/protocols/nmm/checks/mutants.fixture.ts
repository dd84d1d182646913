/** NMM engines that break one rule each. */
import { morris, readMove, type MorrisPosition } from '../../../games/morris/index.ts';
import type { Finding, Job, Responder, ResponderEvent } from '../../responder.ts';
import type { Thought } from '../../testing/fake-wire.ts';
import { altering, hearing, say, saying, type Mutant, type MutantTable } from '../../testing/mutants.ts';
import { createNmmResponder } from '../index.ts';
import { decodeMessage } from '../messages.ts';
import { writeMove } from '../moves.ts';

/** Takes a man where it can. */
function find({ position }: Job): Finding {
  const legal = morris.moves(position as MorrisPosition);
  const best = legal.find((move) => readMove(move).taken !== null) ?? legal[0]!;
  return {
    ...{ bestmove: best, score: { type: 'static', value: 0.5 }, scores: [], line: [best] },
    ...{ depth: 1, nodes: 100_000 },
  };
}

function think(job: Job): Thought {
  const finding = find(job);
  const progress = Array.from({ length: 12 }, (_, at) => ({ ...finding, nodes: 1000 * (at + 1) }));
  return { finding, milliseconds: 10_000, progress };
}

const without = (pattern: RegExp) => (line: string) => (pattern.test(line) ? [] : [line]);
const twice = (pattern: RegExp) => (line: string) => (pattern.test(line) ? [line, line] : [line]);
const replaced = (pattern: RegExp, by: string) => (line: string) => [line.replace(pattern, by)];

const isSaid = (event: ResponderEvent, word: string): boolean =>
  event.kind === 'send' && event.line.startsWith(word);

/** What passes, as a mutant sees it: the engine's events with the line it has heard, while it thinks or not. */
function watching(
  engine: Responder,
  alter: (
    events: readonly ResponderEvent[],
    seen: { readonly line: string | null; readonly thinking: boolean; readonly answered: boolean },
  ) => readonly ResponderEvent[],
): Responder {
  let thinking = false;
  let answered = false;
  return altering(engine, (events, line) => {
    const altered = alter(events, { line, thinking, answered });
    if (events.some((event) => isSaid(event, 'bestmove'))) {
      thinking = false;
      answered = true;
    }
    if (events.some(({ kind }) => kind === 'search')) thinking = true;
    return altered;
  });
}

/** Says this as well when it has heard such a line. */
const answering =
  (pattern: RegExp, answer: string) =>
  (engine: Responder): Responder =>
    altering(engine, (events, line) =>
      line !== null && pattern.test(line) ? [...events, say(answer)] : events,
    );

/** Ends at such a line. */
const dyingAt =
  (pattern: RegExp) =>
  (engine: Responder): Responder =>
    altering(engine, (events, line) => (line !== null && pattern.test(line) ? [{ kind: 'exit' }] : events));

const deafTo =
  (pattern: RegExp) =>
  (engine: Responder): Responder =>
    hearing(engine, without(pattern));

const spoken =
  (pattern: RegExp, by: string) =>
  (engine: Responder): Responder =>
    saying(engine, replaced(pattern, by));

const mutants: readonly Mutant[] = [
  { breaks: 'ready', wrap: (engine) => saying(engine, without(/^ready/)) },
  { breaks: 'ready-once', wrap: answering(/^init/, 'ready') },
  { breaks: 'init-silent', wrap: answering(/^init/, 'info time 0') },

  { breaks: 'go', wrap: (engine) => saying(engine, without(/^bestmove/)) },
  { breaks: 'newgame-first', wrap: dyingAt(/^newgame$/) },
  { breaks: 'bestmove-once', wrap: (engine) => saying(engine, twice(/^bestmove/)) },
  { breaks: 'bestmove-form', wrap: spoken(/^bestmove /, 'bestmove to') },
  {
    breaks: 'points-numbered',
    wrap: (engine) =>
      saying(engine, (line) => {
        const { heard } = decodeMessage(line);
        return [heard.kind === 'bestmove' ? `bestmove ${writeMove(heard.read.move, 'name')}` : line];
      }),
  },
  { breaks: 'legal-start', wrap: spoken(/^bestmove P0$/, 'bestmove M0-1') },
  {
    breaks: 'stop-prompt',
    wrap: (engine) => {
      let stopped = false;
      return altering(engine, (events, line) => {
        if (line === 'stop') stopped = true;
        if (!stopped || !events.some((event) => isSaid(event, 'bestmove'))) return events;
        stopped = false;
        return events.map((event) => (isSaid(event, 'bestmove') ? { ...event, late: true } : event));
      });
    },
    lag: (event) => ('late' in event ? 3000 : 0),
  },
  {
    breaks: 'stop-early',
    wrap: (engine, now) => {
      let asked = -Infinity;
      return hearing(engine, (line) => {
        if (line === 'go') asked = now();
        return line === 'stop' && now() - asked < 5 ? [] : [line];
      });
    },
  },
  {
    breaks: 'stop-idle',
    wrap: (engine) =>
      watching(engine, (events, { line, thinking, answered }) =>
        line === 'stop' && !thinking && !answered ? [...events, say('bestmove none')] : events,
      ),
  },
  {
    breaks: 'stop-late',
    wrap: (engine) =>
      watching(engine, (events, { line, thinking, answered }) =>
        line === 'stop' && !thinking && answered ? [...events, say('bestmove P1')] : events,
      ),
  },

  { breaks: 'newgame-silent', wrap: answering(/^newgame/, 'info time 0') },
  { breaks: 'position-numbers', settings: { positions: 'name' }, wrap: deafTo(/^newgame [wb]:\d/) },
  { breaks: 'newgame-position', wrap: deafTo(/^\s*newgame\s+\S/) },
  { breaks: 'position-turn', wrap: (engine) => hearing(engine, replaced(/;b;(\d+;\d+)/, ';w;$1')) },
  { breaks: 'position-black-first', wrap: deafTo(/^newgame b:/) },
  { breaks: 'position-example', wrap: deafTo(/;b;4;0/) },
  { breaks: 'position-plies', wrap: (engine) => hearing(engine, replaced(/;w;6;0/, ';w;18;0')) },
  { breaks: 'position-far-plies', wrap: deafTo(/;9998;/) },
  { breaks: 'position-empty', wrap: deafTo(/^newgame w:;b:;/) },
  {
    breaks: 'newgame-start',
    wrap: (engine) => {
      let placed = false;
      return hearing(engine, (line) => {
        if (line.startsWith('newgame ')) placed = true;
        return placed && line === 'newgame' ? [] : [line];
      });
    },
  },
  { breaks: 'adjacency', wrap: spoken(/^bestmove M10-11$/, 'bestmove M10-1') },
  { breaks: 'go-over', wrap: spoken(/^bestmove none/, 'bestmove P0') },
  { breaks: 'go-over-shut-in', wrap: deafTo(/b:3,5,7,9,14;w;30/) },
  {
    breaks: 'newgame-after-over',
    wrap: (engine) => {
      let over = false;
      return altering(engine, (events, line) => {
        if (over && line !== 'go') return [];
        if (events.some((event) => isSaid(event, 'bestmove none'))) over = true;
        return over && line === 'go' ? [say('bestmove none')] : events;
      });
    },
  },
  {
    breaks: 'commands-in-order',
    wrap: (engine) => {
      let thinking = false;
      const watched = altering(engine, (events) => {
        if (events.some(({ kind }) => kind === 'search')) thinking = true;
        if (events.some((event) => isSaid(event, 'bestmove'))) thinking = false;
        return events;
      });
      return hearing(watched, (line) => (thinking && line.startsWith('newgame') ? [] : [line]));
    },
  },

  { breaks: 'move-silent', wrap: answering(/^move/, 'info time 0') },
  { breaks: 'move-numbers', settings: { moves: 'auto name' }, wrap: deafTo(/^move [PM]\d/) },
  { breaks: 'move', wrap: deafTo(/^move P/) },
  { breaks: 'move-along', wrap: deafTo(/^move M21/) },
  { breaks: 'move-take', wrap: (engine) => hearing(engine, replaced(/^(move .*)T\d+$/, '$1')) },
  { breaks: 'move-over', wrap: dyingAt(/^move M3-10/) },
  { breaks: 'go-plays', wrap: (engine) => hearing(engine, replaced(/^go$/, 'go noplay')) },
  { breaks: 'go-noplay', wrap: (engine) => hearing(engine, replaced(/^go noplay$/, 'go')) },
  {
    breaks: 'plays-on',
    wrap: (engine) => {
      const said: string[] = [];
      return saying(engine, (line) => {
        if (!line.startsWith('bestmove')) return [line];
        said.push(line);
        return [said.length === 12 ? said[0]! : line];
      });
    },
  },
  { breaks: 'mill-takes', wrap: spoken(/^(bestmove M14-2)T\d+$/, '$1') },
  { breaks: 'mill-guards', wrap: spoken(/T13$/, 'T9') },
  { breaks: 'flying', wrap: deafTo(/w:21,22,23;/) },
  { breaks: 'takes-last', wrap: spoken(/^bestmove M14-2T9$/, 'bestmove M1-2') },

  {
    breaks: 'info-between',
    wrap: (engine) =>
      saying(engine, (line) => (line.startsWith('bestmove P') ? [line, 'info time 0.01'] : [line])),
  },
  { breaks: 'info-readable', wrap: spoken(/eval \S+/, 'eval') },
  { breaks: 'info-order', wrap: spoken(/(time \S+) (eval \S+)/, '$2 $1') },
  { breaks: 'info-grows', wrap: spoken(/nodes 2000$/, 'nodes 20') },
  { breaks: 'info-seconds', wrap: spoken(/time \S+/, 'time 4000') },

  { breaks: 'blanks', wrap: deafTo(/^\s|\s\s/) },
  { breaks: 'extra-tokens', wrap: deafTo(/ joho/) },
  { breaks: 'unknown-command', wrap: dyingAt(/^joho/) },
  { breaks: 'empty-line', wrap: dyingAt(/^$/) },

  {
    breaks: 'quit',
    wrap: (engine) => altering(engine, (events) => events.filter(({ kind }) => kind !== 'exit')),
  },
  {
    breaks: 'quit-early',
    wrap: (engine) => {
      let begun = false;
      return hearing(engine, (line) => {
        if (line === 'init') begun = true;
        return begun ? [line] : [];
      });
    },
  },
  {
    breaks: 'quit-thinking',
    wrap: (engine) =>
      watching(engine, (events, { line, thinking }) => (line === 'quit' && thinking ? [] : events)),
  },
  { breaks: 'quit-prompt', lag: (event) => (event.kind === 'exit' ? 3000 : 0) },
  { breaks: 'quit-code', exitCode: 3 },
  { breaks: 'input-ends', staysAtEnd: 'always' },
  { breaks: 'input-ends-thinking', staysAtEnd: 'thinking' },

  { breaks: 'ascii', wrap: spoken(/^(info .*)$/, '$1 é') },
  { breaks: 'only-messages', wrap: answering(/^init/, 'Welcome to the mill') },
  { breaks: 'spelling', wrap: spoken(/^bestmove P(\d+)$/, 'bestmove p$1') },
];

export const table: MutantTable = {
  responder: () => createNmmResponder({ notation: 'index', limit: () => ({ kind: 'none' }), now: () => 0 }),
  think,
  mutants,
};
