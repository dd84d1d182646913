import type { Game } from '../../games/game.ts';
import { morris } from '../../games/morris/index.ts';
import type { Sample } from '../testing/fixtures.ts';
import { createNmmResponder } from './index.ts';

export const sample: Sample = {
  game: morris as Game,
  // Thinks until it is stopped.
  responder: () => createNmmResponder({ notation: 'index', limit: () => ({ kind: 'none' }), now: () => 0 }),
  limits: [{ kind: 'time', seconds: 0.05 }],
  noise: ['', 'hello', 'thinking hard', 'Invalid command: `isready`', 'info: none', '{"json":1}'],
  lines: {
    ours: [
      ...['init', 'newgame', 'go', 'go noplay', 'stop', 'quit', 'move P4', 'move Pd6', 'move P4T15'],
      ...['move M0-1', 'move Md1-d2Tb6', 'newgame w:0,2,4;b:1,3;b;4;0'],
      ...['newgame w:a7,d7,b4;b:g1,d1,f4,f2;w;60;99', 'newgame b:0,2,4;w:1,3;b;4;0'],
      ...['newgame w:0,9;b:3,4,5,6;w;30;0', 'newgame garbage', 'foo bar', 'go fast'],
    ],
    theirs: [
      ...['ready', 'bestmove P4', 'bestmove Pd6', 'bestmove P 4 T 15', 'bestmove Mb4-d7'],
      ...['bestmove Md1-d2Tb6', 'bestmove M0-1', 'bestmove none', 'bestmove', 'bestmove P24', 'bestmove Pd4'],
      ...['info time 0.0143 eval -1', 'info time 0.014304787 eval 0', 'info nodes 12 eval 0.5 time 1'],
      ...['info time x'],
    ],
  },
  answer: /^bestmove /,
  finish: ['stop'],
};
