/** CFSI: `start`, `ping` and what is said on the way. */
import { Breach, type Check } from '../../conformance.ts';
import { waits } from '../../check-talk.ts';
import { check, isKind } from './cfsi-talk.ts';

const START = 'CFSI, Commands, start';
const PING = 'CFSI, Commands, ping';

export const startingChecks: readonly Check[] = [
  check(
    {
      id: 'started',
      level: 'must',
      sentence: 'answers `start` with `started`',
      clause: START,
      needs: [],
      advice:
        'Read lines from stdin, and at `start` print `started` with a newline and flush stdout at once: output to a pipe is held back otherwise.',
    },
    (talk) => talk.start(),
  ),
  check(
    {
      id: 'started-once',
      level: 'must',
      sentence: 'says `started` once',
      clause: START,
      needs: ['started'],
      advice: 'Print `started` when the initialization is complete, and at no other time.',
    },
    async (talk) => {
      await talk.start();
      await talk.quiet('one `started`', 'started');
    },
  ),
  check(
    {
      id: 'ping',
      level: 'must',
      sentence: 'answers `ping` with `pong`',
      clause: PING,
      needs: ['started'],
      advice: 'Print `pong` at every `ping`, from where stdin is read.',
    },
    async (talk) => {
      await talk.start();
      await talk.ping();
    },
  ),
  check(
    {
      id: 'ping-unstarted',
      level: 'must',
      sentence: 'answers `ping` even before `start`',
      clause: PING,
      needs: ['ping'],
      advice: '`ping` can be sent any time: answer it in every state of the server.',
    },
    (talk) => talk.ping(),
  ),
  check(
    {
      id: 'ping-each',
      level: 'must',
      sentence: 'answers each `ping` with one `pong`',
      clause: PING,
      needs: ['ping'],
      advice: 'Print one `pong` for each `ping`: a client measures by them what has been heard.',
    },
    async (talk) => {
      await talk.start();
      talk.send('ping', 'ping', 'ping');
      const expected = 'three `pong` for three `ping`';
      for (let count = 0; count < 3; count++) {
        await talk.until((heard) => (heard.kind === 'pong' ? true : undefined), waits.answer, expected);
      }
      await talk.quiet(expected, 'pong');
    },
  ),
  check(
    {
      id: 'unknown-lives',
      level: 'must',
      sentence: 'keeps running after a command that it does not know',
      clause: 'CFSI, Responses, debug: syntax errors can be told',
      needs: ['ping'],
      advice: 'Leave an unknown line alone, or complain with a `debug` line.',
    },
    async (talk) => {
      await talk.start();
      talk.send('joho', '');
      await talk.listen(waits.thinking);
      await talk.ping();
    },
  ),
  check(
    {
      id: 'unknown-command',
      level: 'beyond',
      sentence: 'does not answer an unknown command as another one',
      clause: 'What clients need: the text says nothing of such a line',
      needs: ['unknown-lives'],
      advice: 'Leave an unknown line alone, or complain with a `debug` line.',
    },
    async (talk) => {
      await talk.start();
      talk.send('joho');
      const said = await talk.listen(waits.thinking);
      const answer = said.find(({ message }) => isKind('bestmove', 'pong')(message));
      if (answer) throw new Breach('no answer to an unknown command', `\`${answer.line}\``);
      await talk.ping();
    },
  ),
];
