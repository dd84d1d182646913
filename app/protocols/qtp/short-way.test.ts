import { expect, it } from 'vitest';
import type { Game } from '../../games/game.ts';
import type { Line } from '../../games/line.ts';
import { quoridor, type QuoridorPosition } from '../../games/quoridor/index.ts';
import { randomCases } from '../../games/testing/effort.ts';
import { defaultDeadlines, type Intent } from '../protocol.ts';
import { Random } from '../testing/random.ts';
import { playTwins, Twins } from '../testing/twins.ts';
import { commandNames } from './commands.ts';
import { lineOf } from './driver.fixture.ts';
import { QtpDriver } from './driver.ts';
import { placementOf, writePlacement, type WallForm } from './messages.ts';

const said = [
  '',
  '',
  '=',
  '= ',
  '= E5',
  '= e5',
  '= E5 horizontal',
  '= true',
  '=E5',
  '? illegal move',
  'E5',
  '= Twin',
];
const typed = ['showboard', 'undo', 'name', 'genmove black', 'playmove white E5', '', 'nonsense', 'quit'];

/** What an engine prints by the text; `moved` is its move. */
const answers = (line: string, moved: string): readonly string[] => {
  if (line === 'name') return ['= Twin', ''];
  if (line === 'list_commands') return ['=', ...commandNames, ''];
  return [line.startsWith('genmove') ? `= ${moved}` : '=', ''];
};

it.each<WallForm | null>(['vertex+word', 'token', null])(
  'does what the usual way does, with walls as %s',
  (form) => {
    let [asked, answered] = [0, 0];
    for (let seed = 0; seed < randomCases(75); seed++) {
      const twins = new Twins(() => new QtpDriver(defaultDeadlines, form));
      const written = (move: unknown, { size }: QuoridorPosition): string => {
        const text = writePlacement(placementOf(size, move as number), form ?? 'vertex+word');
        return seed % 3 === 0 ? text.toLowerCase() : text;
      };
      const game = {
        ...{ game: quoridor as Game, limit: { kind: 'none' } as const, opening: [], said, typed, calm: 5 },
        answer: (move: unknown, position: unknown) => written(move, position as QuoridorPosition),
        answers,
      };
      playTwins(twins, game, new Random(seed));
      asked += twins.short.asked;
      answered += twins.short.answered;
    }
    // In the one-word form, few positions can be told.
    expect(asked).toBeGreaterThan(randomCases(form === 'token' ? 5 : 60));
    expect(answered).toBeGreaterThan(randomCases(form === 'token' ? 20 : 200));
  },
);

/** Twins whose engine has been told a game, and then its next move in the short way, which it has yet to answer. */
function asked(): Twins {
  const twins = new Twins(() => new QtpDriver(defaultDeadlines, 'vertex+word'));
  const obey = (moved: string): void => {
    for (let sent = twins.unanswered.shift(); sent !== undefined; sent = twins.unanswered.shift()) {
      for (const said of answers(sent, moved)) twins.do((probe) => probe.hear(said));
    }
  };
  twins.do((probe) => probe.request({ kind: 'start' }));
  obey('');
  const told = lineOf('e8 e2 e7 e3 a2h h8v');
  ask(twins, told);
  obey('E6');
  expect(twins.short.asked).toBe(0);
  ask(twins, lineOf('e8 e2 e7 e3 a2h h8v e6 e4'));
  expect(twins.short.asked).toBe(1);
  return twins;
}

function ask(twins: Twins, line: Line): void {
  const search = { id: ++searches, line, limit: { kind: 'none' }, purpose: 'play' } as const;
  twins.do((probe) => probe.request({ kind: 'search', search }));
}

let searches = 0;

/** A line that is heard; time that passes without a tick, or with ticks; a line that is typed; a request; another search. */
type Step =
  | string
  | { readonly late: number }
  | { readonly wait: number }
  | { readonly typed: string }
  | { readonly request: Intent }
  | { readonly search: string };

const next: Step = { search: 'e8 e2 e7 e3 a2h h8v e6 e4 e5 f4' };

it.each<readonly Step[]>([
  ['=', '', '= E5', '', next, '=', '', '= D6', ''],
  ['=', '', '= C3 vertical', '', ''],
  // Blank lines that are missing.
  ['=', '= E5', '', next, '=', ''],
  ['=', '', '= C3 horizontal', { search: 'e8 e2 e7 e3 a2h h8v e6 e4 c3h f4' }, '=', '', '= E5', ''],
  ['=', '', '= E5', '= E6', '', ''],
  ['=', '', '= E5', '=', ''],
  // An answer that takes its time, or whose end does.
  [{ late: 700 }, '=', { late: 700 }, '', { late: 100 }, '= E5', { late: 700 }, '', ''],
  [{ wait: 700 }, '=', { wait: 700 }, '', { wait: 100 }, '= E5', { wait: 5 }, '', { wait: 50 }],
  ['=', '', { late: 100 }, '= E5', { wait: 90_000 }],
  [{ wait: 5000 }, '=', '', { wait: 59_000 }, '= E5', ''],
  // Lines of the user.
  [{ typed: 'showboard' }, '=', '', '= E5', '', '=', 'a b', ''],
  ['=', { typed: 'undo' }, '', '= E5', '', '=', ''],
  [{ late: 1500 }, { typed: 'winner' }, '=', '', '= E5', '', '= false', ''],
  ['=', '', { late: 1500 }, { typed: 'winner' }, '= E5', '', '= false', ''],
  ['=', '', { typed: 'quit' }, '= E5', '', '=', ''],
  [{ typed: 'name' }, '=', '', '= E5', '', '= Twin', '', next, '=', ''],
  // What else is wanted.
  [{ request: { kind: 'showBoard' } }, '=', '', '= E5', '', '=', 'a b', ''],
  ['=', '', '= E5', { request: { kind: 'ping' } }, '', '= Twin', ''],
  [{ request: { kind: 'stop' } }, '=', '', '= E5', ''],
  [next, '=', '', '= E5', '', '=', '', '=', '', '= D5', ''],
  ['=', next, '', '= E5', '', '=', '', '=', '', '= D5', ''],
  [{ request: { kind: 'resynchronise' } }, '=', '', '= E5', '', next, '=', '', '=', ''],
  // Refusals and noise.
  ['? illegal move', '', '= E5', '', '=', '', '=', '', '=', ''],
  ['=', '', '? syntax error', '', next, '=', ''],
  ['thinking', '=', '', 'E5', '= E5', '', '= E5', ''],
  ['=', '', '= pass', '', next, '=', ''],
  ['=', '', '= e5h', '', next, '=', ''],
  ['=', '', '= Z99', '= E5', ''],
])('does what the usual way does with %j', (...steps) => {
  const twins = asked();
  for (const step of steps) {
    if (typeof step === 'string') twins.do((probe) => probe.hear(step));
    else if ('late' in step) twins.do((probe) => void (probe.now += step.late));
    else if ('wait' in step) twins.do((probe) => probe.wait(step.wait));
    else if ('typed' in step) twins.do((probe) => probe.type(step.typed));
    else if ('request' in step) twins.do((probe) => probe.request(step.request));
    else ask(twins, lineOf(step.search));
  }
});
