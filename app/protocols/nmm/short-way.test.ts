import { expect, it } from 'vitest';
import type { Game } from '../../games/game.ts';
import { morris } from '../../games/morris/index.ts';
import { randomCases } from '../../games/testing/effort.ts';
import { defaultDeadlines } from '../protocol.ts';
import { Random } from '../testing/random.ts';
import { playTwins, Twins } from '../testing/twins.ts';
import { NmmDriver } from './driver.ts';
import { writeMove } from './messages.ts';
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
const typed = ['stop', 'go', 'go noplay', 'move P3', 'newgame', 'nonsense', 'quit'];

const settings: readonly NotationSettings[] = [
  { moves: 'index', positions: 'index' },
  { moves: 'auto:index' },
  { moves: 'name' },
  {},
];

it.each(settings)('does what the usual way does, with %o', (setting) => {
  let [asked, answered] = [0, 0];
  for (let seed = 0; seed < randomCases(90); seed++) {
    const twins = new Twins(() => new NmmDriver(defaultDeadlines, setting));
    const notation = seed % 10 === 0 ? 'name' : 'index';
    const game = {
      ...{ game: morris as Game, limit: { kind: 'none' } as const, opening: ['ready'], said, typed },
      answer: (move: unknown) => `bestmove ${writeMove(move as number, notation)}`,
    };
    playTwins(twins, game, new Random(seed));
    asked += twins.short.asked;
    answered += twins.short.answered;
  }
  expect(asked).toBeGreaterThan(randomCases(90));
  expect(answered).toBeGreaterThan(randomCases(90));
});
