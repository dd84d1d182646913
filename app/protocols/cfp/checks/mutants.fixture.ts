/** CFP engines that break one rule each. */
import { connect4, type Connect4Position } from '../../../games/connect4/index.ts';
import type { Finding, Job } from '../../responder.ts';
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
  watching,
  type Mutant,
  type MutantTable,
} from '../../testing/mutants.ts';
import { sample } from '../sample.fixture.ts';
import { programs } from './programs.fixture.ts';
import {
  dyingThinkingAt,
  isOver,
  muteAfter,
  placed,
  playing,
  positions,
  rowsOf,
  tiles,
} from './mutations.fixture.ts';

/** A move that wins at once, or else the first legal one. */
function choice(position: Connect4Position): number | null {
  const moves = connect4.moves(position);
  const winner = moves.find((move) => connect4.result(connect4.play(position, move))?.kind === 'win');
  return winner ?? moves[0] ?? null;
}

function think({ position, limit }: Job): Thought {
  const bestmove = choice(position as Connect4Position);
  const finding: Finding = { bestmove, score: null, scores: [], line: [bestmove], depth: 4, nodes: 100 };
  return { finding, milliseconds: limit.kind === 'time' ? limit.seconds * 1000 : Infinity };
}

const mutants: readonly Mutant[] = [
  { breaks: 'cfpok', wrap: leavingOut(/^cfpok/) },
  {
    breaks: 'silent-before-cfp',
    wrap: (engine) => ({ ...altering(engine, (e) => e), open: () => [say('readyok')] }),
  },
  { breaks: 'id-name', wrap: leavingOut(/^id name/) },
  { breaks: 'id-author', wrap: leavingOut(/^id author/) },
  { breaks: 'introduction-ends', wrap: doubling(/^cfpok/) },
  {
    breaks: 'introduction-ends',
    wrap: adding(/^isready$/, 'option name Late type button'),
  },
  {
    breaks: 'id-before-options',
    wrap: (engine) => {
      let introduced = false;
      return altering(engine, (events, line) => {
        if (line !== 'cfp' || introduced) return events;
        introduced = true;
        return [say('option name Early type button'), ...events];
      });
    },
  },

  { breaks: 'isready', wrap: leavingOut(/^readyok/) },
  { breaks: 'isready-each', wrap: doubling(/^readyok/) },

  { breaks: 'debug-lives', wrap: dyingAt(/^debug on$/) },
  { breaks: 'debug-lives', wrap: dyingAt(/^debug off$/) },

  { breaks: 'options-readable', wrap: misspeaking(/ min 1 max 42$/, '') },
  {
    breaks: 'options-plain',
    wrap: misspeaking(/type button$/, 'type button default 1'),
  },
  { breaks: 'option-names-differ', wrap: doubling(/^option name Clear/) },
  {
    breaks: 'option-names-plain',
    wrap: misspeaking(/ Book Path /, ' Book Filename '),
  },
  { breaks: 'setoption-values', wrap: dyingAt(/^setoption name (clear|CLEAR)$/) },

  { breaks: 'stop-answers', wrap: leavingOut(/^bestmove/) },
  { breaks: 'stop-answers', wrap: deafTo(/^stop$/) },
  {
    breaks: 'bestmove-form',
    wrap: misspeaking(/^bestmove (\d)$/, 'bestmove $1 ponder 2'),
  },
  {
    breaks: 'go-again',
    wrap: (engine) => {
      let searches = 0;
      return hearing(engine, (line) => (line === 'go' && ++searches > 1 ? [] : [line]));
    },
  },
  { breaks: 'cfpnewgame', wrap: dyingAt(/^cfpnewgame$/) },
  {
    breaks: 'position-cells',
    wrap: positions((cells) =>
      rowsOf(cells)
        .map((row) => [...row].reverse().join(''))
        .join(''),
    ),
  },
  { breaks: 'position-rows', wrap: positions((cells) => rowsOf(cells).reverse().join('')) },
  {
    breaks: 'position-latest',
    wrap: (engine) => {
      let searched = true;
      return hearing(engine, (line) => {
        const ignored = line.startsWith('position') && !searched;
        if (line.startsWith('position')) searched = false;
        if (line.startsWith('go')) searched = true;
        return ignored ? [] : [line];
      });
    },
  },
  { breaks: 'position-startpos', wrap: muteAfter((position) => position === 'startpos') },
  { breaks: 'position-startpos', wrap: deafTo(/^position startpos$/) },
  { breaks: 'position-second', wrap: muteAfter((position) => position.endsWith('2') && !isOver(position)) },
  {
    breaks: 'position-silent',
    wrap: adding(/^position/, 'bestmove 3'),
  },
  {
    breaks: 'holds-bestmove',
    wrap: adding(/^go$/, 'bestmove 3'),
  },
  { breaks: 'go-movetime', wrap: deafTo(/^go movetime/) },
  { breaks: 'movetime-decimals', wrap: deafTo(/^go movetime \d+\./) },
  {
    breaks: 'holds-bestmove-movetime',
    wrap: (engine) =>
      watching(engine, (events, { line, thinking }) =>
        line === null && thinking && !events.some(isBestmove) ? [...events, say('bestmove 3')] : events,
      ),
  },
  { breaks: 'stop-prompt', lag: (event) => (isBestmove(event) ? 3000 : 0) },
  { breaks: 'stop-once', wrap: doubling(/^bestmove/) },
  {
    breaks: 'stop-idle',
    wrap: (engine) =>
      watching(engine, (events, { line, thinking }) =>
        line === 'stop' && !thinking ? [...events, say('bestmove 3')] : events,
      ),
  },
  {
    breaks: 'stop-at-once',
    wrap: (engine, now) => {
      let began = -Infinity;
      return hearing(engine, (line) => {
        if (line.startsWith('go')) began = now();
        return line === 'stop' && now() - began < 50 ? [] : [line];
      });
    },
  },
  { breaks: 'stop-decided', wrap: muteAfter(isOver) },

  {
    breaks: 'isready-thinking',
    wrap: numbAt(/^isready$/),
  },
  {
    breaks: 'isready-thinking-prompt',
    wrap: (engine) =>
      watching(engine, (events, { line, thinking }) =>
        line === 'isready' && thinking ? late(events) : events,
      ),
    lag: lagging(3000),
  },
  {
    breaks: 'isready-goes-on',
    wrap: (engine) =>
      watching(engine, (events, { line, thinking }) =>
        line === 'isready' && thinking ? [...events, say('bestmove 3')] : events,
      ),
  },
  { breaks: 'debug-thinking', wrap: dyingThinkingAt(/^debug on$/) },
  { breaks: 'debug-thinking', wrap: dyingThinkingAt(/^debug off$/) },
  {
    breaks: 'debug-thinking',
    wrap: (engine) =>
      watching(engine, (events, { line, thinking }) =>
        line === 'debug off' && thinking ? [...events, say('bestmove 3')] : events,
      ),
  },
  {
    breaks: 'go-thinking',
    wrap: (engine) => {
      let owed = 0;
      return watching(engine, (events, { line, thinking }) => {
        if (line === 'go' && thinking) owed++;
        if (!events.some(isBestmove)) return events;
        const more = Array.from({ length: owed }, () => say('bestmove 3'));
        owed = 0;
        return [...events, ...more];
      });
    },
  },
  {
    breaks: 'position-thinking',
    wrap: (engine) => {
      let moved = false;
      return watching(engine, (events, { line, thinking }) => {
        if (line?.startsWith('position') && thinking) moved = true;
        return moved ? events.map((event) => (isBestmove(event) ? say('bestmove 5') : event)) : events;
      });
    },
  },
  { breaks: 'setoption-thinking', wrap: dyingThinkingAt(/^setoption/) },
  {
    breaks: 'go-unplaced',
    wrap: (engine) =>
      placed(engine, (events, { line, position }) =>
        line === 'go' && position === '' ? [{ kind: 'exit' }] : events,
      ),
  },

  {
    breaks: 'unknown-command',
    wrap: adding(/^joho$/, 'bestmove 3'),
  },
  { breaks: 'unknown-lives', wrap: dyingAt(/^joho$/) },
  { breaks: 'unknown-lives', wrap: dyingAt(/^setoption name Joho/) },
  { breaks: 'unknown-before', wrap: deafTo(/^joho isready$/) },
  { breaks: 'unknown-after', wrap: deafTo(/^go joho$/) },
  {
    breaks: 'unknown-position',
    wrap: mishearing(/^position joho$/, 'position startpos'),
  },
  { breaks: 'unknown-option', wrap: adding(/^setoption name Joho/, 'bestmove 3') },
  {
    breaks: 'second-cfp',
    wrap: (engine) => {
      let introduced = false;
      return altering(engine, (events, line) => {
        if (line !== 'cfp') return events;
        const again = introduced ? [say('cfpok')] : [];
        introduced = true;
        return [...events, ...again];
      });
    },
  },

  {
    breaks: 'debug-on',
    wrap: (engine) => {
      let on = false;
      return altering(engine, (events, line) => {
        if (line === 'debug on') on = true;
        return on
          ? events.filter((event) => !(event.kind === 'send' && event.line.startsWith('info')))
          : events;
      });
    },
  },
  {
    breaks: 'debug-off-first',
    wrap: (engine) => {
      engine.receive('debug on');
      return engine;
    },
  },
  { breaks: 'debug-off', wrap: deafTo(/^debug off$/) },

  {
    breaks: 'quit',
    wrap: deafTo(/^quit$/),
  },
  {
    breaks: 'quit-thinking',
    wrap: numbAt(/^quit$/),
  },
  { breaks: 'quit-prompt', lag: (event) => (event.kind === 'exit' ? 3000 : 0) },
  { breaks: 'quit-code', exitCode: 134 },
  ...outliving,

  {
    breaks: 'only-commands',
    wrap: adding(/^go$/, 'Thinking...'),
  },
  { breaks: 'spelling', wrap: misspeaking(/^readyok$/, 'ReadyOK') },

  {
    breaks: 'introduction-prompt',
    lag: (event) => (event.kind === 'send' && event.line === 'cfpok' ? 6000 : 0),
  },
  {
    breaks: 'konnect4-order',
    wrap: (engine) => {
      let searches = 0;
      return hearing(engine, (line) => (line.startsWith('go movetime') && ++searches > 1 ? [] : [line]));
    },
  },
  { breaks: 'wins-first', wrap: playing((position) => tiles(position) === 6, 1) },
  { breaks: 'wins-second', wrap: playing((position) => tiles(position) === 7 && !isOver(position), 0) },
];

export const table: MutantTable = { responder: () => sample.responder(), think, mutants, programs };
