/** CFSI: plays that wait for each other, and ones that cannot be read. */
import { Breach, type Check } from '../../conformance.ts';
import { waits } from '../../check-talk.ts';
import { check, columnWords, isKind, openOnly, usual } from './cfsi-talk.ts';

const PLAY = 'CFSI, Commands, play';

export const queueingChecks: readonly Check[] = [
  check(
    {
      id: 'plays-each',
      level: 'must',
      sentence: 'answers each of several plays that are sent at once',
      clause: PLAY,
      needs: ['play-once'],
      advice: 'Put plays into a queue and answer each of them.',
    },
    async (talk) => {
      await talk.start();
      for (let count = 0; count < 3; count++) talk.play(usual);
      for (let count = 0; count < 3; count++) await talk.answered('three `bestmove` for three `play`');
    },
  ),
  check(
    {
      id: 'plays-in-order',
      level: 'must',
      sentence: 'answers plays in the order in which they came, each for its own board',
      clause: 'CFSI, Introduction, key points',
      needs: ['plays-each', 'open-column'],
      advice: 'Work on one play after the other. Answers name no play: their order is all that a client has.',
    },
    async (talk) => {
      await talk.start();
      const columns = [5, 0, 3];
      for (const column of columns) talk.play(openOnly(column));
      for (const column of columns) {
        const answer = await talk.bestmove();
        if (answer.column === column) continue;
        throw new Breach(`${columnWords(column)}, for the play whose turn it is`, columnWords(answer.column));
      }
    },
  ),
  check(
    {
      id: 'invalid-play',
      level: 'may',
      sentence: 'says that a `play` cannot be read, by a `debug` line',
      clause: 'CFSI, Responses, debug',
      needs: ['play'],
      advice:
        'Print `debug Command PLAY called with invalid arguments.`: a client learns from it that no `bestmove` comes.',
    },
    async (talk) => {
      await talk.start();
      talk.send('play 6/6/6 a 1');
      await talk.until(
        (heard) => (isKind('debug')(heard) ? true : undefined),
        waits.answer,
        '`debug` after a `play` for a token that there is not',
      );
    },
  ),
  check(
    {
      id: 'invalid-play-lives',
      level: 'must',
      sentence: 'answers plays after one that it could not read',
      clause: 'CFSI, Responses, debug',
      needs: ['play'],
      advice: 'Leave a play alone that you cannot read, and go on with the next command.',
    },
    async (talk) => {
      await talk.start();
      talk.send('play 6/6/6 a 1');
      await talk.listen(waits.thinking);
      talk.play(usual);
      await talk.answered();
    },
  ),
];
