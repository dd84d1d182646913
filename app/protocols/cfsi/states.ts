/**
 * The states of a CFSI conversation. Driver and responder share them: an arrow is something that went over
 * the wire, seen from either side.
 *
 * | state     | start     | started | play     | last answer | quit     | stop     |
 * |-----------|-----------|---------|----------|-------------|----------|----------|
 * | new       | handshake |         |          |             |          | quitting |
 * | handshake |           | idle    |          |             |          | quitting |
 * | idle      |           |         | thinking |             |          | quitting |
 * | thinking  |           |         |          | idle        | stopping | quitting |
 * | stopping  |           |         |          | idle        |          | quitting |
 * | quitting  |           |         |          |             |          |          |
 *
 * An empty place: the state stays. `play` and `quit` count from `started` on; what was sent between `start`
 * and `started` counts when `started` comes. An answer is a bestmove, or a debug line that names PLAY; the
 * last one is that after which no play is unanswered. `quit` has no answer of its own and so no arrow where
 * nothing runs. `stop` makes every open question void.
 */
import { StateMachine, type Arrows } from '../conversation.ts';
import type { DriverState, Oddity } from '../../shapes/engines.ts';
import { oddityOf, type FaultOf } from '../faults.ts';

export { distinct } from '../faults.ts';
export { quoted, quotedCause } from '../text.ts';

export type Happening = 'start' | 'started' | 'play' | 'last answer' | 'quit' | 'stop';

/** CFSI asks no leave to think: there is no `preparing`. */
export type ConversationState = Exclude<DriverState, 'preparing'>;

export const arrows: Arrows<ConversationState, Happening> = {
  new: { start: 'handshake', stop: 'quitting' },
  handshake: { started: 'idle', stop: 'quitting' },
  idle: { play: 'thinking', stop: 'quitting' },
  thinking: { 'last answer': 'idle', quit: 'stopping', stop: 'quitting' },
  stopping: { 'last answer': 'idle', stop: 'quitting' },
  quitting: {},
};

export class Conversation extends StateMachine<ConversationState, Happening> {
  constructor() {
    super(arrows, 'new');
  }
}

// Departures from CFSI's text that are tolerated: what they are called, where the text says otherwise.

const START = 'CFSI, Commands, start';
const STOP = 'CFSI, Commands, stop';
const PING = 'CFSI, Commands, ping';
const PLAY = 'CFSI, Commands, play';
const RESPONSES = 'CFSI, Responses';
const BESTMOVE = 'CFSI, Responses, bestmove';
const INFO = 'CFSI, Responses, info';

const sentences = {
  'extra-blanks': [RESPONSES, 'Words are separated by single blanks and a line has none at its ends'],
  'letter-case': [RESPONSES, 'The word has the wrong letter case'],
  'blank-line': [RESPONSES, 'A line without a word is not a response'],
  'noise-line': [RESPONSES, 'The line is none of the responses started, pong, bestmove, info and debug'],
  'unknown-response': [RESPONSES, 'No response begins with this word'],
  'unknown-word': [RESPONSES, 'The protocol has no such word here; it is skipped'],
  'unknown-flag': [BESTMOVE, 'The protocol has no such parameter; it is skipped'],
  'repeated-flag': [BESTMOVE, 'A parameter is given twice; the first one counts'],
  'missing-value': [BESTMOVE, 'A parameter has no value'],
  'missing-column': [BESTMOVE, 'A bestmove names a column or NULL'],
  'unreadable-value': [BESTMOVE, 'A value could not be read and is ignored'],
  'too-many-entries': [BESTMOVE, 'A list has more entries than any board has cells; the rest is ignored'],
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
  'unasked-bestmove': [PLAY, 'A bestmove without an unanswered play'],
  'unasked-pong': [PING, 'A pong without an unanswered ping'],
  'unasked-started': [START, 'The response started without an unanswered start'],
  'talk-after-stop': [STOP, 'After stop the server sends nothing more'],
} as const;

export type OddityName = keyof typeof sentences;

export type Fault = FaultOf<OddityName>;

export const oddity = (fault: Fault): Oddity => oddityOf(sentences, fault);
