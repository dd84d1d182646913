/** CFP: how an engine leaves. */
import type { Check } from '../../conformance.ts';
import { waits } from '../../check-talk.ts';
import { clauseOf } from '../messages.ts';
import { check } from './cfp-talk.ts';

/** Not the text's: hosts that have gone, or gone wrong, leave nothing but a closed pipe. */
const HOSTS = 'What hosts need: an engine that leaves when nobody speaks to it any more';

export const leavingChecks: readonly Check[] = [
  check(
    {
      id: 'quit',
      level: 'must',
      sentence: 'ends at `quit`, also where that comes directly after `cfpok`',
      clause: clauseOf('quit'),
      needs: ['cfpok'],
      advice:
        'At `quit` end every thread and exit. A GUI that only wants your name and options quits this early.',
    },
    async (talk) => {
      await talk.introduce();
      talk.send('quit');
      await talk.left(waits.answer, 'the end of the process after `quit`');
    },
  ),
  check(
    {
      id: 'quit-thinking',
      level: 'must',
      sentence: 'ends at `quit` while it thinks',
      clause: clauseOf('quit'),
      needs: ['quit', 'stop-answers'],
      advice: 'Let `quit` end a running search as `stop` does; do not wait for it to finish.',
    },
    async (talk) => {
      await talk.open();
      await talk.think();
      talk.send('quit');
      await talk.left(waits.answer, 'the end of the process after `quit` in mid-search');
    },
  ),
  check(
    {
      id: 'quit-prompt',
      level: 'should',
      sentence: `ends within ${waits.prompt / 1000} s of \`quit\``,
      clause: clauseOf('quit'),
      needs: ['quit'],
      advice: 'Exit at once; what you save on the way out should take no longer than a moment.',
    },
    async (talk) => {
      await talk.introduce();
      talk.send('quit');
      await talk.left(waits.prompt, 'the end of the process after `quit`');
    },
  ),
  check(
    {
      id: 'quit-code',
      level: 'beyond',
      sentence: 'exits with code 0 at `quit`',
      clause: 'What hosts need: an exit that does not look like a crash',
      needs: ['quit'],
      advice: 'Return 0 from main; a crash on the way out shows here as a signal or another code.',
    },
    async (talk) => {
      await talk.introduce();
      talk.send('quit');
      await talk.leftCleanly(waits.answer, 'the end of the process after `quit`');
    },
  ),
  check(
    {
      id: 'input-ends',
      level: 'beyond',
      sentence: 'ends when its input is closed',
      clause: HOSTS,
      needs: ['cfpok'],
      advice:
        'Exit when reading stdin says that it is at its end; a loop that reads on there takes a whole core.',
    },
    async (talk) => {
      await talk.introduce();
      await talk.leftAlone();
    },
  ),
  check(
    {
      id: 'input-ends-thinking',
      level: 'beyond',
      sentence: 'ends when its input is closed while it thinks',
      clause: HOSTS,
      needs: ['input-ends', 'stop-answers'],
      advice: 'Let the end of stdin end a running search, too.',
    },
    async (talk) => {
      await talk.open();
      await talk.think();
      await talk.leftAlone();
    },
  ),
];
