/** QTP: how responses are written, over a whole conversation. */
import { Breach, type Check } from '../../conformance.ts';
import { quoted } from '../../text.ts';
import { waits } from '../../check-talk.ts';
import { fitOf } from '../commands.ts';
import { check, nothing, told, type QtpTalk } from './qtp-talk.ts';

const RESPONSES = 'QTP, Responses';
const CHARACTERS = 'QTP, Character set';

const conversation = [
  ...['name', 'boardsize 9', 'clear_board', 'walls 10', nothing, 'list_commands', 'showboard'],
  ...['playmove black E8', 'clear_board'],
];

async function converse(talk: QtpTalk): Promise<void> {
  for (const line of conversation) await talk.ask(line);
  await talk.listen(waits.thinking);
}

/** @throws Breach at the first line that has it */
async function expectWithout(talk: QtpTalk, pattern: RegExp, expected: string): Promise<void> {
  await converse(talk);
  const wrong = talk.said.find(({ line }) => pattern.test(line));
  if (wrong) throw new Breach(expected, quoted(JSON.stringify(wrong.line)));
}

export const writingChecks: readonly Check[] = [
  check(
    {
      id: 'response-ends',
      level: 'must',
      sentence: 'ends each response with a blank line',
      clause: RESPONSES,
      needs: ['answers-once', 'unknown-fails', 'playmove'],
      explainedBy: ['list-commands', 'showboard'],
      advice: 'Print two newlines after each response, those that fail and those of one line too.',
    },
    async (talk) => {
      await converse(talk);
      let open: string | null = null;
      for (const { line, message } of talk.said) {
        if (message.kind === 'blank') open = null;
        if (message.kind !== 'answer') continue;
        if (open !== null) throw new Breach(`a blank line after ${quoted(open)}`, quoted(line));
        open = line;
      }
      if (open !== null) throw new Breach(`a blank line after ${quoted(open)}`, 'silence');
    },
  ),
  check(
    {
      id: 'nothing-outside',
      level: 'must',
      sentence: 'says nothing outside its responses, and has no blank line within one',
      clause: RESPONSES,
      needs: ['answers-once', 'unknown-fails', 'playmove'],
      explainedBy: ['list-commands', 'showboard'],
      advice:
        'Begin a list or a drawing on the line of its `=` or below it, without a blank line before its end. Words for people belong on stderr.',
    },
    async (talk) => {
      await converse(talk);
      let open = false;
      for (const { line, message } of talk.said) {
        if (message.kind === 'answer') open = true;
        if (message.kind === 'blank') open = false;
        if (message.kind === 'other' && !open)
          throw new Breach('a line that begins with `=` or `?`', quoted(line));
      }
    },
  ),
  check(
    {
      id: 'empty-results',
      level: 'should',
      sentence: 'answers commands without output by `=` alone',
      clause: 'QTP, Commands, output',
      needs: ['playwall-white'],
      advice: 'Print nothing behind `=` where the text says that the output is none.',
    },
    async (talk) => {
      for (const line of [
        'boardsize 9',
        'clear_board',
        'walls 10',
        'playmove black E8',
        'playwall white D5 horizontal',
      ]) {
        const response = await talk.ask(line);
        if (response.success && fitOf('none', response.lines.join(' ')) === 'unfit')
          throw new Breach(`\`=\` alone for \`${line}\``, told(response));
      }
    },
  ),
  check(
    {
      id: 'output-ascii',
      level: 'should',
      sentence: 'writes in ASCII',
      clause: CHARACTERS,
      needs: ['answers-once', 'unknown-fails', 'playmove'],
      explainedBy: ['list-commands', 'showboard'],
      advice: 'Draw boards with `+`, `-` and `|`.',
    },
    (talk) => expectWithout(talk, /[^\0-\x7f]/, 'characters of US-ASCII alone'),
  ),
  check(
    {
      id: 'output-controls',
      level: 'should',
      sentence: 'writes no control characters',
      clause: CHARACTERS,
      needs: ['answers-once', 'unknown-fails', 'playmove'],
      explainedBy: ['list-commands', 'showboard'],
      advice: 'Leave colours and bells out: CR and LF are the only control characters on output.',
    },
    (talk) => expectWithout(talk, /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/, 'no control characters'),
  ),
  check(
    {
      id: 'output-tabs',
      level: 'should',
      sentence: 'writes spaces, not tabs',
      clause: CHARACTERS,
      needs: ['answers-once', 'unknown-fails', 'playmove'],
      explainedBy: ['list-commands', 'showboard'],
      advice: 'Indent with spaces.',
    },
    (talk) => expectWithout(talk, /\t/, 'spaces'),
  ),
];
