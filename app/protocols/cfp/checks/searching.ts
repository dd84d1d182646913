/** CFP: a search from `go` over `stop` to `bestmove`. */
import { Breach, type Check } from '../../conformance.ts';
import { quoted } from '../../text.ts';
import { waits } from '../../check-talk.ts';
import { clauseOf } from '../messages.ts';
import { check } from './cfp-talk.ts';

export const searchChecks: readonly Check[] = [
  check(
    {
      id: 'stop-answers',
      level: 'must',
      sentence: 'answers `stop` with `bestmove`',
      clause: clauseOf('stop'),
      needs: ['isready'],
      advice:
        'Search where stdin can be read at the same time (a thread, or a look at stdin now and then), end the search at `stop`, and print `bestmove` with the best column so far. An answer that is ready before waits for `stop`.',
    },
    async (talk) => {
      await talk.open();
      await talk.think();
      await talk.stop();
    },
  ),
  check(
    {
      id: 'bestmove-form',
      level: 'must',
      sentence: 'writes `bestmove` and one digit from 0 to 6',
      clause: clauseOf('bestmove'),
      needs: ['stop-answers'],
      advice: 'Print `bestmove`, a blank and the column counted from 0 at the left, and nothing else.',
    },
    async (talk) => {
      await talk.open();
      await talk.think();
      await talk.stop();
      const line = talk.said.findLast(({ message }) => message?.kind === 'bestmove')!.line;
      if (!/^bestmove [0-6]$/.test(line))
        throw new Breach('`bestmove` and a digit from 0 to 6', quoted(line));
    },
  ),
  check(
    {
      id: 'go-again',
      level: 'must',
      sentence: 'searches the position once more at another `go`',
      clause: clauseOf('go'),
      needs: ['stop-answers'],
      advice: 'Keep the position and leave nothing of the last search behind, its stop flag for one.',
    },
    async (talk) => {
      await talk.open();
      await talk.think();
      await talk.stop();
      await talk.ready();
      talk.send('go');
      await talk.listen(waits.thinking);
      await talk.stop();
    },
  ),
  check(
    {
      id: 'cfpnewgame',
      level: 'must',
      sentence: 'is ready for a search after `cfpnewgame`',
      clause: clauseOf('cfpnewgame'),
      needs: ['stop-answers'],
      advice:
        'At `cfpnewgame` forget what belongs to the last game, and answer the `isready` that follows. It has no answer of its own.',
    },
    async (talk) => {
      await talk.open();
      talk.send('cfpnewgame');
      await talk.ready(waits.opening);
      await talk.think();
      await talk.stop();
    },
  ),
];
