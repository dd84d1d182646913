/** NMM: how an engine leaves. */
import type { Check } from '../../conformance.ts';
import { exitCode, inputEnds, inputEndsThinking, LEFT, quitPrompt, quitThinking } from '../../leaving.ts';
import { waits } from '../../check-talk.ts';
import { check, type NmmTalk } from './nmm-talk.ts';

const QUIT = 'NMM, Messages From GUI To Engine, quit';

const quit = (talk: NmmTalk): Promise<void> => talk.begin('quit');

async function think(talk: NmmTalk): Promise<void> {
  await talk.begin();
  await talk.think();
}

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
      await quit(talk);
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
  quitThinking(check, { clause: QUIT, needs: ['quit', 'go'] }, think),
  quitPrompt(check, { clause: QUIT, needs: ['quit'] }, quit),
  exitCode(
    check,
    {
      level: 'should',
      sentence: 'exits gracefully at `quit`, with code 0',
      clause: QUIT,
      needs: ['quit'],
    },
    quit,
  ),
  inputEnds(check, { needs: ['ready'] }, (talk) => talk.begin()),
  inputEndsThinking(check, { needs: ['input-ends', 'go'] }, think),
];
