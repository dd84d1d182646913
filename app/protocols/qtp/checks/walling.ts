/** QTP: walls that are told where to stand, and how many there are. */
import { Breach, type Check } from '../../conformance.ts';
import { waits } from '../../check-talk.ts';
import { check, face, scene, walk } from './qtp-talk.ts';

const PLAYWALL = 'QTP, Commands, playwall';
const RULES = 'QTP, Commands, playwall; rules of Quoridor';
const WALL = 'QTP, Entities, wall';
const COUNT = 'QTP, Commands, playwall, effects';

export const wallingChecks: readonly Check[] = [
  scene(
    {
      id: 'playwall',
      level: 'must',
      sentence: 'puts up a horizontal wall',
      clause: PLAYWALL,
      needs: ['walls'],
      advice: 'Put the wall up and answer `=`.',
    },
    10,
    '= playwall black D5 horizontal',
  ),
  scene(
    {
      id: 'playwall-vertical',
      level: 'must',
      sentence: 'puts up a vertical wall',
      clause: PLAYWALL,
      needs: ['walls'],
      advice: 'Put the wall up and answer `=`.',
    },
    10,
    '= playwall black D5 vertical',
  ),
  scene(
    {
      id: 'playwall-white',
      level: 'must',
      sentence: 'puts up a wall of White, too',
      clause: PLAYWALL,
      needs: ['playwall', 'playmove'],
      advice: 'Read the colour: either side has walls.',
    },
    10,
    ...walk('black', 'E8'),
    '= playwall white D5 horizontal',
  ),
  scene(
    {
      id: 'wall-horizontal',
      level: 'must',
      sentence: 'bars by a horizontal wall the way down from its vertex and from the cell to the right of it',
      clause: WALL,
      needs: ['playwall', 'playmove-white', 'illegal-move'],
      advice: '`D9 horizontal` lies between the rows 9 and 8, over the columns D and E.',
    },
    10,
    '= playwall black D9 horizontal',
    ...walk('white', 'E2'),
    '? playmove black E8',
  ),
  scene(
    {
      id: 'wall-vertical',
      level: 'must',
      sentence: 'bars by a vertical wall the way from its vertex to the right',
      clause: WALL,
      needs: ['playwall-vertical', 'playmove-white', 'illegal-move'],
      advice: '`E9 vertical` stands between the columns E and F, over the rows 9 and 8.',
    },
    10,
    '= playwall black E9 vertical',
    ...walk('white', 'E2'),
    '? playmove black F9',
    '= playmove black D9',
  ),
  scene(
    {
      id: 'wall-vertex',
      level: 'must',
      sentence: 'takes the vertex of a wall for the cell north-west of its centre',
      clause: WALL,
      needs: ['playwall-white', 'playmove-white', 'illegal-move'],
      advice:
        '`E8 horizontal` lies below E8, not above it, and `F9 horizontal` begins with F: look for an offset of one.',
    },
    10,
    '= playwall black E8 horizontal',
    '= playwall white F9 horizontal',
    ...walk('black', 'E8'),
    ...walk('white', 'E2'),
    '? playmove black E7',
  ),
  scene(
    {
      id: 'wall-crossing',
      level: 'must',
      sentence: 'refuses a wall that crosses another',
      clause: RULES,
      needs: ['playwall-white'],
      advice: 'No two walls have the same centre.',
    },
    10,
    '= playwall black D5 horizontal',
    '? playwall white D5 vertical',
  ),
  scene(
    {
      id: 'wall-overlap',
      level: 'must',
      sentence: 'refuses a wall that lies over half of another',
      clause: RULES,
      needs: ['playwall-white'],
      advice: 'Two walls of one orientation are two cells apart at least, along it.',
    },
    10,
    '= playwall black D5 horizontal',
    '? playwall white E5 horizontal',
    '? playwall white C5 horizontal',
  ),
  scene(
    {
      id: 'wall-message',
      level: 'should',
      sentence: 'says `illegal move` of an illegal wall',
      clause: PLAYWALL,
      needs: ['wall-overlap'],
      advice: 'Print the error message as it stands in the text, which has the same one for moves and walls.',
    },
    10,
    '= playwall black D5 horizontal',
    '? playwall white E5 horizontal: illegal move',
  ),
  scene(
    {
      id: 'wall-outside',
      level: 'should',
      sentence: 'refuses a wall that does not lie on the board in full',
      clause: RULES,
      needs: ['playwall'],
      advice: "A wall's vertex is never in the last column nor in row 1.",
    },
    10,
    '? playwall black I5 horizontal',
    '? playwall black E1 horizontal',
  ),
  scene(
    {
      id: 'wall-closing',
      level: 'must',
      sentence: "refuses a wall that closes a pawn's last way to its goal",
      clause: RULES,
      needs: ['wall-horizontal', 'wall-vertical', 'wall-vertex'],
      advice: 'Look for a way of each pawn to its goal row after the wall; the other pawn is not in it.',
    },
    10,
    '= playwall black D9 vertical',
    '= playwall white E9 vertical',
    '? playwall black E8 horizontal',
  ),
  scene(
    {
      id: 'syntax-wall',
      level: 'should',
      sentence: 'refuses `playwall` with a word that is no orientation',
      clause: PLAYWALL,
      needs: ['playwall'],
      advice: 'Answer `? syntax error` to what is neither horizontal nor vertical.',
    },
    10,
    '? playwall black D5 diagonal',
  ),
  scene(
    {
      id: 'wall-spent',
      level: 'must',
      sentence: 'takes a wall from its side, and refuses one where none is left',
      clause: COUNT,
      needs: ['playwall', 'playmove-white'],
      advice: 'Count the walls of each side down from the number that `walls` gave.',
    },
    1,
    '= playwall black D5 horizontal',
    ...walk('white', 'E2'),
    '? playwall black A3 horizontal',
  ),
  scene(
    {
      id: 'walls-each',
      level: 'must',
      sentence: 'gives each side walls of its own',
      clause: 'QTP, Commands, walls',
      needs: ['playwall-white'],
      advice: 'Keep two counts: the number is that of each player.',
    },
    1,
    '= playwall black D5 horizontal',
    '= playwall white A3 horizontal',
  ),
  scene(
    {
      id: 'walls-none',
      level: 'must',
      sentence: 'refuses every wall after `walls 0`',
      clause: 'QTP, Commands, walls',
      needs: ['walls-zero', 'playwall'],
      advice: 'Take the number as it is; 0 is none.',
    },
    0,
    '? playwall black C3 horizontal',
  ),
  scene(
    {
      id: 'illegal-wall-kept',
      level: 'must',
      sentence: 'takes no wall from its side where it was illegal',
      clause: "QTP, The engine's state",
      needs: ['playmove', 'wall-overlap', 'walls-each'],
      advice: 'Count a wall down only once it stands: a failed command changes nothing.',
    },
    1,
    ...walk('black', 'E8'),
    '= playwall white B7 horizontal',
    '? playwall black C7 horizontal',
    '= playwall black B3 horizontal',
  ),
  scene(
    {
      id: 'illegal-wall-absent',
      level: 'must',
      sentence: 'leaves no wall standing where it was illegal',
      clause: "QTP, The engine's state",
      needs: ['wall-crossing', 'playwall-vertical', 'playmove-white'],
      advice: 'Take a wall off again that you have put up to look whether it is legal.',
    },
    10,
    '= playwall black D9 vertical',
    '? playwall white D9 horizontal',
    ...walk('white', 'E2'),
    // The refused wall would lie in the way.
    ...walk('black', 'E8'),
  ),
  scene(
    {
      id: 'jump-aside',
      level: 'must',
      sentence: 'plays a diagonal jump where a wall bars the straight one',
      clause: 'QTP, Commands, playmove; rules of Quoridor',
      needs: ['playmove-white', 'playwall-white', 'illegal-move'],
      advice: 'Where a wall is behind the other pawn, the cells to both sides of that are open instead.',
    },
    10,
    ...face,
    '= playwall white E4 horizontal',
    '? playmove black E3',
    ...walk('black', 'F4'),
  ),
  check(
    {
      id: 'moves-once',
      level: 'must',
      sentence: 'answers `playmove` and `playwall` once, legal or not',
      clause: 'QTP, Responses, one for each command in order',
      needs: ['answers-once', 'playwall', 'illegal-move', 'wall-overlap'],
      advice:
        'Print either `=` or the reason of a failure: a second answer would be taken for that to the next command.',
    },
    async (talk) => {
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
  ),
];
