/** Help for users who type Echo commands. */
import type { Commands } from '../../../app/protocols/protocol.ts';
import { readQuestion } from './words.ts';

const bare = ['hello', 'hurry', 'bye'];

export const commands: Commands = {
  // An answer repeats its question, and no state is kept between them.
  table: [
    {
      word: 'hello',
      args: [],
      help: 'opens the conversation; hello answers it',
      clause: 'Echo, hello',
      example: 'hello',
      when: { states: ['new'], otherwise: 'it is said once' },
      harmless: true,
    },
    {
      word: 'move',
      args: [{ name: 'position', takes: 'rest' }],
      help: 'asks for a move in a position; best answers it',
      clause: 'Echo, move',
      example: 'move 12/12 x',
      when: { states: ['idle'], otherwise: 'another one is open' },
      harmless: true,
    },
    {
      word: 'hurry',
      args: [],
      help: 'has the open question answered at once',
      clause: 'Echo, hurry',
      example: 'hurry',
      when: { states: ['thinking'], otherwise: 'no question is open' },
      harmless: true,
    },
    { word: 'bye', args: [], help: 'ends the engine', clause: 'Echo, bye', example: 'bye' },
  ],
  find: (line) => (readQuestion(line) !== null ? 'move' : (bare.find((word) => word === line) ?? null)),
};
