/** QTP engines that break one rule each. */
import { quoridor, readMove, type QuoridorPosition } from '../../../games/quoridor/index.ts';
import type { Finding, Job } from '../../responder.ts';
import type { Thought } from '../../testing/fake-wire.ts';
import {
  altering,
  hearing,
  say,
  lagging,
  late,
  leavingOut,
  misspeaking,
  outliving,
  staying,
  type Mutant,
  type MutantTable,
} from '../../testing/mutants.ts';
import { sample } from '../sample.fixture.ts';
import {
  programs,
  answer,
  at,
  countsUndone,
  first,
  generating,
  illegal,
  mishears,
  moved,
  only,
  says,
  saysAt,
  saysTwice,
  whileThinking,
} from './mutations.fixture.ts';
import { nothing } from './qtp-talk.ts';

/** Finds a move that wins at once, or else the first legal step. */
function think({ position }: Job): Thought {
  const place = position as QuoridorPosition;
  const steps = quoridor.moves(place).filter((move) => readMove(place.size, move)?.kind === 'pawn');
  const bestmove = steps.find((move) => quoridor.result(quoridor.play(place, move))) ?? steps[0] ?? null;
  const finding: Finding = { bestmove, score: null, scores: [], line: [bestmove], depth: 1, nodes: 100 };
  return { finding, milliseconds: 400 };
}

const mutants: readonly Mutant[] = [
  { breaks: 'response', wrap: leavingOut(/^[=?]/) },
  {
    breaks: 'answers-once',
    wrap: (engine) => altering(engine, (events, line) => (line === 'name' ? [...events, ...events] : events)),
  },
  { breaks: 'unknown-fails', wrap: only(new RegExp(`^${nothing}`), '=') },
  { breaks: 'unknown-message', wrap: misspeaking(/^\? unknown command$/, '? what') },

  { breaks: 'boardsize', wrap: only(/^boardsize 9/, '? no') },
  { breaks: 'boardsize-refused', wrap: only(/^boardsize 26/, '=') },
  { breaks: 'boardsize-message', wrap: only(/^boardsize 26/, '? too large') },
  { breaks: 'boardsize-syntax', wrap: only(/^boardsize nine/, '=') },
  { breaks: 'error-explained', wrap: only(/^boardsize nine/, '?') },
  { breaks: 'clear-board', wrap: saysAt(/^clear_board$/, '? no') },
  { breaks: 'walls', wrap: saysAt(/^walls 10$/, '? no') },
  { breaks: 'walls-zero', wrap: saysAt(/^walls 0$/, '? no') },

  { breaks: 'playmove', wrap: saysAt(/^playmove black E8$/, illegal) },
  { breaks: 'playmove-white', wrap: saysAt(/^playmove white E2$/, illegal) },
  { breaks: 'white-first', wrap: saysAt(/^playmove white E2$/, illegal, /^walls/) },
  { breaks: 'same-color', wrap: saysAt(/^playmove black E7$/, illegal, /^playmove black/) },
  { breaks: 'illegal-move', wrap: only(/^playmove black D8$/, '=') },
  { breaks: 'illegal-far', wrap: only(/^playmove black D7$/, '=') },
  { breaks: 'illegal-move-message', wrap: only(/^playmove black D8$/, '? Illegal!') },
  {
    breaks: 'illegal-move-kept',
    wrap: at(
      /^playmove black E7$/,
      (engine) => {
        engine.receive('playmove black D9');
        return answer(illegal);
      },
      /^walls/,
    ),
  },
  { breaks: 'letters', wrap: saysAt(/^playmove black I9$/, illegal) },
  { breaks: 'off-board', wrap: only(/^playmove black J9$/, '=') },
  { breaks: 'syntax-move', wrap: only(/^playmove purple/, '=') },
  { breaks: 'occupied', wrap: only(/^playmove white E5$/, '=', /^playmove black E5$/) },
  { breaks: 'jump', wrap: only(/^playmove white E6$/, illegal, /^playmove black E5$/) },
  { breaks: 'jump-aside-refused', wrap: only(/^playmove white D5$/, '=', /^playmove black E5$/) },
  { breaks: 'jump-aside-edge', wrap: only(/^playmove white D9$/, illegal) },

  { breaks: 'playwall', wrap: saysAt(/^playwall black D5 horizontal$/, illegal) },
  { breaks: 'playwall-vertical', wrap: saysAt(/^playwall black D5 vertical$/, illegal) },
  { breaks: 'playwall-white', wrap: saysAt(/^playwall white D5 horizontal$/, illegal) },
  { breaks: 'wall-horizontal', wrap: mishears(/^playwall black D9 h/, 'playwall black B9 horizontal') },
  { breaks: 'wall-vertical', wrap: mishears(/^playwall black E9 v/, 'playwall black E5 vertical') },
  { breaks: 'wall-vertex', wrap: mishears(/^playwall black E8 h/, 'playwall black E7 horizontal') },
  { breaks: 'wall-crossing', wrap: only(/^playwall white D5 vertical$/, '=') },
  { breaks: 'wall-overlap', wrap: only(/^playwall white E5 horizontal$/, '=') },
  { breaks: 'wall-message', wrap: only(/^playwall white E5 horizontal$/, '? Cannot place wall') },
  { breaks: 'wall-outside', wrap: only(/^playwall black I5 horizontal$/, '=') },
  { breaks: 'wall-overlap-vertical', wrap: only(/^playwall white D6 vertical$/, '=') },
  { breaks: 'wall-overlap-vertical', wrap: only(/^playwall white D4 vertical$/, '=') },
  { breaks: 'wall-closing', wrap: only(/^playwall black E8 h/, '=', /^playwall white E9 v/) },
  { breaks: 'wall-closing-other', wrap: only(/^playwall white E8 h/, '=') },
  { breaks: 'wall-closing-white', wrap: only(/^playwall black E3 h/, '=') },
  { breaks: 'wall-closing-white', wrap: only(/^playwall white E3 h/, '=') },
  { breaks: 'wall-past-pawn', wrap: only(/^playwall white E6 h/, illegal) },
  { breaks: 'syntax-wall', wrap: only(/diagonal$/, '=') },
  { breaks: 'wall-spent', wrap: only(/^playwall black A3 horizontal$/, '=') },
  { breaks: 'walls-each', wrap: only(/^playwall white A3 horizontal$/, illegal) },
  { breaks: 'walls-none', wrap: only(/^playwall black C3 horizontal$/, '=') },
  { breaks: 'illegal-wall-kept', wrap: first(/^playwall black C7 h/, ['playwall black G3 horizontal']) },
  {
    breaks: 'illegal-wall-absent',
    wrap: at(
      /^playwall white D9 h/,
      (engine) => {
        for (const line of ['clear_board', 'walls 10', 'playwall white D9 horizontal']) engine.receive(line);
        return answer(illegal);
      },
      /^playwall black D9 v/,
    ),
  },
  { breaks: 'moves-once', wrap: saysTwice(/^playwall black B5/) },
  { breaks: 'jump-aside', wrap: only(/^playmove black F4$/, illegal) },
  { breaks: 'jump-walled', wrap: only(/^playmove white E6$/, '=', /^playwall black E5 h/) },
  { breaks: 'jump-aside-walled', wrap: only(/^playmove black F4$/, '=', /^playwall white A7 h/) },

  { breaks: 'clear-moves', wrap: only(/^clear_board$/, '=', /^playmove black E8$/) },
  { breaks: 'clear-walls', wrap: only(/^clear_board$/, '=', /^playwall white D5/) },
  {
    breaks: 'boardsize-kept',
    wrap: first(/^boardsize 26$/, ['clear_board'], /^playmove/),
  },
  { breaks: 'queries-harmless', wrap: first(/^winner$/, ['clear_board'], /^list_commands/) },
  { breaks: 'new-game', wrap: only(/^boardsize 9$/, '? the game is over', /^playmove black G1$/) },
  { breaks: 'size-five', wrap: only(/^playmove black C4$/, illegal) },

  { breaks: 'blank-lines', wrap: only(/^ *$/, '? empty') },
  { breaks: 'comment-lines', wrap: only(/^#/, '? unknown command') },
  { breaks: 'comment-behind', wrap: only(/^\w.*#/, '? syntax error') },
  { breaks: 'tabs', wrap: only(/\t/, '? unknown command') },
  { breaks: 'carriage-returns', wrap: only(/\r/, '? unknown command') },
  { breaks: 'control-characters', wrap: only(new RegExp('\u0001'), '? unknown command') },
  { breaks: 'command-case', wrap: only(/^CLEAR_BOARD$/, '=') },
  { breaks: 'vertex-case', wrap: only(/^playmove black e8$/, '? syntax error') },
  { breaks: 'color-short', wrap: only(/^playmove w /, '? syntax error') },
  { breaks: 'color-case', wrap: only(/^playmove BLACK/, '? syntax error') },
  { breaks: 'orientation-short', wrap: only(/ v$/, '? syntax error') },
  { breaks: 'orientation-case', wrap: only(/ VERTICAL$/, '? syntax error') },

  { breaks: 'name', wrap: only(/^name$/, '? no') },
  { breaks: 'name-text', wrap: only(/^name$/, '=') },
  { breaks: 'known-command', wrap: only(/^known_command/, '= maybe') },
  { breaks: 'known-true', wrap: only(/^known_command clear_board$/, '= false') },
  { breaks: 'known-false', wrap: only(new RegExp(`^known_command ${nothing}`), '= true') },
  { breaks: 'list-commands', wrap: only(/^list_commands$/, '? no') },
  { breaks: 'list-rows', wrap: misspeaking(/^(known_command)$/, '$1 (always)') },
  { breaks: 'list-known', wrap: says((line) => (line === 'winner' ? ['cputime', line] : [line])) },
  { breaks: 'list-complete', wrap: leavingOut(/^winner$/) },

  { breaks: 'genmove', wrap: generating(1, (events) => moved(events, '? no move')) },
  { breaks: 'genmove-form', wrap: generating(1, (events) => moved(events, '= pass')) },
  { breaks: 'genmove-once', wrap: generating(1, (events) => [...events, ...events]) },
  {
    breaks: 'genmove-legal',
    wrap: generating(1, (events) =>
      events.map((event) =>
        event.kind === 'send' ? say(event.line.replace(/^= (D9|E8|F9)$/, '= A1')) : event,
      ),
    ),
  },
  { breaks: 'genmove-color', wrap: mishears(/^genmove white$/, 'genmove black', /^walls/) },
  {
    breaks: 'genmove-told',
    wrap: first(/^genmove black$/, ['clear_board', 'walls 10'], /^playmove white E4$/),
  },
  {
    breaks: 'genmove-plays',
    wrap: generating(1, (events, engine) => {
      engine.receive('undo');
      return events;
    }),
  },
  { breaks: 'genmove-again', wrap: mishears(/^genmove black$/, 'genmove white', /^genmove black$/) },
  { breaks: 'genmove-game', wrap: generating(4, (events) => moved(events, '= A5')) },
  { breaks: 'genmove-wins', wrap: misspeaking(/^= G1$/, '= G3') },

  {
    breaks: 'commands-at-once',
    wrap: (engine, now) => {
      let last = -1;
      return hearing(engine, (line) => {
        const isLost = now() === last;
        last = now();
        return isLost ? [] : [line];
      });
    },
  },
  {
    breaks: 'order',
    wrap: (engine) => altering(engine, (events, line) => (line === 'clear_board' ? late(events) : events)),
    lag: lagging(30),
  },
  {
    breaks: 'order-thinking',
    wrap: whileThinking(new RegExp(nothing), () => answer('? unknown command')),
  },

  { breaks: 'undo', wrap: only(/^undo/, '? no') },
  { breaks: 'undo-moves', wrap: only(/^undo$/, '=', /^playmove black E8$/) },
  { breaks: 'undo-times', wrap: mishears(/^undo 2$/, 'undo') },
  {
    breaks: 'undo-wall',
    wrap: at(
      /^undo$/,
      (engine, line) => {
        const events = engine.receive(line);
        engine.receive('walls 0');
        return events;
      },
      /^playwall black D5/,
    ),
  },
  { breaks: 'undo-wall-off', wrap: countsUndone },
  { breaks: 'undo-genmove', wrap: only(/^undo$/, '=', /^genmove/) },
  { breaks: 'undo-none', wrap: only(/^undo$/, '=', /^walls/) },
  { breaks: 'undo-message', wrap: only(/^undo$/, '? cannot undo(max:0 times)', /^walls/) },
  { breaks: 'undo-too-many', wrap: only(/^undo 5$/, '=') },
  { breaks: 'undo-kept', wrap: first(/^undo 6$/, ['undo']) },
  {
    breaks: 'clear-history',
    wrap: (engine) => {
      let games = 0;
      return at(/^/, (inner, line) => {
        if (line === 'clear_board') games++;
        return line === 'undo' && games > 1 ? answer('=') : inner.receive(line);
      })!(engine, () => 0);
    },
  },

  { breaks: 'winner', wrap: only(/^winner$/, '= none') },
  { breaks: 'winner-false', wrap: only(/^winner$/, '= true black', /^playmove black E8$/) },
  { breaks: 'winner-black', wrap: misspeaking(/^= true black$/, '= true') },
  { breaks: 'winner-white', wrap: misspeaking(/^= true white$/, '= false') },
  { breaks: 'showboard', wrap: only(/^showboard$/, '? no') },
  { breaks: 'showboard-letters', wrap: misspeaking(/A( +)B/, 'B$1A') },
  { breaks: 'showboard-numbers', wrap: misspeaking(/^ 9 \|/, ' 1 |') },

  { breaks: 'response-ends', wrap: leavingOut(/^$/) },
  {
    breaks: 'nothing-outside',
    wrap: says((line) => (line === '= Scripted engine' ? ['ready', line] : [line])),
  },
  { breaks: 'empty-results', wrap: saysAt(/^boardsize 9$/, '= 9') },
  { breaks: 'output-ascii', wrap: misspeaking(/^( +)\+/, '$1┼') },
  { breaks: 'output-controls', wrap: misspeaking(/^(\? unknown command)$/, '$1\u0007') },
  { breaks: 'output-tabs', wrap: misspeaking(/^(known_command)$/, '\t$1') },

  {
    breaks: 'quit-answered',
    wrap: at(/^quit$/, () => [{ kind: 'exit' }], /^name/),
  },
  { breaks: 'quit-whole', wrap: at(/^quit$/, () => [say('='), { kind: 'exit' }], /^name/) },
  {
    breaks: 'quit',
    wrap: staying,
  },
  { breaks: 'quit-thinking', wrap: whileThinking(/^quit$/, () => [...answer('='), { kind: 'exit' }]) },
  { breaks: 'quit-code', exitCode: 1 },
  ...outliving,
  {
    breaks: 'prompt',
    wrap: (engine) => altering(engine, (events, line) => (line === 'walls 7' ? late(events) : events)),
    lag: lagging(3000),
  },
];

export const table: MutantTable = { responder: () => sample.responder(), think, mutants, programs };
