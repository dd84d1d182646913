/** QTP: what begins anew, and a refused size, which leaves the game as it is. */
import { notOffered, type Check } from '../../conformance.ts';
import { blackNear, check, isUnknown, scene, walk } from './qtp-talk.ts';

const CLEAR = 'QTP, Commands, clear_board';
const STATE = "QTP, The engine's state";

const cleared = ['= clear_board', '= walls 10'];

export const resettingChecks: readonly Check[] = [
  scene(
    {
      id: 'clear-moves',
      level: 'must',
      sentence: 'puts the pawns back at `clear_board`',
      clause: CLEAR,
      needs: ['playmove'],
      advice: 'Put both pawns on their first cells, whatever has been played.',
    },
    10,
    ...walk('black', 'E8'),
    ...cleared,
    ...walk('black', 'E8'),
  ),
  scene(
    {
      id: 'clear-walls',
      level: 'must',
      sentence: 'takes the walls off at `clear_board`',
      clause: CLEAR,
      needs: ['playmove', 'playwall-white'],
      advice: 'Take every wall off, in whatever table you keep for the search, too.',
    },
    10,
    '= playwall black D9 horizontal',
    '= playwall white D5 horizontal',
    ...cleared,
    ...walk('black', 'E8'),
    // The same wall again: it crosses none and overlaps none where the old one is gone.
    '= playwall white D5 horizontal',
  ),
  scene(
    {
      id: 'boardsize-kept',
      level: 'must',
      sentence: 'leaves the game as it was where a size was refused',
      clause: STATE,
      needs: ['boardsize-refused', 'same-color'],
      advice: 'Look at the size before you begin anything anew: a failed command changes nothing.',
    },
    10,
    ...walk('black', 'E8'),
    '? boardsize 26',
    ...walk('black', 'E7'),
  ),
  check(
    {
      id: 'new-game',
      level: 'must',
      sentence: 'plays another game after one that was won',
      clause: CLEAR,
      needs: ['same-color'],
      advice: 'Clear whatever says that the game is over: a session may have many games.',
    },
    async (talk) => {
      await talk.game();
      await talk.follow(...blackNear, ...walk('black', 'G1'));
      await talk.game();
      await talk.accepted('playmove black E8');
    },
  ),
  check(
    {
      id: 'size-five',
      level: 'must',
      sentence: 'plays on 5 by 5 where it takes that size',
      clause: 'QTP, Commands, boardsize; Vertices',
      needs: ['playmove', 'playmove-white'],
      advice:
        'On a smaller board A1 is the lower left corner still, and `clear_board` keeps the size. Refuse a size that you do not have.',
    },
    async (talk) => {
      const response = await talk.ask('boardsize 5');
      if (!response.success && !isUnknown(response)) return notOffered;
      await talk.follow('= clear_board', '= walls 3', '= playmove black C4', '= playmove white C2');
      return undefined;
    },
  ),
];
