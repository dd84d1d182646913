/** Departures from QTP's text that are tolerated: what they are called, where the text says otherwise. */
import { oddityOf, type FaultOf } from '../faults.ts';

const CHARACTERS = 'QTP, Character set';
const RESPONSE = 'QTP, Responses';
const ORDER = 'QTP, Responses, one for each command in order';
const COMMANDS = 'QTP, Commands';
const LIST = 'QTP, Commands, list_commands';
const GENMOVE = 'QTP, Commands, genmove';
const WALL = 'QTP, Entities, wall';

const sentences = {
  'control-character': [CHARACTERS, 'Control characters other than a line end are not used on output'],
  tab: [CHARACTERS, 'Blanks on output are spaces, not tabs'],
  'extra-blanks': [RESPONSE, 'The words of an answer are separated by single blanks, with none at the end'],
  'indented-mark': [RESPONSE, 'An answer begins with its = or ?, and blanks stand before it'],
  'missing-blank-line': [RESPONSE, 'An answer ends with two line ends, and only one came'],
  'blank-line-in-answer': [RESPONSE, 'A blank line ends an answer, and this one went on'],
  'text-before-mark': [RESPONSE, 'An answer begins with = or ?, and its text came before'],
  'unmarked-answer': [RESPONSE, 'An answer begins with = or ?, and this line has neither'],
  'stray-line': [RESPONSE, 'The line is no part of any answer'],
  'too-long-answer': [RESPONSE, 'The answer is longer than any board; the rest of it is left out'],
  'doubled-answer': [ORDER, 'The answer came twice; only the first one counts'],
  'unasked-answer': [ORDER, 'No command is unanswered; the answer counts for nothing'],
  'missing-answer': [ORDER, 'A command was never answered, though a later one was'],
  'misplaced-answer': [ORDER, 'The answer cannot be one to the oldest command; the next line will tell'],
  'unexpected-result': [COMMANDS, 'The answer does not hold what the text says'],
  'unexpected-failure': [COMMANDS, 'The text says that this command never fails'],
  'other-error': [COMMANDS, 'The text has another error message for this'],
  'misspelt-command': [LIST, 'A command of the text is misspelt'],
  'missing-command': [LIST, 'Every engine has this command, and it is not listed'],
  'no-list': [LIST, 'The engine lists no commands; it is taken to have those of the text'],
  'token-wall': [WALL, 'A wall is a vertex and an orientation, not one word'],
  'no-move': [GENMOVE, 'genmove never fails, and there is no answer but a move'],
} as const;

export { briefly, distinct, quoted } from '../faults.ts';
import type { Oddity } from '../../shapes/engines.ts';

export type OddityName = keyof typeof sentences;

export interface Fault extends FaultOf<OddityName> {
  /** The command whose description says otherwise. */
  readonly command?: string;
}

export function oddity(fault: Fault): Oddity {
  const found = oddityOf(sentences, fault);
  return fault.command === undefined ? found : { ...found, clause: `${COMMANDS}, ${fault.command}` };
}
