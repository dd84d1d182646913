import { connect4 } from '../../games/connect4/index.ts';
import type { Game } from '../../games/game.ts';
import type { Sample } from '../testing/fixtures.ts';
import { createCfpResponder } from './index.ts';

const START = `position ${'0'.repeat(42)}1`;

export const sample: Sample = {
  game: connect4 as Game,
  responder: () =>
    createCfpResponder({
      name: 'Scripted',
      author: 'Suite',
      options: [
        { type: 'check', name: 'Store Search', default: true },
        { type: 'spin', name: 'Search Depth', default: 8, min: 1, max: 42 },
        { type: 'combo', name: 'Play Style', default: 'Normal', vars: ['Solid', 'Normal', 'Risky'] },
        { type: 'button', name: 'Clear' },
        { type: 'string', name: 'Book Path', default: '' },
      ],
    }),
  limits: [{ kind: 'time', seconds: 0.05 }],
  noise: ['', 'hello', 'info bestmove 6', 'readyokay', '{"json":1}'],
  lines: {
    ours: [
      ...['cfp', 'isready', 'cfpnewgame', 'position startpos', START, 'go', 'go movetime 0.5', 'stop'],
      ...['quit', 'debug on', 'debug off', 'setoption name Search Depth value 12', 'setoption name clear'],
      ...['setoption name Book Path value ""', 'gomovetime 500', 'joho stop'],
    ],
    theirs: [
      ...['id name E', 'id author A', 'cfpok', 'readyok', 'bestmove 3', 'info depth 4', 'info'],
      'option name Store Search type check default true',
      'option name Search Depth type spin default -1 min -1 max 100',
      'option name Play Style type combo default Normal var Solid var Normal var Risky',
      ...['option name Clear type button', 'option name Book Path type string default Null'],
    ],
  },
  answer: /^bestmove /,
  finish: ['stop'],
};
