import { connect4 } from '../../games/connect4/index.ts';
import type { Game } from '../../games/game.ts';
import type { Sample } from '../testing/fixtures.ts';
import { createCfsiResponder } from './index.ts';

export const sample: Sample = {
  game: connect4 as Game,
  responder: createCfsiResponder,
  limits: [
    { kind: 'depth', plies: 4 },
    { kind: 'time', seconds: 0.05 },
  ],
  noise: ['', 'hello', 'Enter Cfi command', 'debug thinking', 'info --plies 12', '{"json":1}'],
  lines: {
    ours: [
      ...['start', 'ping', 'quit', 'stop', 'play 7/7/7/7/7/7 x 4', 'play 7/7/7/7/7/7 o 9 --column 3'],
      ...['play 4/4/4/4 x 2', 'play 7/7/7/7/7/7 x 0', 'play xoxo/4/4/4 x 3', 'play'],
    ],
    theirs: [
      ...['started', 'pong', 'bestmove 3', 'bestmove NULL', 'info --plies 120', 'debug hello'],
      'bestmove 3 --score 0.01 --four 3/2 --line 0;0/1;1/2;2/3;3 --scores 0;0.1/1;-0.01/3;1.0',
      'bestmove 0 --score -0.000001 --final-scores 0;1e-2/1;.5',
      ...['debug Command PLAY called with invalid arguments.', 'debug The server cannot be re-started'],
    ],
  },
  answer: /^bestmove /,
  finish: ['quit'],
};
