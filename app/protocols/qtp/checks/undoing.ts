/** QTP: `undo`. */
import { notOffered, type Check } from '../../conformance.ts';
import { check, commandFor, optional, scene, walk } from './qtp-talk.ts';

const UNDO = 'QTP, Commands, undo';

export const undoingChecks: readonly Check[] = [
  check(
    {
      id: 'undo',
      level: 'must',
      sentence: 'obeys `undo` after a move',
      clause: UNDO,
      needs: ['playmove'],
      ...optional,
      advice: '`undo` without a number takes one move back: do not wait for the number.',
    },
    async (talk) => {
      await talk.game();
      await talk.accepted('playmove black E8');
      return (await talk.offered('undo')) ? undefined : notOffered;
    },
  ),
  scene(
    {
      id: 'undo-moves',
      level: 'must',
      sentence: 'takes back the last move at `undo`',
      clause: UNDO,
      needs: ['undo'],
      advice: 'Put the pawn back onto the cell from which it came.',
    },
    10,
    ...walk('black', 'E8'),
    '= undo',
    ...walk('black', 'E8'),
  ),
  scene(
    {
      id: 'undo-times',
      level: 'must',
      sentence: 'takes back as many moves as `undo` names',
      clause: UNDO,
      needs: ['undo', 'same-color'],
      advice: 'Read the number behind `undo`.',
    },
    10,
    ...walk('black', 'E8 E7'),
    '= undo 2',
    ...walk('black', 'D9'),
  ),
  scene(
    {
      id: 'undo-wall',
      level: 'must',
      sentence: 'gives the wall back that `undo` takes off',
      clause: UNDO,
      needs: ['undo', 'playwall'],
      advice: 'Keep the number of walls with each move of the history, or count it up again.',
    },
    1,
    '= playwall black D5 horizontal',
    '= undo',
    '= playwall black B3 horizontal',
  ),
  scene(
    {
      id: 'undo-wall-off',
      level: 'must',
      sentence: 'takes the wall off that `undo` is about',
      clause: UNDO,
      needs: ['undo', 'wall-horizontal', 'playwall-vertical', 'playwall-white'],
      advice: 'Take the wall off the board, in whatever table you keep for the search, too.',
    },
    10,
    '= playwall black D9 horizontal',
    '= undo',
    // It would bar this step, and this wall would cross it.
    ...walk('black', 'E8'),
    '= playwall white D9 vertical',
    '= undo',
    '= playwall white D9 horizontal',
  ),
  check(
    {
      id: 'undo-genmove',
      level: 'must',
      sentence: 'takes back a move that it has generated',
      clause: UNDO,
      needs: ['undo', 'genmove-plays'],
      advice: 'Put moves of `genmove` into the same history as those that you were told.',
    },
    async (talk) => {
      await talk.game();
      const placement = await talk.generated(0);
      await talk.follow('= undo', `= ${commandFor(0, placement)}`);
    },
  ),
  scene(
    {
      id: 'undo-none',
      level: 'must',
      sentence: 'refuses `undo` where no move was played',
      clause: UNDO,
      needs: ['undo'],
      advice: 'Answer `? cannot undo` where the history is empty.',
    },
    10,
    '? undo',
  ),
  scene(
    {
      id: 'undo-message',
      level: 'should',
      sentence: 'says `cannot undo` where no move was played',
      clause: UNDO,
      needs: ['undo-none'],
      advice: 'Print the error message as it stands in the text.',
    },
    10,
    '? undo: cannot undo',
  ),
  scene(
    {
      id: 'undo-too-many',
      level: 'must',
      sentence: 'refuses to take back more moves than were played',
      clause: UNDO,
      needs: ['undo'],
      advice: 'Compare the number with the length of the history.',
    },
    10,
    ...walk('black', 'D9'),
    '? undo 5',
  ),
  scene(
    {
      id: 'undo-kept',
      level: 'must',
      sentence: 'takes back nothing where it was asked for too many moves',
      clause: "QTP, The engine's state",
      needs: ['undo-too-many', 'same-color'],
      advice: 'Compare before you begin: a failed command changes nothing.',
    },
    10,
    ...walk('black', 'E8'),
    '? undo 6',
    ...walk('black', 'E7'),
  ),
  scene(
    {
      id: 'clear-history',
      level: 'must',
      sentence: 'forgets its moves at `clear_board`',
      clause: 'QTP, Commands, clear_board',
      needs: ['undo-none', 'clear-moves'],
      advice: 'Empty the history together with the board.',
    },
    10,
    ...walk('black', 'D9'),
    '= clear_board',
    '= walls 10',
    '? undo',
  ),
];
