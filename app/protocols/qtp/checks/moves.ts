/** QTP: `playmove` and `playwall`. The rules of Quoridor decide which are legal. */
import { Breach } from '../../conformance.ts';
import { face, table, walk } from './qtp-talk.ts';
import { waits } from '../../check-talk.ts';

const PLAYMOVE = 'QTP, Commands, playmove';
const RULES = 'QTP, Commands, playmove; rules of Quoridor';

export const playingChecks = table([
  {
    id: 'playmove',
    sentence: 'plays a step of Black, who begins on E9',
    clause: PLAYMOVE,
    needs: ['walls'],
    advice: 'Black begins at the top in the middle and goes down, A1 being the lower left corner.',
    steps: ['= playmove black E8'],
  },
  {
    id: 'playmove-white',
    sentence: 'plays a step of White, who begins on E1',
    clause: PLAYMOVE,
    needs: ['playmove'],
    advice: 'White begins at the bottom in the middle and goes up.',
    steps: [...walk('black', 'E8'), ...walk('white', 'E2')],
  },
  {
    id: 'white-first',
    sentence: 'plays a step of White before any of Black',
    clause: `${PLAYMOVE}, effects`,
    needs: ['playmove-white'],
    advice: '`playmove` says whose move it is: do not look at whose turn it would be in a game.',
    steps: [...walk('white', 'E2')],
  },
  {
    id: 'same-color',
    sentence: 'plays moves of one colour in a row',
    clause: `${PLAYMOVE}, comments`,
    needs: ['playmove'],
    advice:
      'Do not look at whose turn it is: the command names the colour, and positions are told by such moves.',
    steps: [...walk('black', 'E8 E7')],
  },
  {
    id: 'illegal-move',
    sentence: 'refuses an illegal move',
    clause: PLAYMOVE,
    needs: ['playmove'],
    advice: 'Answer `? illegal move` and leave the board alone: no pawn steps diagonally over nothing.',
    steps: ['? playmove black D8', '? playmove black E7'],
  },
  {
    id: 'illegal-far',
    sentence: 'refuses moves to cells that are far',
    clause: PLAYMOVE,
    needs: ['illegal-move'],
    advice: 'Compare the cell with the legal ones, not its column or its row alone.',
    steps: ['? playmove black D7', '? playmove black C9', '? playmove black E2'],
  },
  {
    id: 'illegal-move-message',
    level: 'should',
    sentence: 'says `illegal move` of an illegal move',
    clause: PLAYMOVE,
    needs: ['illegal-move'],
    advice: 'Print the error message as it stands in the text.',
    steps: ['? playmove black D8: illegal move'],
  },
  {
    id: 'illegal-move-kept',
    sentence: 'leaves the board as it was where a move was illegal',
    clause: "QTP, The engine's state",
    needs: ['illegal-move'],
    advice: 'Look whether the move is legal before you move the pawn: a failed command changes nothing.',
    steps: ['? playmove black E7', '= playmove black E8'],
  },
  {
    id: 'letters',
    sentence: 'reads the letters A to I, with none left out',
    clause: 'QTP, Vertices',
    needs: ['same-color'],
    advice: 'Count letters from A without leaving I out, as Go does.',
    steps: [...walk('black', 'F9 G9 H9 I9')],
  },
  {
    id: 'off-board',
    level: 'should',
    sentence: 'refuses a vertex that is not on the board',
    clause: 'QTP, Vertices',
    needs: ['illegal-move', 'letters'],
    advice: 'Compare letter and number with the size of the board.',
    steps: [...walk('black', 'F9 G9 H9 I9'), '? playmove black J9'],
  },
  {
    id: 'syntax-move',
    level: 'should',
    sentence: 'refuses `playmove` with a word that is not a colour',
    clause: PLAYMOVE,
    needs: ['playmove'],
    advice: 'Answer `? syntax error` to what is neither white nor black.',
    steps: ['? playmove purple E8'],
  },
  {
    id: 'occupied',
    sentence: 'refuses a step onto the other pawn',
    clause: RULES,
    needs: ['illegal-move', 'playmove-white'],
    advice: 'A cell holds one pawn.',
    steps: [...face, '? playmove white E5'],
  },
  {
    id: 'jump',
    sentence: 'plays a jump over the other pawn',
    clause: RULES,
    needs: ['playmove-white'],
    advice: 'A pawn that stands before another may jump straight over it.',
    steps: [...face, '= playmove white E6'],
  },
  {
    id: 'jump-aside-refused',
    sentence: 'refuses a diagonal jump where the straight one is open',
    clause: RULES,
    needs: ['illegal-move', 'playmove-white'],
    advice: "A pawn jumps aside only where a wall or the board's edge is behind the other.",
    steps: [...face, '? playmove white D5'],
  },
]);

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
    clause: 'QTP, Commands, playmove; rules of Quoridor',
    needs: ['playmove-white', 'playwall-white', 'illegal-move'],
    advice: 'Where a wall is behind the other pawn, the cells to both sides of that are open instead.',
    steps: [...face, '= playwall white E4 horizontal', '? playmove black E3', ...walk('black', 'F4')],
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
