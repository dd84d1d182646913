import { expect, it } from 'vitest';
import type { Game } from '../../games/game.ts';
import { extendLine, makeLine, type Line } from '../../games/line.ts';
import { morris, type MorrisPosition } from '../../games/morris/index.ts';
import { randomCases } from '../../games/testing/effort.ts';
import { defaultDeadlines, type Search } from '../protocol.ts';
import { Random } from '../testing/random.ts';
import { playTwins, Twins } from '../testing/twins.ts';
import { lineOf } from './desk.fixture.ts';
import { NmmDriver } from './driver.ts';
import { readMoveText, writeMove } from './messages.ts';
import type { NotationSettings } from './notations.ts';

const said = [
  ...[
    'info time 0.1 eval 1 nodes 5',
    'info depth 3',
    'bestmove P0',
    'bestmove none',
    'bestmove Pa7',
    'ready',
  ],
  ...['BESTMOVE P1', 'bestmove', '', 'thinking', 'illegal move', 'invalid position'],
];
const thoughts = [
  ...['info time 0.1', 'info time 0.25 eval 1.5', 'info time 1 eval -2 nodes 5', 'info time 2 nodes 77'],
  ...['info time 3 eval +4', 'info time 4', 'info time 5 eval 0.125 nodes 123456'],
];
const typed = ['stop', 'stop', 'go', 'go noplay', 'move P3', 'newgame', 'nonsense', '', 'quit'];

const settings: readonly NotationSettings[] = [
  { moves: 'index', positions: 'index' },
  { moves: 'auto:index' },
  { moves: 'name' },
  {},
];

it.each(settings)('does what the usual way does, with %o', (setting) => {
  let [asks, answers, skims] = [0, 0, 0];
  for (let seed = 0; seed < randomCases(200); seed++) {
    const twins = new Twins(() => new NmmDriver(defaultDeadlines, setting));
    const notation = seed % 10 === 0 ? 'name' : 'index';
    const game = {
      ...{
        game: morris as Game,
        limit: { kind: 'none' } as const,
        opening: ['ready'],
        thoughts,
        said,
        typed,
      },
      answer: (move: unknown) => `bestmove ${writeMove(move as number, notation)}`,
    };
    playTwins(twins, game, new Random(seed));
    asks += twins.short.asked;
    answers += twins.short.answered;
    skims += twins.short.skimmed;
  }
  expect(asks).toBeGreaterThan(randomCases(10));
  expect(answers).toBeGreaterThan(randomCases(10));
  expect(skims).toBeGreaterThan(randomCases(10));
});

const answered = (move: number): string => `bestmove ${writeMove(move, 'index')}`;

/** Twins whose engine has answered at the start of a game, and the line behind its move. */
function begun(): { readonly twins: Twins; readonly line: Line } {
  const twins = new Twins(() => new NmmDriver(defaultDeadlines, { moves: 'index', positions: 'index' }));
  twins.do((probe) => probe.request({ kind: 'start' }));
  twins.do((probe) => probe.hear('ready'));
  const line = lineOf();
  ask(twins, line);
  const move = morris.moves(line.position as MorrisPosition)[0]!;
  twins.do((probe) => probe.hear(answered(move)));
  return { twins, line: extendLine(line, move) };
}

function ask(twins: Twins, line: Line, rest: Partial<Search> = {}): void {
  const search: Search = { id: line.moves.length, line, limit: { kind: 'none' }, purpose: 'play', ...rest };
  twins.do((probe) => probe.request({ kind: 'search', search }));
}

const next = (line: Line): Line => extendLine(line, morris.moves(line.position as MorrisPosition)[0]);

it('is not taken for a game of these moves from another position', () => {
  const { twins, line } = begun();
  const start = morris.parsePosition('w:22;b:23;w;2;0');
  ask(twins, next(makeLine(line.game, line.gameKey, start, line.moves)));
  expect(twins.short.asked).toBe(0);
  ask(twins, next(line));
});

it('is not taken where the game is over', () => {
  const { twins, line: first } = begun();
  const random = new Random(1);
  const lines = [first];
  for (let line = first; morris.result(line.position as MorrisPosition) === null; lines.push(line)) {
    line = extendLine(line, random.pick(morris.moves(line.position as MorrisPosition)));
  }
  const [asked, , over] = lines.slice(-3) as [Line, Line, Line];
  ask(twins, asked);
  twins.do((probe) => probe.hear(answered(over.moves.at(-2) as number)));
  const before = twins.short.asked;
  ask(twins, over);
  expect(twins.short.asked).toBe(before);
});

it('leaves the rounds of an analysis to the usual way', () => {
  const { twins } = begun();
  // Only the initial position is told without its points, which the engine may refuse.
  ask(twins, lineOf(), { id: 7, purpose: 'analyse', limit: { kind: 'time', seconds: 60 } });
  twins.do((probe) => probe.wait(1500));
  // A move is plain once it was read.
  readMoveText('P20');
  const before = twins.short.answered;
  twins.do((probe) => probe.hear('info time 1.5 eval 1 nodes 5', 'bestmove P20'));
  expect(twins.short.answered).toBe(before);
});
