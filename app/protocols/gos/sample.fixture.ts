import type { Game } from '../../games/game.ts';
import { stones } from '../../games/stones/index.ts';
import type { Sample } from '../testing/fixtures.ts';
import { createGosResponder } from './index.ts';
import { initiateLine, processedLine, requestLine } from './messages.ts';

const start = stones.initial();
const [opening, capture] = stones.parseMoves(start, 'H7G7 C4C3');
const first = stones.play(start, opening!);
const second = stones.play(first, capture!);

export const sample: Sample = {
  game: stones as Game,
  responder: () => createGosResponder({ limit: () => ({ kind: 'time', seconds: 1 }) }),
  limits: [{ kind: 'none' }],
  noise: [
    ...['', 'hello', 'thinking…', '[1,2]', '{"debug":1}', '{', 'board {', '{"Type', '"Type":1', 'null', '}'],
    ...['|Stopwatch: 0.00 seconds|', '{"Board":{"state":[]}}'],
  ],
  lines: {
    ours: [
      ...(['string', 'number'] as const).flatMap((form) => [
        initiateLine(form, 0),
        initiateLine(form, 1),
        requestLine(form, start),
        requestLine(form, first),
        requestLine(form, second),
        processedLine(form, { before: start, move: opening!, winner: null }),
        processedLine(form, { before: first, move: capture!, winner: null }),
        processedLine(form, { before: second, move: 6561, winner: 0 }),
      ]),
      ...['{"Color":0}', '{"Board":{"state":[[5]]},"AllowedMoves":[1]}', '{', 'quit', '{"color":"1"}'],
    ],
    theirs: [
      ...['{"Type":1,"From":{"X":7,"Y":6},"To":{"X":6,"Y":6}}'],
      ...['{"Type": "1", "From": { "X": 2, "Y": 3 }, "To": { "X": 2, "Y": 2 }}'],
      ...['{"Type":0,"From":null,"To":null}', '{"Type":"0"}'],
      ...['{"Type":2,"From":{"X":5,"Y":6},"To":{"X":5,"Y":5}}'],
      ...['{"Type":1,"From":{"X":4,"Y":4},"To":{"X":9,"Y":-1}}'],
      ...['{"Type":NaN,"From":{"X":3.0,"Y":"3"},"To":7}', '{"type":"Attack",', '"from":{"x":7,"y":6},'],
      ...['"to":{"x":6,"y":6}}', '{"Type":1}{"Type":0}', '\ufeff{"Type":0}'],
    ],
  },
  answer: /"Type"/,
  finish: [],
};
