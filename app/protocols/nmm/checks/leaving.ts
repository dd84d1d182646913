/** NMM: how an engine leaves. */
import type { Check } from '../../conformance.ts';
import { waits } from '../../check-talk.ts';
import { check } from './nmm-talk.ts';

const QUIT = 'NMM, Messages From GUI To Engine, quit';
const HOSTS = 'What hosts need: an engine that leaves when nobody speaks to it any more';
const LEFT = 'the end of the process after `quit`';

export const leavingChecks: readonly Check[] = [
  check(
    {
      id: 'quit',
      level: 'must',
      sentence: 'ends at `quit`',
      clause: QUIT,
      needs: ['ready'],
      advice: 'At `quit` end every thread and exit, also where `init` or a game never came.',
    },
    async (talk) => {
      await talk.begin();
      talk.send('quit');
      await talk.left(waits.answer, LEFT);
    },
  ),
  check(
    {
      id: 'quit-early',
      level: 'should',
      sentence: 'ends at a `quit` that comes before `init`',
      clause: QUIT,
      needs: ['quit'],
      advice:
        'Read `quit` in whatever state you are: a GUI that only looks whether you start quits this early.',
    },
    async (talk) => {
      await talk.ready();
      talk.send('quit');
      await talk.left(waits.answer, LEFT);
    },
  ),
  check(
    {
      id: 'quit-thinking',
      level: 'must',
      sentence: 'ends at `quit` while it thinks',
      clause: QUIT,
      needs: ['quit', 'go'],
      advice: 'Let `quit` end a running search as `stop` does; do not wait for it to finish.',
    },
    async (talk) => {
      await talk.begin();
      await talk.think();
      talk.send('quit');
      await talk.left(waits.answer, `${LEFT} in mid-search`);
    },
  ),
  check(
    {
      id: 'quit-prompt',
      level: 'should',
      sentence: `ends within ${waits.prompt / 1000} s of \`quit\``,
      clause: QUIT,
      needs: ['quit'],
      advice: 'Exit at once; what you save on the way out should take no longer than a moment.',
    },
    async (talk) => {
      await talk.begin();
      talk.send('quit');
      await talk.left(waits.prompt, LEFT);
    },
  ),
  check(
    {
      id: 'quit-code',
      level: 'should',
      sentence: 'exits gracefully at `quit`, with code 0',
      clause: QUIT,
      needs: ['quit'],
      advice: 'Return 0 from main; a crash on the way out shows here as a signal or another code.',
    },
    async (talk) => {
      await talk.begin();
      talk.send('quit');
      await talk.leftCleanly(waits.answer, LEFT);
    },
  ),
  check(
    {
      id: 'input-ends',
      level: 'beyond',
      sentence: 'ends when its input is closed',
      clause: HOSTS,
      needs: ['ready'],
      advice:
        'Exit when reading stdin says that it is at its end; a loop that reads on there takes a whole core.',
    },
    async (talk) => {
      await talk.begin();
      await talk.leftAlone();
    },
  ),
  check(
    {
      id: 'input-ends-thinking',
      level: 'beyond',
      sentence: 'ends when its input is closed while it thinks',
      clause: HOSTS,
      needs: ['input-ends', 'go'],
      advice: 'Let the end of stdin end a running search, too.',
    },
    async (talk) => {
      await talk.begin();
      await talk.think();
      await talk.leftAlone();
    },
  ),
];
