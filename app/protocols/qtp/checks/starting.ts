/** QTP: `boardsize`, `clear_board` and `walls`. */
import { Breach, notOffered, type Check } from '../../conformance.ts';
import { check, isUnknown, scene, told } from './qtp-talk.ts';

const BOARDSIZE = 'QTP, Commands, boardsize';
const CLEAR = 'QTP, Commands, clear_board';
const WALLS = 'QTP, Commands, walls';

/** Beyond what the protocol supports. */
const tooLarge = 'boardsize 26';

export const startingChecks: readonly Check[] = [
  check(
    {
      id: 'boardsize',
      level: 'must',
      sentence: 'takes `boardsize 9`, or says that it cannot',
      clause: BOARDSIZE,
      needs: ['response'],
      advice:
        'Answer `=` to a size that you can play on, and `? unacceptable size` to others. The checks that need a board are held on 9 by 9.',
    },
    async (talk) => {
      const response = await talk.ask('boardsize 9');
      if (response.success) return;
      if (response.lines[0] === 'unacceptable size' && !isUnknown(response)) return notOffered;
      throw new Breach('`=` for `boardsize 9`', told(response));
    },
  ),
  check(
    {
      id: 'boardsize-refused',
      level: 'must',
      sentence: 'refuses a size that it cannot handle: 26, unless it can',
      clause: BOARDSIZE,
      needs: ['boardsize'],
      advice: 'Answer `? unacceptable size`; 25 is the largest that the protocol has.',
    },
    async (talk) => {
      const response = await talk.ask(tooLarge);
      if (!response.success) return undefined;
      // A board beyond the protocol's is no fault where it is really there: walls of both upper corners stand on it.
      await talk.follow('= clear_board', '= walls 2');
      for (const corner of ['playwall black A26 horizontal', 'playwall white Y26 horizontal']) {
        const stands = await talk.ask(corner);
        if (!stands.success)
          throw new Breach(
            `\`?\` for \`${tooLarge}\`, or a board of that size`,
            `${told(stands)} for \`${corner}\``,
          );
      }
      return notOffered;
    },
  ),
  check(
    {
      id: 'boardsize-message',
      level: 'should',
      sentence: 'says `unacceptable size` of a size that it cannot handle',
      clause: BOARDSIZE,
      needs: ['boardsize-refused'],
      advice: 'Print the error message as it stands in the text.',
    },
    (talk) => talk.refusedWith(tooLarge, 'unacceptable size'),
  ),
  check(
    {
      id: 'boardsize-syntax',
      level: 'should',
      sentence: 'refuses `boardsize` with a word that is not a number',
      clause: BOARDSIZE,
      needs: ['boardsize'],
      advice: 'Look whether the whole word is a number before you take it for one.',
    },
    async (talk) => {
      await talk.refused('boardsize nine');
    },
  ),
  check(
    {
      id: 'error-explained',
      level: 'should',
      sentence: 'explains a failure behind `?`',
      clause: 'QTP, Responses',
      needs: ['boardsize-syntax'],
      advice: 'Print a message behind the question mark: people read it.',
    },
    async (talk) => {
      if ((await talk.refused('boardsize nine')) === '') throw new Breach('a message behind `?`', 'none');
    },
  ),
  check(
    {
      id: 'clear-board',
      level: 'must',
      sentence: 'obeys `clear_board`',
      clause: CLEAR,
      needs: ['boardsize'],
      advice:
        '`clear_board` never fails: put both pawns on their first cells, take all walls off, answer `=`.',
    },
    (talk) => talk.follow('= boardsize 9', '= clear_board'),
  ),
  scene(
    {
      id: 'walls',
      level: 'must',
      sentence: 'obeys `walls 10`',
      clause: WALLS,
      needs: ['clear-board'],
      advice: '`walls` never fails: give each side that number of walls, answer `=`.',
    },
    10,
  ),
  scene(
    {
      id: 'walls-zero',
      level: 'must',
      sentence: 'obeys `walls 0`',
      clause: `${WALLS}; Entities, int`,
      needs: ['walls'],
      advice: 'A game without walls is one: 0 is a number as any other.',
    },
    0,
  ),
];
