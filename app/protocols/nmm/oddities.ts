/** Departures from NMM's text that are tolerated: what they are called, where the text says otherwise. */
import { oddityOf, type FaultOf } from '../faults.ts';

const MESSAGES = 'NMM, Communication';
const TIMES = 'NMM, Communication, no messages at inappropriate times';
const MOVES = 'NMM, Notation, Moves';
const READY = 'NMM, Messages From Engine To GUI, ready';
const BESTMOVE = 'NMM, Messages From Engine To GUI, bestmove';
const INFO = 'NMM, Messages From Engine To GUI, info';
const NEWGAME = 'NMM, Messages From GUI To Engine, newgame';
const GO = 'NMM, Messages From GUI To Engine, go';
const STOP = 'NMM, Messages From GUI To Engine, stop';

const sentences = {
  'blank-line': [MESSAGES, 'A line without a token is no message'],
  'noise-line': [MESSAGES, 'The line is none of the messages ready, bestmove and info'],
  'unknown-token': [MESSAGES, 'The text has no such token here; it is skipped'],
  'letter-case': [MESSAGES, 'The letters of the text are in another case'],
  'point-names': [MOVES, 'Points are numbered from 0 to 23, and these are named'],
  'mixed-notation': [MOVES, 'Some points of the move are numbered and some are named'],
  'unreadable-bestmove': [BESTMOVE, 'A bestmove says a move, or none'],
  'unasked-bestmove': [BESTMOVE, 'A bestmove answers a go, and none is unanswered'],
  'unasked-info': [INFO, 'Info comes between a go and its bestmove'],
  'missing-time': [INFO, 'An info tells the time'],
  'missing-value': [INFO, 'A value is missing'],
  'unreadable-value': [INFO, 'A value is no number and is left out'],
  'repeated-value': [INFO, 'A value is told twice; the first one counts'],
  'info-order': [INFO, 'The order is time, eval, nodes'],
  'unasked-ready': [READY, 'An engine says ready at the beginning only'],
  'talk-after-quit': [TIMES, 'After quit the engine leaves'],
  'late-bestmove': [STOP, 'After a stop the bestmove comes as quickly as possible'],
  'early-none': [GO, 'The bestmove is none only where the game is over'],
  'finished-move': [GO, 'The bestmove is none where the game is over'],
  'position-refused': [NEWGAME, 'The engine did not take the position that it was told'],
  'position-kept': [
    NEWGAME,
    'The answer is illegal in the position that the engine was told, and legal in the one before: it has kept that',
  ],
  'position-misread': [NEWGAME, 'The answer is illegal in the position that the engine was told'],
  'positions-unread': [
    NEWGAME,
    'Neither with numbered nor with named points does the engine take a position; it is told games from the start',
  ],
} as const;

export { briefly, distinct, quoted } from '../faults.ts';
import type { Oddity } from '../../shapes/engines.ts';

export type OddityName = keyof typeof sentences;

export type Fault = FaultOf<OddityName>;

export const oddity = (fault: Fault): Oddity => oddityOf(sentences, fault);
