/** CFP, sentence by sentence: what binds an engine. What binds the GUI alone is left out. */
import { covered, partly, type Sentence } from '../../testing/fixtures.ts';

const DESCRIPTION = 'Description';
const POSITIONS = 'Representations, Positions';
const gui = (command: string) => `GUI to Engine, ${command}`;
const engine = (command: string) => `Engine to GUI, ${command}`;
const EFFECT = 'Whether a value has taken effect shows nowhere on the wire.';

export const sentences: readonly Sentence[] = [
  covered(
    DESCRIPTION,
    'Communication will be done through text commands using stdin/stdout.',
    'cfpok',
    'only-commands',
  ),
  covered(
    DESCRIPTION,
    'Each command should end with a newline character. (A line is heard when its newline has come.)',
    ...['cfpok', 'isready', 'stop-answers'],
  ),
  covered(
    DESCRIPTION,
    'The engine must always be able to process input from stdin, even while thinking.',
    ...['isready-thinking', 'debug-thinking', 'quit-thinking'],
  ),
  partly(
    DESCRIPTION,
    'The engine should not start calculating until it is given a `go` command.',
    'An engine that calculates and says nothing of it cannot be told from one that waits.',
    'position-silent',
  ),
  covered(
    DESCRIPTION,
    'The engine should stop thinking as soon as possible when given a `stop` command …',
    'stop-prompt',
  ),
  partly(
    DESCRIPTION,
    '… and should not start calculating again until another `go` command.',
    'As above: only an answer would show it.',
    ...['stop-once', 'stop-idle'],
  ),
  covered(
    DESCRIPTION,
    'If the engine or GUI receives an unknown command or token, it should just ignore it and try to parse the rest of the string.',
    ...[
      'unknown-lives',
      'unknown-command',
      'unknown-before',
      'unknown-after',
      'unknown-position',
      'unknown-option',
    ],
  ),
  covered(
    DESCRIPTION,
    "If the engine receives a command which is not supposed to come, for example a `stop` command when the engine isn't calculating, it should just ignore it.",
    ...['stop-idle', 'second-cfp', 'go-thinking', 'position-thinking', 'setoption-thinking', 'go-unplaced'],
  ),

  covered(POSITIONS, 'Positions will be represented with a 43 character long string.', 'position-cells'),
  partly(
    POSITIONS,
    '"0", "1" and "2" represent: empty, player1 tile and player2 tile respectively.',
    'Which tiles it takes for its own shows only in how it plays.',
    ...['position-cells', 'wins-first'],
  ),
  covered(
    POSITIONS,
    'The index of a character within the string represents the tile on the board according to the following diagram.',
    ...['position-cells', 'position-rows'],
  ),
  partly(
    POSITIONS,
    'The 43rd character denotes which player is to play the next tile.',
    'Its side shows only in its moves.',
    ...['position-second', 'wins-second'],
  ),
  covered(
    POSITIONS,
    'The starting position (An empty board, player 1 to play).',
    'stop-answers',
    'position-startpos',
  ),
  covered(
    'Representations, Moves',
    "A move will be represented by a single character '0' to '6' … with the far left being '0' and the far right being '6'.",
    ...['bestmove-form', 'position-cells'],
  ),

  covered(
    gui('cfp'),
    'This will be sent once as a first command after the program boot to tell the engine to switch to cfp mode.',
    ...['silent-before-cfp', 'second-cfp'],
  ),
  partly(
    gui('cfp'),
    'After receiving the `cfp` command, the engine must identify itself with the `id` command and send the `option` commands to tell the GUI which engine settings the engine supports if any.',
    'Settings that it does not tell of are unknown.',
    ...['id-name', 'id-author', 'options-readable'],
  ),
  covered(
    gui('cfp'),
    'After that, the engine should send `cfpok` to acknowledge the CFP mode.',
    'cfpok',
    'introduction-ends',
  ),
  covered(
    gui('cfp'),
    'If no `cfpok` is sent within a certain time period, the engine task will be killed by the GUI.',
    ...['cfpok', 'introduction-prompt'],
  ),

  covered(
    gui('debug'),
    'Switch the debug mode of the engine on and off.',
    ...['debug-lives', 'debug-on', 'debug-off'],
  ),
  covered(gui('debug'), 'In debug mode the engine should send additional `info`s to the GUI.', 'debug-on'),
  partly(
    gui('debug'),
    'This mode should be switched off by default …',
    'Which infos are of the debug mode is not written on them: what is seen is that there are fewer.',
    'debug-off-first',
  ),
  covered(
    gui('debug'),
    '… and this command can be sent any time, also when the engine is thinking.',
    'debug-thinking',
  ),

  covered(
    gui('isready'),
    'This is used to synchronize the engine with the GUI.',
    'isready',
    'position-latest',
  ),
  covered(
    gui('isready'),
    'This command is also required once before the engine is asked to do any search to wait for the engine to finish initializing.',
    'isready',
  ),
  covered(gui('isready'), 'This command must always be answered with `readyok` …', 'isready', 'isready-each'),
  covered(
    gui('isready'),
    '… and can be sent also when the engine is calculating in which case the engine should also immediately answer with `readyok` …',
    ...['isready-thinking', 'isready-thinking-prompt'],
  ),
  covered(gui('isready'), '… without stopping the search.', 'isready-goes-on'),

  partly(
    gui('setoption'),
    'This is sent to the engine when the user wants to change the internal parameters of the engine.',
    EFFECT,
    'setoption-values',
  ),
  covered(gui('setoption'), 'This will only be sent when the engine is waiting.', 'setoption-thinking'),
  partly(
    gui('setoption'),
    'The name of the option should not be case sensitive and can include spaces. The same applies for the value.',
    EFFECT,
    'setoption-values',
  ),
  covered(
    gui('setoption'),
    'The substrings `value` and `name` should be avoided to allow unambiguous parsing.',
    'option-names-plain',
  ),
  covered(gui('setoption'), 'For options of type button, the value is omitted.', 'setoption-values'),

  partly(
    gui('cfpnewgame'),
    'This is sent to the engine when the next search will be from a different game.',
    'What an engine forgets then is its own affair.',
    'cfpnewgame',
  ),
  covered(
    gui('cfpnewgame'),
    "As the engine's reaction can take some time, the GUI should always send `isready` after `cfpnewgame` to wait for the engine to finish its operation.",
    'cfpnewgame',
  ),

  covered(
    gui('position'),
    'Set up the position described in the `pos` string on the internal board or "startpos" will be sent as an alias for the starting position.',
    ...['position-cells', 'position-startpos', 'position-latest'],
  ),
  covered(gui('position'), 'Note: no `new` command is needed.', 'stop-answers'),

  covered(
    gui('go'),
    'Start calculating on the current position set up with the `position` command.',
    'stop-answers',
    'go-again',
  ),
  covered(
    gui('go'),
    'Before a GUI asks for the move your engine suggests, a `stop` command will be sent. You can keep calculating until then.',
    ...['holds-bestmove', 'holds-bestmove-movetime'],
  ),
  partly(
    gui('go'),
    'Optionally, a move time will be sent which is the maximum amount of time the engine should expect to analyse the current position in seconds.',
    'Whether it thinks longer shows nowhere, since the answer waits for `stop`.',
    ...['go-movetime', 'holds-bestmove-movetime', 'movetime-decimals'],
  ),

  covered(gui('stop'), 'Stop calculating as soon as possible.', 'stop-prompt', 'stop-at-once'),
  covered(
    gui('stop'),
    'Stop must be responded to with the `bestmove` command.',
    'stop-answers',
    'stop-decided',
    'stop-once',
  ),
  covered(gui('quit'), 'Quit the program as soon as possible.', 'quit', 'quit-thinking', 'quit-prompt'),

  covered(
    engine('id'),
    'name: This must be sent after receiving the `cfp` command to identify the engine.',
    'id-name',
  ),
  covered(
    engine('id'),
    'author: This must be sent after receiving the `cfp` command to identify the engine.',
    'id-author',
  ),
  covered(
    engine('cfpok'),
    'Must be sent after the id and optional options to tell the GUI that the engine has sent all the infos and is ready in CFP mode.',
    ...['introduction-ends', 'isready'],
  ),
  covered(
    engine('readyok'),
    'This must be sent when the engine has received an `isready` command and processed all input and is ready to accept new commands.',
    ...['isready', 'isready-each', 'position-latest'],
  ),
  partly(
    engine('bestmove'),
    'The engine has stopped searching and found the move best in the position.',
    'How good a move is, is not a matter of the wire.',
    ...['position-cells', 'wins-first', 'wins-second'],
  ),
  covered(
    engine('bestmove'),
    'This must be sent directly after receiving a `stop` command.',
    ...['holds-bestmove', 'holds-bestmove-movetime', 'stop-prompt'],
  ),
  covered(
    engine('bestmove'),
    'Best move must be followed by the index of the column of the best move.',
    'bestmove-form',
  ),
  covered(engine('info'), 'The engine wants to send information to the GUI.', 'only-commands', 'spelling'),
  covered(
    engine('info'),
    'If the engine is in debug mode, this is where you will print your debug information.',
    ...['debug-on', 'only-commands'],
  ),
  covered(
    engine('option'),
    'This should be sent once at engine startup after the `cfp` and `id` commands if any parameters can be changed in the engine.',
    ...['id-before-options', 'introduction-ends'],
  ),
  covered(
    engine('option'),
    "For all allowed combinations see the example below, as some combinations of this tokens don't make sense.",
    ...['options-readable', 'options-plain'],
  ),
  covered(engine('option'), 'One string will be sent for each parameter.', 'option-names-differ'),
  covered(
    engine('option'),
    'name, type (check, spin, combo, button, string), default, min, max and var.',
    ...['options-readable', 'options-plain'],
  ),
  partly(
    engine('option'),
    "Once the user changes an option, the GUI will send the relevant `setoption` command and it is the engine's job to parse it and change its internal parameters.",
    EFFECT,
    'setoption-values',
  ),
  partly(
    'Example Transactions (1)',
    "Here the GUI can already send a `quit` command if it wants to find out details about the engine, so the engine shouldn't initialize its internal parameters before here.",
    'When it initializes itself shows only in how long the introduction takes.',
    ...['quit', 'introduction-prompt'],
  ),
  covered(
    'Example Transactions (2)',
    'A new game, a position, `isready`, `go`, `stop` and `bestmove`.',
    'cfpnewgame',
    'konnect4-order',
  ),
];
