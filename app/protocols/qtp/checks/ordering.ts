/** QTP: commands that are sent without waiting. */
import { Breach, type Check } from '../../conformance.ts';
import { check, moving, nothing, placementOf, told, type QtpTalk } from './qtp-talk.ts';

const ORDER = 'QTP, Responses, one for each command in order';

/** The answers to what was sent at once, by their marks. @throws Breach where they come in another order */
async function expectMarks(talk: QtpTalk, commands: readonly string[], marks: string): Promise<void> {
  for (const [at, command] of commands.entries()) {
    const response = await talk.response(command);
    if (response.success === (marks[at] === '=')) continue;
    throw new Breach(`\`${marks[at]}\` in the turn of \`${command}\``, told(response));
  }
}

export const orderingChecks: readonly Check[] = [
  check(
    {
      id: 'commands-at-once',
      level: 'must',
      sentence: 'answers each of several commands that are sent at once',
      clause: ORDER,
      needs: ['walls', 'answers-once'],
      advice:
        'Take one line after the other from what you have read: a read may bring several, or half of one.',
    },
    async (talk) => {
      await talk.game();
      const commands = ['clear_board', 'walls 10', 'clear_board', 'walls 10'];
      talk.send(...commands);
      await expectMarks(talk, commands, '====');
    },
  ),
  check(
    {
      id: 'order',
      level: 'must',
      sentence: 'answers commands in the order in which they came',
      clause: ORDER,
      needs: ['commands-at-once', 'unknown-fails'],
      advice:
        'Finish one command before you begin the next: answers name no command, so their order is all there is.',
    },
    async (talk) => {
      await talk.game();
      const commands = ['clear_board', nothing, 'walls 10', 'clear_board', nothing];
      talk.send(...commands);
      await expectMarks(talk, commands, '=?==?');
    },
  ),
  check(
    {
      id: 'order-thinking',
      level: 'must',
      sentence: 'answers what is sent while it thinks after its move, in order',
      clause: ORDER,
      needs: ['order', 'genmove-form', 'genmove-once', 'response-ends'],
      advice: 'Keep the lines that come during a search, and take them up after the move is printed.',
    },
    async (talk) => {
      await talk.game();
      talk.send('genmove black', nothing, 'walls 10');
      placementOf(await talk.response('genmove black', moving));
      await expectMarks(talk, [nothing, 'walls 10'], '?=');
    },
  ),
];
