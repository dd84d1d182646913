/** CFSI: how lines are written, over a whole conversation. */
import { Breach, type Check } from '../../conformance.ts';
import { quoted } from '../../text.ts';
import { waits } from '../../check-talk.ts';
import { oddity } from '../states.ts';
import { decodeResponse } from '../messages.ts';
import { check, usual, type CfsiTalk } from './cfsi-talk.ts';

const RESPONSES = 'CFSI, Responses';

async function converse(talk: CfsiTalk): Promise<void> {
  await talk.start();
  await talk.ping();
  talk.play(usual);
  await talk.answered();
  await talk.listen(waits.thinking);
}

/** @throws Breach at the first line with one of these faults */
async function expectWithout(talk: CfsiTalk, names: readonly string[], expected: string): Promise<void> {
  await converse(talk);
  for (const { line } of talk.said) {
    const fault = decodeResponse(line).faults.find(({ name }) => names.includes(name));
    if (fault) throw new Breach(expected, `${quoted(line)}: ${oddity({ name: fault.name }).text}`);
  }
}

export const writingChecks: readonly Check[] = [
  check(
    {
      id: 'only-responses',
      level: 'should',
      sentence: 'says nothing but responses of the text on stdout',
      clause: RESPONSES,
      needs: ['ping', 'play'],
      advice: 'Write remarks as `info` or `debug` lines, or to stderr: prompts and greetings are for people.',
    },
    (talk) =>
      expectWithout(talk, ['noise-line', 'unknown-response', 'blank-line'], 'responses of the text alone'),
  ),
  check(
    {
      id: 'spelling',
      level: 'should',
      sentence: 'spells its responses as the text does',
      clause: RESPONSES,
      needs: ['ping', 'play'],
      advice:
        'Write responses in lower case, NULL in upper case, with one blank between words and none at the end.',
    },
    (talk) => expectWithout(talk, ['letter-case', 'extra-blanks'], 'responses as the text spells them'),
  ),
];
