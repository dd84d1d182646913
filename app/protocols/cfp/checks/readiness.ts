/** CFP: `isready` where no search runs. */
import { Breach, type Check } from '../../conformance.ts';
import { waits } from '../../check-talk.ts';
import { clauseOf } from '../messages.ts';
import { check, isCommand } from './cfp-talk.ts';

export const readinessChecks: readonly Check[] = [
  check(
    {
      id: 'isready',
      level: 'must',
      sentence: 'answers `isready` with `readyok`',
      clause: clauseOf('isready'),
      needs: ['cfpok'],
      advice:
        'At `isready` finish what there is to prepare, then print `readyok` and flush. A GUI waits for it before every search.',
    },
    (talk) => talk.open(),
  ),
  check(
    {
      id: 'isready-each',
      level: 'must',
      sentence: 'answers each `isready` with one `readyok`',
      clause: clauseOf('readyok'),
      needs: ['isready'],
      advice: 'Print one `readyok` for each `isready`: a GUI counts them to know what has been heard.',
    },
    async (talk) => {
      await talk.introduce();
      talk.send('isready', 'isready', 'isready');
      const isReadyok = isCommand('readyok');
      for (let count = 0; count < 3; count++) {
        await talk.until(
          (message) => (isReadyok(message) ? true : undefined),
          waits.opening,
          'three `readyok` for three `isready`',
        );
      }
      const more = await talk.listen(waits.quiet);
      if (more.some(({ message }) => isReadyok(message))) {
        throw new Breach('three `readyok` for three `isready`', 'a fourth one');
      }
    },
  ),
];
