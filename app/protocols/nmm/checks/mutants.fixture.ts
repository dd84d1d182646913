/** NMM engines that break one rule each. */
import { morris, readMove, pointOf, type MorrisPosition } from '../../../games/morris/index.ts';
import type { Finding, Job, Responder, ResponderEvent } from '../../responder.ts';
import type { Thought } from '../../testing/fake-wire.ts';
import {
  altering,
  hearing,
  say,
  saying,
  adding,
  deafTo,
  doubling,
  dyingAt,
  isBestmove,
  isSaid,
  lagging,
  leavingOut,
  mishearing,
  misspeaking,
  numbAt,
  outliving,
  staying,
  watching,
  type Mutant,
  type MutantTable,
  type Program,
} from '../../testing/mutants.ts';
import { createNmmResponder } from '../index.ts';
import { decodeMessage, writeMove } from '../messages.ts';

/** Takes a man if possible. */
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

const sayingNames = (engine: Responder): Responder =>
  saying(engine, (line) => {
    const { heard } = decodeMessage(line);
    return [heard.kind === 'bestmove' ? `bestmove ${writeMove(heard.read.move, 'name')}` : line];
  });

/** Rewrites lines after a `newgame` with these men. */
const behindMen =
  (men: RegExp, rewrite: (line: string) => string): Mutant['wrap'] =>
  (engine) => {
    let isMeant = false;
    return hearing(engine, (line) => {
      if (line.startsWith('newgame ')) isMeant = men.test(line);
      return [isMeant ? rewrite(line) : line];
    });
  };

const mutants: readonly Mutant[] = [
  { breaks: 'ready', wrap: leavingOut(/^ready/) },
  { breaks: 'ready-once', wrap: adding(/^init/, 'ready') },
  { breaks: 'init-silent', wrap: adding(/^init/, 'info time 0') },

  { breaks: 'go', wrap: leavingOut(/^bestmove/) },
  { breaks: 'newgame-first', wrap: dyingAt(/^newgame$/) },
  { breaks: 'bestmove-once', wrap: doubling(/^bestmove/) },
  { breaks: 'bestmove-form', wrap: misspeaking(/^bestmove /, 'bestmove to') },
  { breaks: 'points-numbered', wrap: sayingNames },
  { breaks: 'legal-start', wrap: misspeaking(/^bestmove P0$/, 'bestmove M0-1') },
  {
    breaks: 'stop-prompt',
    wrap: (engine) => {
      let stopped = false;
      return altering(engine, (events, line) => {
        if (line === 'stop') stopped = true;
        if (!stopped || !events.some(isBestmove)) return events;
        stopped = false;
        return events.map((event) => (isBestmove(event) ? { ...event, late: true } : event));
      });
    },
    lag: lagging(3000),
  },
  {
    breaks: 'stop-early',
    wrap: (engine, now) => {
      let asked = -Infinity;
      let isEarly = false;
      return altering(engine, (events, line) => {
        if (line === 'go') asked = now();
        if (line === 'go' || line === 'stop') isEarly = line === 'stop' && now() - asked < 5;
        return events.map((event) =>
          isEarly && isBestmove(event) ? { ...event, line: 'bestmove M0-1' } : event,
        );
      });
    },
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

  { breaks: 'newgame-silent', wrap: adding(/^newgame/, 'info time 0') },
  { breaks: 'position-numbers', settings: { positions: 'name' }, wrap: deafTo(/^newgame [wb]:\d/) },
  { breaks: 'newgame-position', wrap: deafTo(/^\s*newgame\s+\S/) },
  { breaks: 'position-turn', wrap: mishearing(/;b;(\d+;\d+)/, ';w;$1') },
  { breaks: 'position-black-first', wrap: deafTo(/^newgame b:/) },
  { breaks: 'position-example', wrap: deafTo(/;b;4;0/) },
  { breaks: 'position-plies', wrap: mishearing(/;w;6;0/, ';w;18;0') },
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
  { breaks: 'adjacency', wrap: misspeaking(/^bestmove M10-11$/, 'bestmove M10-1') },
  { breaks: 'every-step', wrap: misspeaking(/^bestmove M22-23$/, 'bestmove none') },
  { breaks: 'go-over', wrap: misspeaking(/^bestmove none/, 'bestmove P0') },
  { breaks: 'go-over-shut-in', wrap: deafTo(/b:3,5,7,9,14;w;30/) },
  { breaks: 'go-over-anywhere', wrap: deafTo(/w:2,4,11,16,19,23;/) },
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
        if (events.some(isBestmove)) thinking = false;
        return events;
      });
      return hearing(watched, (line) => (thinking && line.startsWith('newgame') ? [] : [line]));
    },
  },

  { breaks: 'move-silent', wrap: adding(/^move/, 'info time 0') },
  { breaks: 'move-numbers', settings: { moves: 'auto name' }, wrap: deafTo(/^move [PM]\d/) },
  { breaks: 'move', wrap: deafTo(/^move P/) },
  {
    breaks: 'newgame-clears',
    wrap: behindMen(/w:0,1,3;b:17/, (line) =>
      line === 'newgame' ? 'newgame w:;b:17,19,20,21,22,23;w;0;0' : line,
    ),
  },
  { breaks: 'move-along', wrap: deafTo(/^move M21/) },
  {
    breaks: 'move-along',
    wrap: behindMen(/w:3,4,7,8,9/, (line) =>
      line === 'move M19-22' ? 'newgame w:3,4,7,8,9,13,15,19,20,22;b:12,16,17,21;b;19;0' : line,
    ),
  },
  { breaks: 'move-take', wrap: mishearing(/^(move .*)T\d+$/, '$1') },
  { breaks: 'move-take', wrap: mishearing(/^(move .*T\d)\d$/, '$1') },
  { breaks: 'move-over', wrap: dyingAt(/^move M3-10/) },
  { breaks: 'go-plays', wrap: mishearing(/^go$/, 'go noplay') },
  { breaks: 'go-noplay', wrap: mishearing(/^go noplay$/, 'go') },
  { breaks: 'go-noplay-take', wrap: behindMen(/w:0,1,14,22;b:4/, (line) => line.replace(' noplay', '')) },
  {
    breaks: 'plays-on',
    wrap: (engine) => {
      const said: ResponderEvent[] = [];
      return altering(engine, (events, line) => {
        if (line?.startsWith('newgame')) said.length = 0;
        return events.map((event) => {
          if (!isBestmove(event)) return event;
          said.push(event);
          return said.length === 12 ? said[0]! : event;
        });
      });
    },
  },
  { breaks: 'mill-takes', wrap: misspeaking(/^(bestmove M14-2)T\d+$/, '$1') },
  { breaks: 'every-mill', wrap: misspeaking(/^(bestmove M22-23)T\d+$/, '$1') },
  { breaks: 'mill-guards', wrap: misspeaking(/T13$/, 'T9') },
  { breaks: 'flying', wrap: deafTo(/w:21,22,23;/) },
  { breaks: 'flying', wrap: deafTo(/b:21,22,23;/) },
  { breaks: 'takes-last', wrap: misspeaking(/^bestmove M14-2T9$/, 'bestmove M1-2') },

  {
    breaks: 'info-between',
    wrap: (engine) =>
      saying(engine, (line) => (line.startsWith('bestmove P') ? [line, 'info time 0.01'] : [line])),
  },
  { breaks: 'info-readable', wrap: misspeaking(/eval \S+/, 'eval') },
  { breaks: 'info-readable', wrap: misspeaking(/nodes \S+/, 'nodes many') },
  { breaks: 'info-eval', wrap: misspeaking(/eval \S+/, 'eval winning') },
  { breaks: 'info-order', wrap: misspeaking(/(time \S+) (eval \S+)/, '$2 $1') },
  { breaks: 'info-grows', wrap: misspeaking(/nodes 2000$/, 'nodes 20') },
  { breaks: 'info-seconds', wrap: misspeaking(/time \S+/, 'time 4000') },

  { breaks: 'blanks', wrap: deafTo(/^\s|\s\s/) },
  { breaks: 'extra-tokens', wrap: deafTo(/ joho/) },
  { breaks: 'unknown-lives', wrap: dyingAt(/^joho/) },
  { breaks: 'unknown-lives', wrap: dyingAt(/^$/) },
  { breaks: 'unknown-command', wrap: adding(/^joho$/, 'bestmove none') },
  { breaks: 'extra-before', wrap: deafTo(/^joho go/) },
  { breaks: 'extra-before', wrap: deafTo(/^newgame joho/) },
  { breaks: 'extra-before', wrap: deafTo(/^move joho/) },
  { breaks: 'empty-line', wrap: adding(/^$/, 'info time 0') },

  { breaks: 'quit', wrap: staying },
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
  { breaks: 'quit-thinking', wrap: numbAt(/^quit$/) },
  { breaks: 'quit-prompt', lag: (event) => (event.kind === 'exit' ? 3000 : 0) },
  { breaks: 'quit-code', exitCode: 3 },
  ...outliving,

  { breaks: 'ascii', wrap: misspeaking(/^(info .*)$/, '$1 é') },
  { breaks: 'only-messages', wrap: adding(/^init/, 'Welcome to the mill') },
  { breaks: 'spelling', wrap: misspeaking(/^bestmove P(\d+)$/, 'bestmove p$1') },
];

const NAME = /[a-g][1-7]/g;
const numbered = (text: string): string => text.replaceAll(NAME, (name) => String(pointOf(name)));

/**
 * Writes points as names, and dies of a move in numbers.
 * @param positions the notation that it reads; it ignores positions in the other one
 */
function naming(engine: Responder, positions: 'index' | 'name'): Responder {
  const named = sayingNames(engine);
  return {
    ...altering(named, (events) => events),
    receive: (line) => {
      if (/^\s*move\b/.test(line))
        return /[PMT]\d/.test(line) ? [{ kind: 'exit' }] : named.receive(numbered(line));
      const men = /^\s*newgame\s+(\S+)/.exec(line)?.[1] ?? '';
      const isWrong = positions === 'name' ? /[:,]\d/.test(men) : /[:,][a-g]/.test(men);
      return isWrong ? [] : named.receive(men === '' ? line : numbered(line));
    },
  };
}

/** Engines that behave as real ones do. */
const programs: readonly Program[] = [
  {
    does: 'writes moves as names, dies of numbers in them, and reads positions as numbers',
    wrap: (engine) => naming(engine, 'index'),
    fails: ['points-numbered', 'move-numbers'],
  },
  {
    does: 'writes and reads points as names alone',
    wrap: (engine) => naming(engine, 'name'),
    fails: ['points-numbered', 'position-numbers', 'move-numbers'],
  },
  { does: 'dies of a word that it does not know', wrap: dyingAt(/^joho/), fails: ['unknown-lives'] },
  {
    does: 'says ready behind its name',
    wrap: misspeaking(/^ready/, 'Muehle ready'),
    fails: ['only-messages'],
  },
  {
    does: 'says in other words first that it is getting ready',
    wrap: (engine) => saying(engine, (line) => (line === 'ready' ? ['getting ready', line] : [line])),
    fails: ['only-messages'],
  },
];

export const table: MutantTable = {
  responder: () => createNmmResponder({ notation: 'index', limit: () => ({ kind: 'none' }), now: () => 0 }),
  think,
  mutants,
  programs,
};
