/** QTP: pawns that are told where to go. What is illegal, the rules of Quoridor say. */
import type { Check } from '../../conformance.ts';
import { face, scene, walk } from './qtp-talk.ts';

const PLAYMOVE = 'QTP, Commands, playmove';
const RULES = 'QTP, Commands, playmove; rules of Quoridor';

export const playingChecks: readonly Check[] = [
  scene(
    {
      id: 'playmove',
      level: 'must',
      sentence: 'plays a step of Black, who begins on E9',
      clause: PLAYMOVE,
      needs: ['walls'],
      advice: 'Black begins at the top in the middle and goes down, A1 being the lower left corner.',
    },
    10,
    '= playmove black E8',
  ),
  scene(
    {
      id: 'playmove-white',
      level: 'must',
      sentence: 'plays a step of White, who begins on E1',
      clause: PLAYMOVE,
      needs: ['playmove'],
      advice: 'White begins at the bottom in the middle and goes up.',
    },
    10,
    ...walk('black', 'E8'),
    ...walk('white', 'E2'),
  ),
  scene(
    {
      id: 'white-first',
      level: 'must',
      sentence: 'plays a step of White before any of Black',
      clause: `${PLAYMOVE}, effects`,
      needs: ['playmove-white'],
      advice: '`playmove` says whose move it is: do not look at whose turn it would be in a game.',
    },
    10,
    ...walk('white', 'E2'),
  ),
  scene(
    {
      id: 'same-color',
      level: 'must',
      sentence: 'plays moves of one colour in a row',
      clause: `${PLAYMOVE}, comments`,
      needs: ['playmove'],
      advice:
        'Do not look at whose turn it is: the command names the colour, and positions are told by such moves.',
    },
    10,
    ...walk('black', 'E8 E7'),
  ),
  scene(
    {
      id: 'illegal-move',
      level: 'must',
      sentence: 'refuses an illegal move',
      clause: PLAYMOVE,
      needs: ['playmove'],
      advice: 'Answer `? illegal move` and leave the board alone: no pawn steps diagonally over nothing.',
    },
    10,
    '? playmove black D8',
    '? playmove black E7',
  ),
  scene(
    {
      id: 'illegal-far',
      level: 'must',
      sentence: 'refuses moves to cells that are far',
      clause: PLAYMOVE,
      needs: ['illegal-move'],
      advice: 'Compare the cell with the legal ones, not its column or its row alone.',
    },
    10,
    '? playmove black D7',
    '? playmove black C9',
    '? playmove black E2',
  ),
  scene(
    {
      id: 'illegal-move-message',
      level: 'should',
      sentence: 'says `illegal move` of an illegal move',
      clause: PLAYMOVE,
      needs: ['illegal-move'],
      advice: 'Print the error message as it stands in the text.',
    },
    10,
    '? playmove black D8: illegal move',
  ),
  scene(
    {
      id: 'illegal-move-kept',
      level: 'must',
      sentence: 'leaves the board as it was where a move was illegal',
      clause: "QTP, The engine's state",
      needs: ['illegal-move'],
      advice: 'Look whether the move is legal before you move the pawn: a failed command changes nothing.',
    },
    10,
    '? playmove black E7',
    '= playmove black E8',
  ),
  scene(
    {
      id: 'letters',
      level: 'must',
      sentence: 'reads the letters A to I, with none left out',
      clause: 'QTP, Vertices',
      needs: ['same-color'],
      advice: 'Count letters from A without leaving I out, as Go does.',
    },
    10,
    ...walk('black', 'F9 G9 H9 I9'),
  ),
  scene(
    {
      id: 'off-board',
      level: 'should',
      sentence: 'refuses a vertex that is not on the board',
      clause: 'QTP, Vertices',
      needs: ['illegal-move', 'letters'],
      advice: 'Compare letter and number with the size of the board.',
    },
    10,
    ...walk('black', 'F9 G9 H9 I9'),
    '? playmove black J9',
  ),
  scene(
    {
      id: 'syntax-move',
      level: 'should',
      sentence: 'refuses `playmove` with a word that is not a colour',
      clause: PLAYMOVE,
      needs: ['playmove'],
      advice: 'Answer `? syntax error` to what is neither white nor black.',
    },
    10,
    '? playmove purple E8',
  ),
  scene(
    {
      id: 'occupied',
      level: 'must',
      sentence: 'refuses a step onto the other pawn',
      clause: RULES,
      needs: ['illegal-move', 'playmove-white'],
      advice: 'A cell holds one pawn.',
    },
    10,
    ...face,
    '? playmove white E5',
  ),
  scene(
    {
      id: 'jump',
      level: 'must',
      sentence: 'plays a jump over the other pawn',
      clause: RULES,
      needs: ['playmove-white'],
      advice: 'A pawn that stands before another may jump straight over it.',
    },
    10,
    ...face,
    '= playmove white E6',
  ),
  scene(
    {
      id: 'jump-aside-refused',
      level: 'must',
      sentence: 'refuses a diagonal jump where the straight one is open',
      clause: RULES,
      needs: ['illegal-move', 'playmove-white'],
      advice: "A pawn jumps aside only where a wall or the board's edge is behind the other.",
    },
    10,
    ...face,
    '? playmove white D5',
  ),
];
