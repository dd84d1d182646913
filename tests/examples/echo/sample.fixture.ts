import type { Game } from '../../../app/games/game.ts';
import type { Sample } from '../../../app/protocols/testing/fixtures.ts';
import { nim } from '../nim/index.ts';
import { EchoResponder } from './responder.ts';

export const sample: Sample = {
  game: nim as Game,
  responder: () => new EchoResponder(nim as Game),
  limits: [{ kind: 'time', seconds: 0.05 }],
  noise: ['', 'hello there', 'best', '{"json":1}'],
  lines: {
    ours: ['hello', 'move 12/12 x', 'move 1/12 o', 'move 0/12 x', 'move 99/12 x', 'hurry', 'bye'],
    theirs: ['hello', 'best 3 12/12 x', 'best none 0/12 x', 'best 2 11/12 o'],
  },
  answer: /^best /,
  finish: ['hurry'],
};
