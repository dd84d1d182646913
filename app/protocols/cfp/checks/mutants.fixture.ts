/** CFP engines that break one rule each. */
import { connect4, parseCells43, type Connect4Position } from '../../../games/connect4/index.ts';
import type { Finding, Job, Responder, ResponderEvent } from '../../responder.ts';
import type { Thought } from '../../testing/fake-wire.ts';
import { altering, hearing, say, saying, type Mutant, type MutantTable } from '../../testing/mutants.ts';
import { sample } from '../sample.fixture.ts';

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

const without = (pattern: RegExp) => (line: string) => (pattern.test(line) ? [] : [line]);
const twice = (pattern: RegExp) => (line: string) => (pattern.test(line) ? [line, line] : [line]);
const replaced = (pattern: RegExp, by: string) => (line: string) => [line.replace(pattern, by)];

const isBestmove = (event: ResponderEvent): boolean =>
  event.kind === 'send' && event.line.startsWith('bestmove');

/** What passes, as a mutant sees it: the engine's events with the line it has heard, while it thinks or not. */
function watching(
  engine: Responder,
  alter: (
    events: readonly ResponderEvent[],
    seen: { readonly line: string | null; readonly thinking: boolean; readonly position: string },
  ) => readonly ResponderEvent[],
): Responder {
  let thinking = false;
  let position = '';
  return altering(engine, (events, line) => {
    if (line?.startsWith('position ')) position = line.slice('position '.length);
    const altered = alter(events, { line, thinking, position });
    for (const event of events) {
      if (event.kind === 'search') thinking = true;
      if (isBestmove(event)) thinking = false;
    }
    return altered;
  });
}

/** Ends at such a line. */
const dyingAt =
  (pattern: RegExp, whileThinking?: boolean) =>
  (engine: Responder): Responder =>
    watching(engine, (events, { line, thinking }) =>
      line !== null && pattern.test(line) && (whileThinking === undefined || thinking === whileThinking)
        ? [{ kind: 'exit' }]
        : events,
    );

/** Never answers a search whose `go` passes the test. */
const muteAfter =
  (test: (position: string, go: string) => boolean) =>
  (engine: Responder): Responder => {
    let mute = false;
    return watching(engine, (events, { line, position }) => {
      if (line?.startsWith('go')) mute = test(position, line);
      return mute ? events.filter((event) => !isBestmove(event)) : events;
    });
  };

/** Answers with this column in positions that pass the test. */
const playing =
  (test: (position: string) => boolean, column: number) =>
  (engine: Responder): Responder =>
    watching(engine, (events, { position }) =>
      events.map((event) => (isBestmove(event) && test(position) ? say(`bestmove ${column}`) : event)),
    );

const positions = (rewrite: (cells: string) => string) => (engine: Responder) =>
  hearing(engine, (line) => {
    const cells = /^position ([012]{42})([12])$/.exec(line);
    return [cells ? `position ${rewrite(cells[1]!)}${cells[2]!}` : line];
  });

const rowsOf = (cells: string): string[] => cells.match(/.{7}/g)!;
const isOver = (position: string): boolean =>
  /^[012]{43}$/.test(position) && connect4.result(parseCells43(position)) !== null;
const tiles = (position: string): number => position.slice(0, 42).replaceAll('0', '').length;

const mutants: readonly Mutant[] = [
  { breaks: 'cfpok', wrap: (engine) => saying(engine, without(/^cfpok/)) },
  {
    breaks: 'silent-before-cfp',
    wrap: (engine) => ({ ...altering(engine, (e) => e), open: () => [say('readyok')] }),
  },
  { breaks: 'id-name', wrap: (engine) => saying(engine, without(/^id name/)) },
  { breaks: 'id-author', wrap: (engine) => saying(engine, without(/^id author/)) },
  { breaks: 'introduction-ends', wrap: (engine) => saying(engine, twice(/^cfpok/)) },
  {
    breaks: 'introduction-ends',
    wrap: (engine) =>
      altering(engine, (events, line) =>
        line === 'isready' ? [...events, say('option name Late type button')] : events,
      ),
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

  { breaks: 'isready', wrap: (engine) => saying(engine, without(/^readyok/)) },
  { breaks: 'isready-each', wrap: (engine) => saying(engine, twice(/^readyok/)) },

  { breaks: 'options-readable', wrap: (engine) => saying(engine, replaced(/ min 1 max 42$/, '')) },
  {
    breaks: 'options-plain',
    wrap: (engine) => saying(engine, replaced(/type button$/, 'type button default 1')),
  },
  { breaks: 'option-names-differ', wrap: (engine) => saying(engine, twice(/^option name Clear/)) },
  {
    breaks: 'option-names-plain',
    wrap: (engine) => saying(engine, replaced(/ Book Path /, ' Book Filename ')),
  },
  { breaks: 'setoption-values', wrap: dyingAt(/^setoption name (clear|CLEAR)$/) },

  { breaks: 'stop-answers', wrap: (engine) => saying(engine, without(/^bestmove/)) },
  { breaks: 'stop-answers', wrap: (engine) => hearing(engine, without(/^stop$/)) },
  {
    breaks: 'bestmove-form',
    wrap: (engine) => saying(engine, replaced(/^bestmove (\d)$/, 'bestmove $1 ponder 2')),
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
  { breaks: 'position-second', wrap: muteAfter((position) => position.endsWith('2') && !isOver(position)) },
  {
    breaks: 'position-silent',
    wrap: (engine) =>
      altering(engine, (events, line) =>
        line?.startsWith('position') ? [...events, say('bestmove 3')] : events,
      ),
  },
  {
    breaks: 'holds-bestmove',
    wrap: (engine) =>
      altering(engine, (events, line) => (line === 'go' ? [...events, say('bestmove 3')] : events)),
  },
  { breaks: 'go-movetime', wrap: (engine) => hearing(engine, without(/^go movetime/)) },
  {
    breaks: 'holds-bestmove-movetime',
    wrap: (engine) =>
      watching(engine, (events, { line, thinking }) =>
        line === null && thinking && !events.some(isBestmove) ? [...events, say('bestmove 3')] : events,
      ),
  },
  { breaks: 'stop-prompt', lag: (event) => (isBestmove(event) ? 3000 : 0) },
  { breaks: 'stop-once', wrap: (engine) => saying(engine, twice(/^bestmove/)) },
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
    wrap: (engine) =>
      watching(engine, (events, { line, thinking }) => (line === 'isready' && thinking ? [] : events)),
  },
  {
    breaks: 'isready-thinking-prompt',
    wrap: (engine) =>
      watching(engine, (events, { line, thinking }) =>
        line === 'isready' && thinking ? events.map((event) => ({ ...event, late: true })) : events,
      ),
    lag: (event) => ('late' in event ? 3000 : 0),
  },
  {
    breaks: 'isready-goes-on',
    wrap: (engine) =>
      watching(engine, (events, { line, thinking }) =>
        line === 'isready' && thinking ? [...events, say('bestmove 3')] : events,
      ),
  },
  { breaks: 'debug-thinking', wrap: dyingAt(/^debug on$/, true) },
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
  { breaks: 'setoption-thinking', wrap: dyingAt(/^setoption/, true) },
  {
    breaks: 'go-unplaced',
    wrap: (engine) =>
      watching(engine, (events, { line, position }) =>
        line === 'go' && position === '' ? [{ kind: 'exit' }] : events,
      ),
  },

  {
    breaks: 'unknown-command',
    wrap: (engine) =>
      altering(engine, (events, line) => (line === 'joho' ? [...events, say('bestmove 3')] : events)),
  },
  { breaks: 'unknown-command', wrap: dyingAt(/^joho$/) },
  { breaks: 'unknown-before', wrap: (engine) => hearing(engine, without(/^joho isready$/)) },
  { breaks: 'unknown-after', wrap: (engine) => hearing(engine, without(/^go joho$/)) },
  {
    breaks: 'unknown-position',
    wrap: (engine) => hearing(engine, replaced(/^position joho$/, 'position startpos')),
  },
  { breaks: 'unknown-option', wrap: dyingAt(/^setoption name Joho/) },
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
  { breaks: 'debug-off', wrap: (engine) => hearing(engine, without(/^debug off$/)) },

  {
    breaks: 'quit',
    wrap: (engine) => hearing(engine, without(/^quit$/)),
  },
  {
    breaks: 'quit-thinking',
    wrap: (engine) =>
      watching(engine, (events, { line, thinking }) => (line === 'quit' && thinking ? [] : events)),
  },
  { breaks: 'quit-prompt', lag: (event) => (event.kind === 'exit' ? 3000 : 0) },
  { breaks: 'quit-code', exitCode: 134 },
  { breaks: 'input-ends', staysAtEnd: 'always' },
  { breaks: 'input-ends-thinking', staysAtEnd: 'thinking' },

  {
    breaks: 'only-commands',
    wrap: (engine) =>
      altering(engine, (events, line) => (line === 'go' ? [...events, say('Thinking...')] : events)),
  },
  { breaks: 'spelling', wrap: (engine) => saying(engine, replaced(/^readyok$/, 'ReadyOK')) },

  {
    breaks: 'introduction-prompt',
    lag: (event) => (event.kind === 'send' && event.line === 'cfpok' ? 6000 : 0),
  },
  { breaks: 'movetime-decimals', wrap: (engine) => hearing(engine, without(/^go movetime \d+\./)) },
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

export const table: MutantTable = { responder: () => sample.responder(), think, mutants };
