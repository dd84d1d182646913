/** CFP: the debug mode. Which infos are of it cannot be seen, but how many there are can. */
import { Breach, type Check } from '../../conformance.ts';
import { waits } from '../../check-talk.ts';
import { clauseOf } from '../messages.ts';
import { check, emptyBoard, type CfpTalk } from './cfp-talk.ts';

/** Infos during a few commands that need no thinking. */
async function infos(talk: CfpTalk): Promise<number> {
  const before = talk.said.length;
  for (let round = 0; round < 2; round++) {
    talk.send(`position ${emptyBoard}`);
    await talk.ready();
  }
  await talk.listen(waits.thinking);
  return talk.said.slice(before).filter(({ message }) => message?.kind === 'info').length;
}

/** What is said of the command itself belongs to neither mode. */
async function changeMode(talk: CfpTalk, command: 'debug on' | 'debug off'): Promise<void> {
  talk.send(command);
  await talk.ready();
  await talk.listen(waits.thinking);
}

/** And in a whole search. */
async function infosOfSearch(talk: CfpTalk): Promise<number> {
  const before = talk.said.length;
  await talk.think();
  await talk.stop();
  await talk.ready();
  return talk.said.slice(before).filter(({ message }) => message?.kind === 'info').length;
}

export const debugChecks: readonly Check[] = [
  check(
    {
      id: 'debug-on',
      level: 'should',
      sentence: 'sends `info` lines after `debug on`',
      clause: clauseOf('debug'),
      needs: ['stop-answers'],
      advice:
        'In debug mode print what helps to find a fault, such as each command that you receive, as `info` lines.',
    },
    async (talk) => {
      await talk.open();
      talk.send('debug on');
      if ((await infosOfSearch(talk)) === 0)
        throw new Breach('an `info` during a search in debug mode', 'none');
    },
  ),
  check(
    {
      id: 'debug-off-first',
      level: 'should',
      sentence: 'says less before `debug on` than after it',
      clause: clauseOf('debug'),
      needs: ['debug-on'],
      advice: 'Begin with the debug mode switched off.',
    },
    async (talk) => {
      await talk.open();
      const before = await infos(talk);
      await changeMode(talk, 'debug on');
      const on = await infos(talk);
      if (before > 0 && before >= on) {
        throw new Breach(
          'fewer `info` lines before `debug on` than after it',
          `${before} before, ${on} after`,
        );
      }
    },
  ),
  check(
    {
      id: 'debug-off',
      level: 'should',
      sentence: 'says less after `debug off` than after `debug on`',
      clause: clauseOf('debug'),
      needs: ['debug-on'],
      advice: 'Switch the debug mode off at `debug off`.',
    },
    async (talk) => {
      await talk.open();
      await changeMode(talk, 'debug on');
      const on = await infos(talk);
      await changeMode(talk, 'debug off');
      const off = await infos(talk);
      if (off > 0 && off >= on) {
        throw new Breach(
          'fewer `info` lines after `debug off`',
          `${on} after \`debug on\`, ${off} after \`debug off\``,
        );
      }
    },
  ),
];
