import { expect, it } from 'vitest';
import { connect4 } from '../../games/connect4/index.ts';
import type { Game } from '../../games/game.ts';
import { randomCases } from '../../games/testing/effort.ts';
import { defaultDeadlines } from '../protocol.ts';
import { Random } from '../testing/random.ts';
import { playTwins, Twins } from '../testing/twins.ts';
import { CfsiDriver } from './driver.ts';

const said = [
  ...['info --plies 12', 'bestmove 3', 'bestmove 9', 'bestmove NULL', 'bestmove 3 --score 0.1', 'bestmove x'],
  ...['pong', 'started', 'debug refused PLAY', 'Enter Cfi command', '', 'BESTMOVE 2', 'bestmove  3'],
];
const typed = ['ping', 'quit', 'play 7/7/7/7/7/7 x 2', 'start', 'nonsense', 'stop'];

it('does what the usual way does', () => {
  let [asked, answered] = [0, 0];
  for (let seed = 0; seed < randomCases(400); seed++) {
    const twins = new Twins(() => new CfsiDriver(defaultDeadlines));
    const game = {
      ...{ game: connect4 as Game, limit: { kind: 'depth', plies: 1 + (seed % 9) } as const },
      ...{ opening: ['started'], said, typed },
      answer: (move: unknown) => `bestmove ${move as number}`,
    };
    playTwins(twins, game, new Random(seed));
    asked += twins.short.asked;
    answered += twins.short.answered;
  }
  expect(asked).toBeGreaterThan(randomCases(10));
  expect(answered).toBeGreaterThan(randomCases(10));
});
