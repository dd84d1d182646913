/** NMM: how lines are written, over a whole conversation. */
import { Breach, type Check } from '../../conformance.ts';
import { quoted } from '../../faults.ts';
import { waits } from '../../check-talk.ts';
import { decodeMessage } from '../messages.ts';
import { oddity, type OddityName } from '../oddities.ts';
import { check, type NmmTalk } from './nmm-talk.ts';

const MESSAGES = 'NMM, Communication';

async function converse(talk: NmmTalk): Promise<void> {
  await talk.begin();
  await talk.go();
  await talk.listen(waits.thinking);
}

/** @throws Breach at the first line with one of these faults */
async function expectWithout(talk: NmmTalk, names: readonly OddityName[], expected: string): Promise<void> {
  await converse(talk);
  for (const { line } of talk.said) {
    const fault = decodeMessage(line).faults.find(({ name }) => names.includes(name));
    if (fault) throw new Breach(expected, `${quoted(line)}: ${oddity({ name: fault.name }).text}`);
  }
}

export const writingChecks: readonly Check[] = [
  check(
    {
      id: 'ascii',
      level: 'should',
      sentence: 'says nothing but ASCII',
      clause: MESSAGES,
      needs: ['go'],
      advice: 'Leave out colours, box drawings and letters with accents.',
    },
    async (talk) => {
      await converse(talk);
      const odd = talk.said.find(({ line }) => !/^[\t\x20-\x7e]*$/.test(line));
      if (odd) throw new Breach('ASCII', quoted(odd.line));
    },
  ),
  check(
    {
      id: 'only-messages',
      level: 'should',
      sentence: 'says nothing but `ready`, `info` and `bestmove` on stdout',
      clause: MESSAGES,
      needs: ['ascii'],
      advice: 'Write remarks to stderr: the text has no words for them.',
    },
    (talk) =>
      expectWithout(talk, ['noise-line', 'unknown-token', 'blank-line'], 'messages of the text alone'),
  ),
  check(
    {
      id: 'spelling',
      level: 'should',
      sentence: 'spells its messages as the text does, `P`, `M` and `T` in capitals',
      clause: MESSAGES,
      needs: ['go'],
      advice: 'Write words in lower case and the letters of a move in capitals.',
    },
    (talk) => expectWithout(talk, ['letter-case'], 'messages as the text spells them'),
  ),
];
