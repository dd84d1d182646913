/** CFP: how an engine leaves. */
import type { Check } from '../../conformance.ts';
import { exitCode, inputEnds, inputEndsThinking, LEFT, quitPrompt, quitThinking } from '../../leaving.ts';
import { waits } from '../../check-talk.ts';
import { clauseOf } from '../messages.ts';
import { check, type CfpTalk } from './cfp-talk.ts';

const QUIT = clauseOf('quit');

async function quit(talk: CfpTalk): Promise<void> {
  await talk.introduce();
  talk.send('quit');
}

async function think(talk: CfpTalk): Promise<void> {
  await talk.open();
  await talk.think();
}

export const leavingChecks: readonly Check[] = [
  check(
    {
      id: 'quit',
      level: 'must',
      sentence: 'ends at `quit`, also where that comes directly after `cfpok`',
      clause: QUIT,
      needs: ['cfpok'],
      advice:
        'At `quit` end every thread and exit. A GUI that only wants your name and options quits this early.',
    },
    async (talk) => {
      await quit(talk);
      await talk.left(waits.answer, LEFT);
    },
  ),
  quitThinking(check, { clause: QUIT, needs: ['quit', 'stop-answers'] }, think),
  quitPrompt(check, { clause: QUIT, needs: ['quit'] }, quit),
  exitCode(check, { needs: ['quit'] }, quit),
  inputEnds(check, { needs: ['cfpok'] }, (talk) => talk.introduce()),
  inputEndsThinking(check, { needs: ['input-ends', 'stop-answers'] }, think),
];
