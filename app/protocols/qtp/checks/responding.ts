/** QTP: a response for each command. */
import { expectNone, waits } from '../../check-talk.ts';
import { check, nothing } from './qtp-talk.ts';
import type { Check } from '../../conformance.ts';

const RESPONSES = 'QTP, Responses';

export const respondingChecks: readonly Check[] = [
  check(
    {
      id: 'response',
      level: 'must',
      sentence: 'answers a command with a line that begins with `=` or `?`',
      clause: RESPONSES,
      needs: [],
      advice:
        'Read lines from stdin; at `name` print `= ` and your name with two newlines, and flush stdout at once: output to a pipe is held back otherwise.',
    },
    async (talk) => {
      await talk.ask('name');
    },
  ),
  check(
    {
      id: 'answers-once',
      level: 'must',
      sentence: 'answers a command once',
      clause: RESPONSES,
      needs: ['response'],
      advice:
        'Print one response for each command: a second one would be taken for that to the next command.',
    },
    async (talk) => {
      await talk.ask('name');
      expectNone(await talk.listen(waits.quiet), ({ kind }) => kind === 'answer', 'one response to `name`');
    },
  ),
  check(
    {
      id: 'unknown-fails',
      level: 'must',
      sentence: 'answers a command that it does not know with `?`',
      clause: 'QTP, Responses, unknown commands',
      needs: ['response'],
      advice: 'Answer `? unknown command`; whoever asks for an extension goes on without it then.',
    },
    async (talk) => {
      await talk.refused(nothing);
    },
  ),
  check(
    {
      id: 'unknown-message',
      level: 'should',
      sentence: 'says `unknown command` of a command that it does not know',
      clause: 'QTP, Responses, unknown commands',
      needs: ['unknown-fails'],
      advice: 'Print the error message as it stands in the text, in lower case and with nothing behind it.',
    },
    (talk) => talk.refusedWith(nothing, 'unknown command'),
  ),
];
