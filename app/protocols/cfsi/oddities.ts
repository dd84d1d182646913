/** Departures from CFSI's text that are tolerated: what they are called, where the text says otherwise. */
import { oddityOf, type FaultOf } from '../faults.ts';

const START = 'CFSI, Commands, start';
const STOP = 'CFSI, Commands, stop';
const PING = 'CFSI, Commands, ping';
const PLAY = 'CFSI, Commands, play';
const RESPONSES = 'CFSI, Responses';
const BESTMOVE = 'CFSI, Responses, bestmove';
const INFO = 'CFSI, Responses, info';

const sentences = {
  'extra-blanks': [RESPONSES, 'Words are separated by single blanks and a line has none at its ends'],
  'letter-case': [RESPONSES, 'The words of the text are written in another case'],
  'blank-line': [RESPONSES, 'A line without a word is not a response'],
  'noise-line': [RESPONSES, 'The line is none of the responses started, pong, bestmove, info and debug'],
  'unknown-response': [RESPONSES, 'No response begins with this word'],
  'unknown-word': [RESPONSES, 'The text has no such word here; it is skipped'],
  'unknown-flag': [BESTMOVE, 'The text has no such parameter; it is skipped'],
  'repeated-flag': [BESTMOVE, 'A parameter is given twice; the first one counts'],
  'missing-value': [BESTMOVE, 'A parameter has no value'],
  'missing-column': [BESTMOVE, 'A bestmove names a column or NULL'],
  'unreadable-value': [BESTMOVE, 'A value could not be read and is left out'],
  'too-many-entries': [BESTMOVE, 'A list has more entries than any board has cells; the rest is left out'],
  exponent: [BESTMOVE, 'The numbers of the text have no exponent'],
  'score-out-of-range': [BESTMOVE, 'A score is from -1 to 1'],
  'impossible-score': [BESTMOVE, 'The mover cannot lose by its own move; the score is read as static'],
  'column-off-board': [BESTMOVE, 'A column lies outside the board'],
  'repeated-column': [BESTMOVE, 'A column has two scores; the first one counts'],
  'line-off-board': [BESTMOVE, 'The line of connected pieces has a cell outside the board'],
  'line-too-short': [BESTMOVE, 'A line of connected pieces has at least four cells'],
  'four-without-column': [BESTMOVE, 'The sequence of a four begins with the column that is played'],
  'other-column': [PLAY, 'The answer is not the column that --column asked for'],
  'unreadable-plies': [INFO, '--plies takes a whole number'],
  'unasked-bestmove': [PLAY, 'A bestmove answers a play, and none is unanswered'],
  'unasked-pong': [PING, 'A pong answers a ping, and none is unanswered'],
  'unasked-started': [START, 'The response started answers a start, and none is unanswered'],
  'talk-after-stop': [STOP, 'After stop the server sends nothing more'],
} as const;

export { distinct } from '../faults.ts';
export { quoted, quotedCause } from '../text.ts';
import type { Oddity } from '../../shapes/engines.ts';

export type OddityName = keyof typeof sentences;

export type Fault = FaultOf<OddityName>;

export const oddity = (fault: Fault): Oddity => oddityOf(sentences, fault);
