/** One table for reader and writer, for driver and responder: lines as written, and their meaning. */
import type { EngineMessage, GuiMessage, Unreadable } from './messages.ts';

export interface Case<Message> {
  /** The line as received. */
  readonly line: string;
  readonly says: Message | Unreadable | null;
  /** The same message as we write it; absent if that is the line itself. */
  readonly canonical?: string;
  /** Names of the oddities, in order. */
  readonly odd?: readonly string[];
}

const START = '0000000000000000000000000000000000000000001';

const unreadable = (command: string, rest: string, fault: string): Unreadable => ({
  kind: 'unreadable',
  command,
  rest,
  fault,
});

/** All examples in the text of lines to the engine. */
export const guiExamples: readonly Case<GuiMessage>[] = [
  { line: 'cfp', says: { kind: 'cfp' } },
  { line: 'debug on', says: { kind: 'debug', on: true } },
  { line: 'debug off', says: { kind: 'debug', on: false } },
  { line: 'isready', says: { kind: 'isready' } },
  {
    line: 'setoption name Play Style value Normal',
    says: { kind: 'setoption', name: 'Play Style', value: 'Normal' },
  },
  {
    line: 'setoption name Store Search value True',
    says: { kind: 'setoption', name: 'Store Search', value: 'True' },
  },
  {
    line: 'setoption name Search Depth value 20',
    says: { kind: 'setoption', name: 'Search Depth', value: '20' },
  },
  { line: 'cfpnewgame', says: { kind: 'cfpnewgame' } },
  { line: 'position startpos', says: { kind: 'position', position: 'startpos' } },
  { line: `position ${START}`, says: { kind: 'position', position: START } },
  { line: 'go', says: { kind: 'go', seconds: null } },
  { line: 'stop', says: { kind: 'stop' } },
  { line: 'quit', says: { kind: 'quit' } },
];

/** All examples in the text of lines from the engine. */
export const engineExamples: readonly Case<EngineMessage>[] = [
  {
    line: 'id name Connect4Engine 1.1',
    says: { kind: 'id', field: 'name', value: 'Connect4Engine 1.1' },
  },
  { line: 'id author Kieran Powell', says: { kind: 'id', field: 'author', value: 'Kieran Powell' } },
  { line: 'id name MyEngine 1.1', says: { kind: 'id', field: 'name', value: 'MyEngine 1.1' } },
  { line: 'cfpok', says: { kind: 'cfpok' } },
  { line: 'readyok', says: { kind: 'readyok' } },
  { line: 'bestmove 3', says: { kind: 'bestmove', column: 3 } },
  {
    line: 'info Forced win found in 5 moves',
    says: { kind: 'info', text: 'Forced win found in 5 moves' },
  },
  {
    line: 'info DEBUG: An error has occured',
    says: { kind: 'info', text: 'DEBUG: An error has occured' },
  },
  {
    line: 'option name Store Search type check default true',
    says: { kind: 'option', option: { type: 'check', name: 'Store Search', default: true } },
  },
  {
    line: 'option name Search Depth type spin default -1 min -1 max 100',
    says: {
      kind: 'option',
      option: { type: 'spin', name: 'Search Depth', default: -1, min: -1, max: 100 },
    },
  },
  {
    line: 'option name Play Style type combo default Normal var Solid var Normal var Risky',
    says: {
      kind: 'option',
      option: { type: 'combo', name: 'Play Style', default: 'Normal', vars: ['Solid', 'Normal', 'Risky'] },
    },
  },
  {
    line: 'option name Clear type button',
    says: { kind: 'option', option: { type: 'button', name: 'Clear' } },
  },
  {
    line: 'option name Open Book Path type string default Null',
    says: { kind: 'option', option: { type: 'string', name: 'Open Book Path', default: 'Null' } },
  },
];

/** Further lines to the engine, as real programs and users write them. */
export const guiCases: readonly Case<GuiMessage>[] = [
  { line: 'setoption name Clear', says: { kind: 'setoption', name: 'Clear', value: null } },
  { line: 'setoption name Book value ""', says: { kind: 'setoption', name: 'Book', value: '' } },
  {
    line: 'setoption name Book value',
    says: { kind: 'setoption', name: 'Book', value: '' },
    canonical: 'setoption name Book value ""',
  },
  {
    line: 'setoption name Book value C:\\my  books\\value one',
    says: { kind: 'setoption', name: 'Book', value: 'C:\\my  books\\value one' },
    odd: ['extra-blanks'],
  },
  {
    line: 'setoption Name Value Mode value Fast',
    says: { kind: 'setoption', name: 'Value Mode', value: 'Fast' },
    canonical: 'setoption name Value Mode value Fast',
  },
  {
    line: 'setoption please name Clear',
    says: { kind: 'setoption', name: 'Clear', value: null },
    canonical: 'setoption name Clear',
    odd: ['unknown-word'],
  },
  { line: 'go movetime 5.000000', says: { kind: 'go', seconds: 5 } },
  { line: 'go movetime 5', says: { kind: 'go', seconds: 5 }, canonical: 'go movetime 5.000000' },
  { line: 'go movetime .25', says: { kind: 'go', seconds: 0.25 }, canonical: 'go movetime 0.250000' },
  {
    line: 'gomovetime 5000',
    says: { kind: 'go', seconds: 5 },
    canonical: 'go movetime 5.000000',
    odd: ['joined-movetime'],
  },
  {
    line: 'go movetime soon',
    says: { kind: 'go', seconds: null },
    canonical: 'go',
    odd: ['unreadable-movetime'],
  },
  {
    line: 'go movetime -5',
    says: { kind: 'go', seconds: null },
    canonical: 'go',
    odd: ['unreadable-movetime'],
  },
  { line: 'go infinite', says: { kind: 'go', seconds: null }, canonical: 'go', odd: ['extra-words'] },
  {
    line: 'go at once movetime 2',
    says: { kind: 'go', seconds: 2 },
    canonical: 'go movetime 2.000000',
    odd: ['unknown-word'],
  },
  { line: 'joho stop', says: { kind: 'stop' }, canonical: 'stop', odd: ['unknown-word'] },
  { line: 'STOP', says: { kind: 'stop' }, canonical: 'stop', odd: ['letter-case'] },
  { line: '\t stop \r', says: { kind: 'stop' }, canonical: 'stop', odd: ['extra-blanks'] },
  { line: 'stop now', says: { kind: 'stop' }, canonical: 'stop', odd: ['extra-words'] },
  {
    line: 'debug is ON',
    says: { kind: 'debug', on: true },
    canonical: 'debug on',
    odd: ['unknown-word'],
  },
  {
    line: `position ${START} moves`,
    says: { kind: 'position', position: START },
    canonical: `position ${START}`,
    odd: ['extra-words'],
  },
  {
    line: `position fen ${START}`,
    says: { kind: 'position', position: START },
    canonical: `position ${START}`,
    odd: ['unknown-word'],
  },
  { line: 'position 012', says: { kind: 'position', position: '012' } },
  { line: 'debug', says: unreadable('debug', '', 'it says neither on nor off'), odd: ['unreadable'] },
  { line: 'setoption', says: unreadable('setoption', '', 'it has no name'), odd: ['unreadable'] },
  {
    line: 'setoption name value 3',
    says: unreadable('setoption', 'name value 3', 'the name is empty'),
    odd: ['unreadable'],
  },
  { line: 'position', says: unreadable('position', '', 'it names no position'), odd: ['unreadable'] },
  { line: 'hello there', says: null, odd: ['unknown-line'] },
  { line: '', says: null, odd: ['empty-line'] },
  { line: ' \t', says: null, odd: ['empty-line'] },
];

/** Further lines from the engine. */
export const engineCases: readonly Case<EngineMessage>[] = [
  { line: 'info stop bestmove 3', says: { kind: 'info', text: 'stop bestmove 3' } },
  { line: 'info   a   board ', says: { kind: 'info', text: '  a   board ' }, canonical: 'info   a   board' },
  { line: 'info', says: { kind: 'info', text: '' } },
  {
    line: 'well info go',
    says: { kind: 'info', text: 'go' },
    canonical: 'info go',
    odd: ['unknown-word'],
  },
  {
    line: 'BestMove\t6',
    says: { kind: 'bestmove', column: 6 },
    canonical: 'bestmove 6',
    odd: ['letter-case', 'extra-blanks'],
  },
  { line: 'bestmove 42', says: { kind: 'bestmove', column: 42 } },
  { line: 'bestmove -1', says: { kind: 'bestmove', column: -1 } },
  { line: 'bestmove -0', says: { kind: 'bestmove', column: 0 }, canonical: 'bestmove 0' },
  {
    line: 'bestmove column 3 ponder 2',
    says: { kind: 'bestmove', column: 3 },
    canonical: 'bestmove 3',
    odd: ['unknown-word', 'extra-words'],
  },
  {
    line: 'bestmove none',
    says: unreadable('bestmove', 'none', '"none" is not a column'),
    odd: ['unreadable'],
  },
  {
    line: 'bestmove 3.5',
    says: unreadable('bestmove', '3.5', '"3.5" is not a column'),
    odd: ['unreadable'],
  },
  { line: 'bestmove', says: unreadable('bestmove', '', 'it names no column'), odd: ['unreadable'] },
  { line: 'id', says: unreadable('id', '', 'it says neither name nor author'), odd: ['unreadable'] },
  { line: 'id name', says: unreadable('id', 'name', 'the name is empty'), odd: ['unreadable'] },
  { line: 'go', says: null, odd: ['unknown-line'] },
];
