/** Departures from the text of GoS that are tolerated: what they are called, where the text says otherwise. */
import { oddityOf, type FaultOf } from '../faults.ts';
import { copyOf } from '../text.ts';

const FORMAT = 'GoS, the requests and responses are in JSON format';
const TYPES = 'GoS, Data types';
const PLACE = 'GoS, Board location';
const INITIALIZATION = 'GoS, Initialization, the bot does not respond';
const MOVE = 'GoS, Doing a move';
const ORDER = 'GoS, Match order';

const sentences = {
  'byte-order-mark': [FORMAT, 'A byte order mark stands before the JSON'],
  'stray-text': [FORMAT, 'This is no message; it is passed over, unless nothing else comes'],
  'stray-object': [MOVE, 'A move has a Type; this is passed over, unless nothing else comes'],
  'unasked-move': [MOVE, 'A move answers a request, and none is unanswered; it is not used'],
  'unasked-text': [INITIALIZATION, 'The bot is asked nothing'],
  'talk-after-end': [ORDER, 'After the winner is told the match is over'],
  'string-enum': [TYPES, 'A MoveType is an integer, and this is a string'],
  'named-enum': [TYPES, 'A MoveType is an integer, and this is its name'],
  'quoted-number': [PLACE, 'X and Y are integers, and this is a string'],
  'fraction-form': [TYPES, 'An integer is written as a fraction or with an exponent'],
  'letter-case': [MOVE, 'The letters of the name are in another case'],
  'extra-member': [MOVE, 'The text has no such member here; it is passed over'],
  'repeated-member': [MOVE, 'A member stands there twice; the last one counts'],
  'missing-member': [MOVE, 'From and To of a pass are null, and this is missing'],
} as const;

export { distinct, quoted } from '../faults.ts';
import type { Oddity } from '../../shapes/engines.ts';

export type OddityName = keyof typeof sentences;

export type Fault = FaultOf<OddityName>;

export const oddity = (fault: Fault): Oddity => oddityOf(sentences, fault);

/** In characters: a move in a wide layout, and not much more. */
const ANSWER = 120;

/** A bot's move in its own words. */
export const briefly = (text: string): string => copyOf(text, ANSWER);
