/** QTP: how an engine reads and writes lines, and the order of its responses. */
import { expectNone, waits } from '../../check-talk.ts';
import { moving, nothing, placementOf, table, told, type QtpTalk } from './qtp-talk.ts';
import { Breach } from '../../conformance.ts';
import { quoted } from '../../text.ts';
import { fitOf } from '../commands.ts';

const RESPONSES = 'QTP, Responses';

export const respondingChecks = table([
  {
    id: 'response',
    sentence: 'answers a command with a line that begins with `=` or `?`',
    clause: RESPONSES,
    needs: [],
    advice:
      'Read lines from stdin; at `name` print `= ` and your name with two newlines, and flush stdout at once: output to a pipe is held back otherwise.',
    async run(talk) {
      await talk.ask('name');
    },
  },
  {
    id: 'answers-once',
    sentence: 'answers a command once',
    clause: RESPONSES,
    needs: ['response'],
    advice: 'Print one response for each command: a second one would be taken for that to the next command.',
    async run(talk) {
      await talk.ask('name');
      expectNone(await talk.listen(waits.quiet), ({ kind }) => kind === 'answer', 'one response to `name`');
    },
  },
  {
    id: 'unknown-fails',
    sentence: 'answers a command that it does not know with `?`',
    clause: 'QTP, Responses, unknown commands',
    needs: ['response'],
    advice: 'Answer `? unknown command`; a partner that asks for an extension then continues without it.',
    async run(talk) {
      await talk.refused(nothing);
    },
  },
  {
    id: 'unknown-message',
    level: 'should',
    sentence: 'says `unknown command` of a command that it does not know',
    clause: 'QTP, Responses, unknown commands',
    needs: ['unknown-fails'],
    advice: 'Print the error message as it stands in the text, in lower case and with nothing behind it.',
    run: (talk) => talk.refusedWith(nothing, 'unknown command'),
  },
]);

const INPUT = 'QTP, Preprocessing';
const COMMENTS = 'QTP, Comments';
const EMPTY = 'QTP, Empty lines';

const begin = ['= boardsize 9', '= clear_board'];

const formAdvice =
  'Compare the word in lower case with all forms of the text before you take it for an error.';

export const readingChecks = table([
  {
    id: 'blank-lines',
    sentence: 'does not answer empty lines and lines of blanks',
    clause: EMPTY,
    needs: ['answers-once'],
    advice: 'Drop such a line before you look for a command in it.',
    unanswered: ['', '   '],
  },
  {
    id: 'comment-lines',
    sentence: 'does not answer a line that is a comment',
    clause: COMMENTS,
    needs: ['answers-once'],
    advice: 'Cut each line at its `#`, and drop it where nothing is left.',
    unanswered: ['# a comment'],
  },
  {
    id: 'comment-behind',
    sentence: 'obeys a command with a comment behind it',
    clause: COMMENTS,
    needs: ['boardsize'],
    advice: 'Cut each line at its `#` before you part it into words.',
    run: (talk) => talk.follow('= boardsize 9 # the usual board'),
  },
  {
    id: 'tabs',
    sentence: 'takes a tab for a blank',
    clause: INPUT,
    needs: ['walls'],
    advice: 'Turn each tab into a space before you part a line into words.',
    run: (talk) => talk.follow(...begin, '= walls\t10'),
  },
  {
    id: 'carriage-returns',
    sentence: 'reads lines that end with CR and LF',
    clause: INPUT,
    needs: ['clear-board'],
    advice: 'Discard every CR that comes in: controllers on Windows write one.',
    run: (talk) => talk.follow('= boardsize 9\r', '= clear_board\r'),
  },
  {
    id: 'control-characters',
    level: 'should',
    sentence: 'discards control characters that come in',
    clause: INPUT,
    needs: ['clear-board'],
    advice: 'Discard the characters 0 to 31 and 127, but HT and LF, before anything else.',
    run: (talk) => talk.follow('= boardsize 9', '= clear\u0001_board'),
  },
  {
    id: 'command-case',
    level: 'should',
    sentence: 'takes a command in capital letters for another one',
    clause: 'QTP, Entities, string',
    needs: ['boardsize', 'unknown-fails'],
    advice:
      "Compare commands as they are: strings are case sensitive, and a private extension's may be close.",
    async run(talk) {
      await talk.refused('CLEAR_BOARD');
    },
  },
  {
    id: 'vertex-case',
    sentence: 'reads a vertex in small letters',
    clause: 'QTP, Entities, vertex',
    needs: ['playmove'],
    advice: formAdvice,
    steps: ['= playmove black e8'],
  },
  {
    id: 'color-short',
    sentence: 'reads `b` and `w` as colours',
    clause: 'QTP, Entities, color',
    needs: ['playmove', 'playmove-white'],
    advice: formAdvice,
    steps: ['= playmove b E8', '= playmove w E2'],
  },
  {
    id: 'color-case',
    sentence: 'reads colours in capital letters',
    clause: 'QTP, Entities, color',
    needs: ['playmove', 'playmove-white'],
    advice: formAdvice,
    steps: ['= playmove BLACK E8', '= playmove White E2'],
  },
  {
    id: 'orientation-short',
    sentence: 'reads `h` and `v` as orientations',
    clause: 'QTP, Entities, orientation',
    needs: ['playwall-white', 'playwall-vertical'],
    advice: formAdvice,
    steps: ['= playwall black D5 h', '= playwall white F5 v'],
  },
  {
    id: 'orientation-case',
    sentence: 'reads orientations in capital letters',
    clause: 'QTP, Entities, orientation',
    needs: ['playwall-white', 'playwall-vertical'],
    advice: formAdvice,
    steps: ['= playwall black D5 Horizontal', '= playwall white F5 VERTICAL'],
  },
]);

const CHARACTERS = 'QTP, Character set';

const conversation = [
  ...['name', 'boardsize 9', 'clear_board', 'walls 10', nothing, 'list_commands', 'showboard'],
  ...['playmove black E8', 'clear_board'],
];

async function converse(talk: QtpTalk): Promise<void> {
  for (const line of conversation) await talk.ask(line);
  await talk.listen(waits.thinking);
}

/** @throws Breach at the first line that matches */
async function expectWithout(talk: QtpTalk, pattern: RegExp, expected: string): Promise<void> {
  await converse(talk);
  const wrong = talk.said.find(({ line }) => pattern.test(line));
  if (wrong) throw new Breach(expected, quoted(JSON.stringify(wrong.line)));
}

export const writingChecks = table([
  {
    id: 'response-ends',
    sentence: 'ends each response with a blank line',
    clause: RESPONSES,
    needs: ['answers-once', 'unknown-fails', 'playmove'],
    explainedBy: ['list-commands', 'showboard'],
    advice: 'Print two newlines after each response, those that fail and those of one line too.',
    async run(talk) {
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
  },
  {
    id: 'nothing-outside',
    sentence: 'says nothing outside its responses, and has no blank line within one',
    clause: RESPONSES,
    needs: ['answers-once', 'unknown-fails', 'playmove'],
    explainedBy: ['list-commands', 'showboard'],
    advice:
      'Begin a list or a drawing on the line of its `=` or below it, without a blank line before its end. Words for people belong on stderr.',
    async run(talk) {
      await converse(talk);
      let open = false;
      for (const { line, message } of talk.said) {
        if (message.kind === 'answer') open = true;
        if (message.kind === 'blank') open = false;
        if (message.kind === 'other' && !open)
          throw new Breach('a line that begins with `=` or `?`', quoted(line));
      }
    },
  },
  {
    id: 'empty-results',
    level: 'should',
    sentence: 'answers commands without output by `=` alone',
    clause: 'QTP, Commands, output',
    needs: ['playwall-white'],
    advice: 'Print nothing behind `=` where the text says that the output is none.',
    async run(talk) {
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
  },
  {
    id: 'output-ascii',
    level: 'should',
    sentence: 'writes in ASCII',
    clause: CHARACTERS,
    needs: ['answers-once', 'unknown-fails', 'playmove'],
    explainedBy: ['list-commands', 'showboard'],
    advice: 'Draw boards with `+`, `-` and `|`.',
    run: (talk) => expectWithout(talk, /[^\0-\x7f]/, 'characters of US-ASCII alone'),
  },
  {
    id: 'output-controls',
    level: 'should',
    sentence: 'writes no control characters',
    clause: CHARACTERS,
    needs: ['answers-once', 'unknown-fails', 'playmove'],
    explainedBy: ['list-commands', 'showboard'],
    advice: 'Leave colours and bells out: CR and LF are the only control characters on output.',
    run: (talk) => expectWithout(talk, /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/, 'no control characters'),
  },
  {
    id: 'output-tabs',
    level: 'should',
    sentence: 'writes spaces, not tabs',
    clause: CHARACTERS,
    needs: ['answers-once', 'unknown-fails', 'playmove'],
    explainedBy: ['list-commands', 'showboard'],
    advice: 'Indent with spaces.',
    run: (talk) => expectWithout(talk, /\t/, 'spaces'),
  },
]);

const ORDER = 'QTP, Responses, one for each command in order';

/** Awaits the answers to commands that were sent at once. @throws Breach if a mark differs */
async function expectMarks(talk: QtpTalk, commands: readonly string[], marks: string): Promise<void> {
  for (const [at, command] of commands.entries()) {
    const response = await talk.response(command);
    if (response.success === (marks[at] === '=')) continue;
    throw new Breach(`\`${marks[at]}\` in the turn of \`${command}\``, told(response));
  }
}

export const orderingChecks = table([
  {
    id: 'commands-at-once',
    sentence: 'answers each of several commands that are sent at once',
    clause: ORDER,
    needs: ['walls', 'answers-once'],
    advice:
      'Take one line after the other from what you have read: a read may bring several, or half of one.',
    async run(talk) {
      await talk.game();
      const commands = ['clear_board', 'walls 10', 'clear_board', 'walls 10'];
      talk.send(...commands);
      await expectMarks(talk, commands, '====');
    },
  },
  {
    id: 'order',
    sentence: 'answers commands in the order in which they came',
    clause: ORDER,
    needs: ['commands-at-once', 'unknown-fails'],
    advice:
      'Finish one command before you begin the next: answers name no command, so their order is all there is.',
    async run(talk) {
      await talk.game();
      const commands = ['clear_board', nothing, 'walls 10', 'clear_board', nothing];
      talk.send(...commands);
      await expectMarks(talk, commands, '=?==?');
    },
  },
  {
    id: 'order-thinking',
    sentence: 'answers what is sent while it thinks after its move, in order',
    clause: ORDER,
    needs: ['order', 'genmove-form', 'genmove-once', 'response-ends'],
    advice: 'Keep the lines that come during a search, and take them up after the move is printed.',
    async run(talk) {
      await talk.game();
      talk.send('genmove black', nothing, 'walls 10');
      placementOf(await talk.response('genmove black', moving));
      await expectMarks(talk, [nothing, 'walls 10'], '?=');
    },
  },
]);
