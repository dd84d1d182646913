/** QTP: `playwall`, and what walls do to moves. The rules of Quoridor decide which are legal. */
import { waits } from '../../check-talk.ts';
import { Breach } from '../../conformance.ts';
import { MOVE_RULES } from './moves.ts';
import { face, table, walk } from './qtp-talk.ts';

const PLAYWALL = 'QTP, Commands, playwall';
const WALL_RULES = 'QTP, Commands, playwall; rules of Quoridor';
const WALL = 'QTP, Entities, wall';
const COUNT = 'QTP, Commands, playwall, effects';

export const wallingChecks = table([
  {
    id: 'playwall',
    sentence: 'puts up a horizontal wall',
    clause: PLAYWALL,
    needs: ['walls'],
    advice: 'Put the wall up and answer `=`.',
    steps: ['= playwall black D5 horizontal'],
  },
  {
    id: 'playwall-vertical',
    sentence: 'puts up a vertical wall',
    clause: PLAYWALL,
    needs: ['walls'],
    advice: 'Put the wall up and answer `=`.',
    steps: ['= playwall black D5 vertical'],
  },
  {
    id: 'playwall-white',
    sentence: 'puts up a wall of White, too',
    clause: PLAYWALL,
    needs: ['playwall', 'playmove'],
    advice: 'Read the colour: either side has walls.',
    steps: [...walk('black', 'E8'), '= playwall white D5 horizontal'],
  },
  {
    id: 'wall-horizontal',
    sentence: 'bars by a horizontal wall the way down from its vertex and from the cell to the right of it',
    clause: WALL,
    needs: ['playwall', 'playmove-white', 'illegal-move'],
    advice: '`D9 horizontal` lies between the rows 9 and 8, over the columns D and E.',
    steps: ['= playwall black D9 horizontal', ...walk('white', 'E2'), '? playmove black E8'],
  },
  {
    id: 'wall-vertical',
    sentence: 'bars by a vertical wall the way from its vertex to the right',
    clause: WALL,
    needs: ['playwall-vertical', 'playmove-white', 'illegal-move'],
    advice: '`E9 vertical` stands between the columns E and F, over the rows 9 and 8.',
    steps: [
      '= playwall black E9 vertical',
      ...walk('white', 'E2'),
      '? playmove black F9',
      '= playmove black D9',
    ],
  },
  {
    id: 'wall-vertex',
    sentence: 'takes the vertex of a wall for the cell north-west of its centre',
    clause: WALL,
    needs: ['playwall-white', 'playmove-white', 'illegal-move'],
    advice:
      '`E8 horizontal` lies below E8, not above it, and `F9 horizontal` begins with F: look for an offset of one.',
    steps: [
      '= playwall black E8 horizontal',
      '= playwall white F9 horizontal',
      ...walk('black', 'E8'),
      ...walk('white', 'E2'),
      '? playmove black E7',
    ],
  },
  {
    id: 'wall-crossing',
    sentence: 'refuses a wall that crosses another',
    clause: WALL_RULES,
    needs: ['playwall-white'],
    advice: 'No two walls have the same centre.',
    steps: ['= playwall black D5 horizontal', '? playwall white D5 vertical'],
  },
  {
    id: 'wall-overlap',
    sentence: 'refuses a wall that lies over half of another',
    clause: WALL_RULES,
    needs: ['playwall-white'],
    advice: 'Two walls of one orientation are two cells apart at least, along it.',
    steps: [
      '= playwall black D5 horizontal',
      '? playwall white E5 horizontal',
      '? playwall white C5 horizontal',
    ],
  },
  {
    id: 'wall-overlap-vertical',
    sentence: 'refuses a vertical wall that lies over half of another',
    clause: WALL_RULES,
    needs: ['playwall-vertical', 'playwall-white'],
    advice: 'Two vertical walls in line are two rows apart at least: look above and below.',
    steps: ['= playwall black D5 vertical', '? playwall white D6 vertical', '? playwall white D4 vertical'],
  },
  {
    id: 'wall-message',
    level: 'should',
    sentence: 'says `illegal move` of an illegal wall',
    clause: PLAYWALL,
    needs: ['wall-overlap'],
    advice: 'Print the error message as it stands in the text, which has the same one for moves and walls.',
    steps: ['= playwall black D5 horizontal', '? playwall white E5 horizontal: illegal move'],
  },
  {
    id: 'wall-outside',
    level: 'should',
    sentence: 'refuses a wall that does not lie on the board in full',
    clause: WALL_RULES,
    needs: ['playwall'],
    advice: "A wall's vertex is never in the last column nor in row 1.",
    steps: ['? playwall black I5 horizontal', '? playwall black E1 horizontal'],
  },
  {
    id: 'wall-closing',
    sentence: "refuses a wall that closes a pawn's last way to its goal",
    clause: WALL_RULES,
    needs: ['wall-horizontal', 'wall-vertical', 'wall-vertex'],
    advice: 'Look for a way of each pawn to its goal row after the wall; the other pawn is not in it.',
    steps: ['= playwall black D9 vertical', '= playwall white E9 vertical', '? playwall black E8 horizontal'],
  },
  {
    id: 'wall-closing-other',
    sentence: "refuses a wall that closes the other pawn's last way to its goal",
    clause: WALL_RULES,
    needs: ['wall-closing'],
    advice: 'Look for a way of both pawns, whichever side puts the wall up.',
    steps: ['= playwall black D9 vertical', '= playwall white E9 vertical', '? playwall white E8 horizontal'],
  },
  {
    id: 'wall-closing-white',
    sentence: "refuses a wall that closes White's last way to its goal, whichever side puts it up",
    clause: WALL_RULES,
    needs: ['wall-closing'],
    advice: 'Look for a way of White to row 9 as for one of Black to row 1.',
    steps: [
      '= playwall black D2 vertical',
      '= playwall white E2 vertical',
      '? playwall black E3 horizontal',
      '? playwall white E3 horizontal',
    ],
  },
  {
    id: 'wall-past-pawn',
    sentence: 'puts up a wall where nothing but the other pawn stands in a way',
    clause: WALL_RULES,
    needs: ['wall-closing', 'playmove-white'],
    advice: 'Pawns bar no way to the goal: leave them out of the search for one.',
    steps: [
      ...face,
      '= playwall white D5 vertical',
      '= playwall black E5 vertical',
      '= playwall white E6 horizontal',
    ],
  },
  {
    id: 'syntax-wall',
    level: 'should',
    sentence: 'refuses `playwall` with a word that is not an orientation',
    clause: PLAYWALL,
    needs: ['playwall'],
    advice: 'Answer `? syntax error` to what is neither horizontal nor vertical.',
    steps: ['? playwall black D5 diagonal'],
  },
  {
    id: 'wall-spent',
    sentence: 'takes a wall from its side, and refuses one where none is left',
    clause: COUNT,
    needs: ['playwall', 'playmove-white'],
    advice: 'Count the walls of each side down from the number that `walls` gave.',
    walls: 1,
    steps: ['= playwall black D5 horizontal', ...walk('white', 'E2'), '? playwall black A3 horizontal'],
  },
  {
    id: 'walls-each',
    sentence: 'gives each side walls of its own',
    clause: 'QTP, Commands, walls',
    needs: ['playwall-white'],
    advice: 'Keep two counts: the number is that of each player.',
    walls: 1,
    steps: ['= playwall black D5 horizontal', '= playwall white A3 horizontal'],
  },
  {
    id: 'walls-none',
    sentence: 'refuses every wall after `walls 0`',
    clause: 'QTP, Commands, walls',
    needs: ['walls-zero', 'playwall'],
    advice: 'Take the number as it is; 0 is none.',
    walls: 0,
    steps: ['? playwall black C3 horizontal'],
  },
  {
    id: 'illegal-wall-kept',
    sentence: 'takes no wall from its side where it was illegal',
    clause: "QTP, The engine's state",
    needs: ['playmove', 'wall-overlap', 'walls-each'],
    advice: 'Count a wall down only once it stands: a failed command changes nothing.',
    walls: 1,
    steps: [
      ...walk('black', 'E8'),
      '= playwall white B7 horizontal',
      '? playwall black C7 horizontal',
      '= playwall black B3 horizontal',
    ],
  },
  {
    id: 'illegal-wall-absent',
    sentence: 'leaves no wall standing where it was illegal',
    clause: "QTP, The engine's state",
    needs: ['wall-crossing', 'playwall-vertical', 'playmove-white'],
    advice: 'Take a wall off again that you have put up to look whether it is legal.',
    steps: [
      '= playwall black D9 vertical',
      '? playwall white D9 horizontal',
      ...walk('white', 'E2'),
      // The refused wall would bar this step.
      ...walk('black', 'E8'),
    ],
  },
  {
    id: 'jump-aside',
    sentence: 'plays a diagonal jump where a wall bars the straight one',
    clause: MOVE_RULES,
    needs: ['playmove-white', 'playwall-white', 'illegal-move'],
    advice: 'Where a wall is behind the other pawn, the cells to both sides of that are open instead.',
    steps: [...face, '= playwall white E4 horizontal', '? playmove black E3', ...walk('black', 'F4')],
  },
  {
    id: 'jump-walled',
    sentence: 'refuses a jump over a pawn with a wall before it',
    clause: MOVE_RULES,
    needs: ['jump', 'playwall', 'playwall-white', 'illegal-move'],
    advice: 'A pawn jumps only from a cell from which it could step onto that of the other pawn.',
    steps: [
      ...face,
      '= playwall white A7 horizontal',
      '= playwall black E5 horizontal',
      '? playmove white E6',
      '? playmove white D5',
    ],
  },
  {
    id: 'jump-aside-walled',
    sentence: 'refuses a diagonal jump to a side where a wall stands',
    clause: MOVE_RULES,
    needs: ['jump-aside', 'playwall-vertical'],
    advice: 'Look for a wall between the cell of the other pawn and the one beside it, too.',
    steps: [
      ...face,
      '= playwall white E4 horizontal',
      '= playwall black E5 vertical',
      '= playwall white A7 horizontal',
      '? playmove black F4',
      ...walk('black', 'D4'),
    ],
  },
  {
    id: 'moves-once',
    sentence: 'answers `playmove` and `playwall` once, legal or not',
    clause: 'QTP, Responses, one for each command in order',
    needs: ['answers-once', 'playwall', 'illegal-move', 'wall-overlap'],
    advice:
      'Print either `=` or the reason of a failure: a second answer would be taken for that to the next command.',
    async run(talk) {
      await talk.game();
      const before = talk.said.length;
      const commands = [
        ...['playmove black D8', 'playmove black E8', 'playwall white D5 horizontal'],
        ...['playwall black E5 horizontal', 'playwall black B5 horizontal'],
      ];
      for (const command of commands) await talk.ask(command);
      await talk.listen(waits.quiet);
      const answers = talk.said.slice(before).filter(({ message }) => message.kind === 'answer');
      if (answers.length > commands.length)
        throw new Breach(`${commands.length} responses to ${commands.length} commands`, `${answers.length}`);
    },
  },
]);
