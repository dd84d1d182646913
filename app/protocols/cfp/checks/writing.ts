/** CFP: how lines are written, over a whole conversation. */
import { Breach, type Check } from '../../conformance.ts';
import { quoted } from '../../text.ts';
import { readEngine } from '../messages.ts';
import { check, type CfpTalk } from './cfp-talk.ts';

async function converse(talk: CfpTalk): Promise<void> {
  await talk.open();
  talk.send('debug on');
  await talk.think();
  await talk.stop();
  await talk.ready();
}

/** Of these, `option` lines have checks of their own. */
const spelling: ReadonlySet<string> = new Set(['letter-case', 'extra-blanks', 'unknown-word']);

export const writingChecks: readonly Check[] = [
  check(
    {
      id: 'only-commands',
      level: 'should',
      sentence: 'says nothing but commands of the text on stdout',
      clause: 'CFP, Engine to GUI',
      needs: ['stop-answers'],
      advice:
        'Write remarks as `info` lines, or to stderr. GUIs ignore other lines, and so does their reader.',
    },
    async (talk) => {
      await converse(talk);
      for (const { line, message } of talk.said) {
        if (message === null) throw new Breach('commands of the text alone', quoted(line));
        if (message.kind === 'unreadable')
          throw new Breach('commands as in the text', `${message.fault}: ${quoted(line)}`);
      }
    },
  ),
  check(
    {
      id: 'spelling',
      level: 'should',
      sentence: 'spells its commands as the text does',
      clause: 'CFP, Engine to GUI',
      needs: ['stop-answers'],
      advice: 'Write commands in lower case at the beginning of the line, with one blank between words.',
    },
    async (talk) => {
      await converse(talk);
      for (const { line, message } of talk.said) {
        if (message?.kind === 'option') continue;
        const odd = readEngine(line).oddities.find(({ name }) => spelling.has(name));
        if (odd) throw new Breach('commands as the text spells them', `${odd.text} In ${quoted(line)}`);
      }
    },
  ),
];
