/** CFSI engines that break one rule each. */
import { connect4, type Connect4Position } from '../../../games/connect4/index.ts';
import type { Finding, Job, Responder, ResponderEvent } from '../../responder.ts';
import type { Thought } from '../../testing/fake-wire.ts';
import {
  altering,
  hearing,
  say,
  adding,
  deafTo,
  doubling,
  dyingAt,
  isBestmove,
  lagging,
  late,
  leavingOut,
  mishearing,
  misspeaking,
  numbAt,
  outliving,
  staying,
  watching,
  type Mutant,
  type MutantTable,
} from '../../testing/mutants.ts';
import { sample } from '../sample.fixture.ts';
import { programs, refusing } from './programs.fixture.ts';
import type { Score } from '../../../shapes/games.ts';

const ONE_MOVE: Score = { type: 'decisive', winner: 'mover', plies: 1 };

/** Sees a four that one move makes, and nothing else. */
function find({ position, only, limit }: Job): Finding {
  const place = position as Connect4Position;
  const moves = connect4.moves({ ...place, winner: null });
  const scored = moves.map((move) => ({
    move,
    score:
      connect4.result(connect4.play({ ...place, winner: null }, move))?.kind === 'win'
        ? ONE_MOVE
        : ({ type: 'static', value: 0.05 } as const),
  }));
  const best =
    scored.find(({ move }) => move === only) ?? scored.find(({ score }) => score === ONE_MOVE) ?? scored[0];
  return {
    bestmove: best?.move ?? null,
    score: best?.score ?? null,
    scores: scored,
    line: best ? [best.move] : [],
    depth: limit.kind === 'depth' ? limit.plies : 1,
    nodes: 2_000_000,
  };
}

function think(job: Job): Thought {
  const finding = find(job);
  const deep = job.limit.kind === 'depth' && job.limit.plies > 8;
  const progress = Array.from({ length: 12 }, (_, at) => ({ ...finding, nodes: 1_500_000 * 2 ** at }));
  return deep ? { finding, milliseconds: 10_000, progress } : { finding, milliseconds: 20 };
}

const boards =
  (rewrite: (rows: readonly string[]) => readonly string[], test: (board: string) => boolean = () => true) =>
  (engine: Responder): Responder =>
    hearing(engine, (line) => {
      const play = /^play (\S+) (.*)$/.exec(line);
      if (!play || !test(play[1]!)) return [line];
      return [`play ${rewrite(play[1]!.split('/')).join('/')} ${play[2]!}`];
    });

const reversed = (text: string): string => [...text].reverse().join('');
const isDense = (board: string): boolean => board.replaceAll(/[^xo]/g, '').length > 30;

const mutants: readonly Mutant[] = [
  { breaks: 'started', wrap: leavingOut(/^started/) },
  { breaks: 'started-once', wrap: doubling(/^started/) },
  { breaks: 'ping', wrap: leavingOut(/^pong/) },
  {
    breaks: 'ping-unstarted',
    wrap: (engine) => {
      let started = false;
      return hearing(engine, (line) => {
        if (line === 'start') started = true;
        return started ? [line] : [];
      });
    },
  },
  { breaks: 'ping-each', wrap: doubling(/^pong/) },
  { breaks: 'unknown-lives', wrap: dyingAt(/^joho/) },
  { breaks: 'unknown-command', wrap: adding(/^joho/, 'bestmove NULL') },

  { breaks: 'play', wrap: leavingOut(/^bestmove/) },
  {
    breaks: 'bestmove-form',
    wrap: misspeaking(/^bestmove (\d)/, 'bestmove column $1'),
  },
  { breaks: 'play-once', wrap: doubling(/^bestmove/) },
  { breaks: 'open-column', wrap: boards((rows) => rows.map(reversed), isDense) },
  { breaks: 'rows-from-below', wrap: boards((rows) => [...rows].reverse(), isDense) },
  { breaks: 'board-sizes', wrap: deafTo(/^play 4\//) },
  { breaks: 'long-runs', wrap: deafTo(/^play 12\//) },
  { breaks: 'floating-pieces', wrap: deafTo(/^play xoxx2/) },
  { breaks: 'token-o', wrap: deafTo(/^play 7\/\S+ o /) },
  { breaks: 'full-board', wrap: misspeaking(/^bestmove NULL/, 'bestmove 0') },
  { breaks: 'decided-board', wrap: deafTo(/^play xxxx3/) },
  { breaks: 'column', wrap: mishearing(/^(play 7.*) --column \d+$/, '$1') },
  {
    breaks: 'column-full',
    wrap: mishearing(/^(play [xo].*) --column \d+$/, '$1'),
  },
  {
    breaks: 'plays-each',
    wrap: (engine, now) => {
      let last = -Infinity;
      return hearing(engine, (line) => {
        if (!line.startsWith('play')) return [line];
        const lost = now() - last < 5;
        last = now();
        return lost ? [] : [line];
      });
    },
  },
  {
    breaks: 'plays-in-order',
    wrap: (engine) => {
      let owed = 0;
      const held: ResponderEvent[] = [];
      return altering(engine, (events, line) => {
        if (/^play \S+ [xo] /.test(line ?? '')) owed++;
        const answers = events.filter(isBestmove);
        owed -= answers.length;
        held.unshift(...answers);
        const others = events.filter((event) => !isBestmove(event));
        return owed === 0 ? [...others, ...held.splice(0)] : others;
      });
    },
  },
  { breaks: 'invalid-play', wrap: leavingOut(/^debug/) },
  { breaks: 'invalid-play-lives', wrap: (engine) => lateExit(engine, /^play 6\/6\/6 a/) },

  {
    breaks: 'parameters-readable',
    wrap: misspeaking(/--score \S+/, '--score good'),
  },
  { breaks: 'score-range', wrap: misspeaking(/0\.05/g, '50') },
  { breaks: 'four-positive', wrap: misspeaking(/\b1\.0/g, '-1.0') },
  { breaks: 'score-one', wrap: misspeaking(/0\.05/g, '1.0') },
  { breaks: 'scores-open', wrap: misspeaking(/--scores 0;/, '--scores 9;') },
  { breaks: 'scores-agree', wrap: misspeaking(/--score 0\.05/, '--score 0.07') },
  { breaks: 'four-begins', wrap: misspeaking(/--four 3/, '--four 1/3') },
  { breaks: 'four-made', wrap: misspeaking(/^(bestmove (\d) --score 0\.05)/, '$1 --four $2') },
  {
    breaks: 'line-stands',
    wrap: misspeaking(/--line \S+/, '--line 0;5/1;5/2;5/3;5'),
  },
  { breaks: 'line-provided', wrap: misspeaking(/ --line 0;0\/0;1\S*/, '') },
  { breaks: 'token-o-four', wrap: mishearing(/^(play x2o\S+) o (1 --column)/, '$1 x $2') },
  { breaks: 'takes-four', wrap: mishearing(/^play x3\S+ x 1$/, 'play 4/4/4/4 x 1 --column 1') },
  { breaks: 'takes-four-o', wrap: mishearing(/^(play x2o\S+) o 1$/, '$1 x 1') },

  { breaks: 'deep-play', wrap: refusing(10) },
  {
    breaks: 'ping-thinking',
    wrap: numbAt(/^ping$/),
  },
  {
    breaks: 'ping-thinking-prompt',
    wrap: (engine) =>
      watching(engine, (events, { line, thinking }) => (line === 'ping' && thinking ? late(events) : events)),
    lag: lagging(3000),
  },
  { breaks: 'info-plies', wrap: misspeaking(/--plies 3000000/, '--plies 12') },
  {
    breaks: 'quit-ends-play',
    wrap: deafTo(/^quit$/),
  },
  {
    breaks: 'quit-prompt',
    wrap: (engine) => {
      let quit = false;
      return altering(engine, (events, line) => {
        if (line === 'quit') quit = true;
        const isLate = quit && line === null;
        if (events.some(isBestmove)) quit = false;
        return isLate ? late(events) : events;
      });
    },
    lag: lagging(3000),
  },
  {
    breaks: 'quit-pending',
    wrap: (engine) => {
      let quit = false;
      return altering(engine, (events, line) => {
        if (line === 'quit') quit = true;
        if (!quit) return events;
        let answers = 0;
        return events.filter((event) => !isBestmove(event) || ++answers === 1);
      });
    },
  },
  {
    breaks: 'quit-idle',
    wrap: (engine) =>
      watching(engine, (events, { line, thinking }) =>
        line === 'quit' && !thinking ? [...events, say('bestmove NULL')] : events,
      ),
  },
  {
    breaks: 'play-after-quit',
    wrap: (engine) => {
      let quit = false;
      return hearing(engine, (line) => {
        if (line === 'quit') quit = true;
        return quit && line.startsWith('play') ? [] : [line];
      });
    },
  },
  {
    breaks: 'stop-deaf',
    wrap: (engine) => {
      let stopped = false;
      return altering(engine, (events, line) => {
        if (line === 'stop') stopped = true;
        return stopped && line === 'ping' ? [say('pong')] : events;
      });
    },
    lag: (event) => (event.kind === 'exit' ? 100 : 0),
  },
  {
    breaks: 'stop-ends-play',
    wrap: (engine) =>
      watching(engine, (events, { line, thinking }) =>
        line === 'stop' && thinking ? [say('bestmove 3'), ...events] : events,
      ),
  },
  {
    breaks: 'stop-silent',
    wrap: adding(/^stop$/, 'info Server stopped', 'before'),
  },
  {
    breaks: 'stop-exits',
    wrap: staying,
  },
  ...outliving,

  {
    breaks: 'only-responses',
    wrap: adding(/^ping$/, 'Enter Cfi command', 'before'),
  },
  { breaks: 'spelling', wrap: misspeaking(/^pong$/, 'PONG') },
];

/** Says what it has to say, and ends. */
function lateExit(engine: Responder, pattern: RegExp): Responder {
  return altering(engine, (events, line) =>
    line !== null && pattern.test(line) ? [...events, { kind: 'exit' }] : events,
  );
}

export const table: MutantTable = { responder: () => sample.responder(), think, mutants, programs };
