/** NMM, sentence by sentence: what binds an engine. */
import { covered, partly, type Sentence } from '../../testing/fixtures.ts';

const MESSAGES = 'Introduction';
const MOVES = 'Notation, Moves';
const POSITIONS = 'Notation, Positions';
const GUI = 'Messages From GUI To Engine';
const ENGINE = 'Messages From Engine To GUI';

export const sentences: readonly Sentence[] = [
  covered(MESSAGES, 'Communication is done through ASCII text messages.', 'ascii only-messages'),
  covered(MESSAGES, 'All messages must end with the new line character.', 'ready go'),
  partly(
    MESSAGES,
    'The message string may contain any number of characters (or tokens).',
    'A GUI that keeps the text sends none that is longer than a position.',
    'newgame-position extra-tokens',
  ),
  covered(
    MESSAGES,
    'The message string can contain arbitrary whitespace around tokens.',
    'blanks empty-line',
  ),
  partly(
    MESSAGES,
    'Both the engine and the GUI should try their best to understand and execute a command or parse a message.',
    'What is the best that can be made of a garbled line is a matter of taste.',
    'blanks extra-tokens extra-before position-black-first',
  ),
  covered(
    MESSAGES,
    'Any extra invalid tokens should be ignored.',
    'extra-tokens extra-before unknown-lives unknown-command',
  ),
  covered(
    MESSAGES,
    'The engine must process the commands synchronously, in the order that they are received.',
    'commands-in-order move newgame-start',
  ),
  covered(
    MESSAGES,
    'The engine should not send messages at inappropriate times.',
    'init-silent newgame-silent move-silent stop-idle stop-late ready-once info-between',
  ),
  covered(
    'Notation',
    'The board is represented by 24 nodes, each having an index from 0 to 23 from top to bottom and left to right.',
    'points-numbered newgame-position adjacency every-step',
  ),
  covered(MOVES, 'P INDEX [T INDEX], M INDEX-INDEX [T INDEX]', 'bestmove-form move move-along'),
  covered(MOVES, 'Where INDEX is a number between 0 and 23.', 'points-numbered move-numbers'),
  covered(
    MOVES,
    'P means place, M means move and T means take.',
    'legal-start move-take mill-takes every-mill spelling',
  ),
  covered(
    POSITIONS,
    'PLAYER_1:PIECE_POSITIONS;PLAYER_2:PIECE_POSITIONS;PLAYER_HAVING_THE_TURN;PLIES;PLIES_WITHOUT_ADVANCEMENT',
    'newgame-position',
  ),
  covered(POSITIONS, 'PLAYER_X: either w or b', 'position-black-first'),
  covered(
    POSITIONS,
    'PLAYER_X_PIECE_POSITIONS: a comma separated list of positions, where a position is a number between 0 and 23',
    'newgame-position position-numbers position-empty',
  ),
  covered(POSITIONS, 'PLAYER_HAVING_THE_TURN: either w or b', 'position-turn position-example'),
  covered(POSITIONS, 'PLIES: a number in the range [0, 9999]', 'position-plies position-far-plies'),
  partly(
    POSITIONS,
    'PLIES_WITHOUT_ADVANCEMENT: a number in the range [0, 9999]',
    'When a game is drawn by it the text does not say, and real engines play on.',
  ),
  covered(POSITIONS, 'Initial position: `w:;b:;w;0;0`', 'position-empty'),
  covered(POSITIONS, 'Pieces one after the other: `w:0,2,4;b:1,3;b;4;0`', 'position-example'),
  partly(
    `${GUI}, init`,
    'Tells the engine to initialize itself and get ready to play.',
    'What an engine prepares shows nowhere; that it plays afterwards does.',
    'go init-silent',
  ),
  covered(
    `${GUI}, newgame`,
    'Tells the engine to prepare for a new game.',
    'newgame-start newgame-clears newgame-after-over',
  ),
  covered(
    `${GUI}, newgame`,
    'It is not necessary to send this command right before the first game (right after init).',
    'go legal-start newgame-first',
  ),
  covered(`${GUI}, newgame`, 'Optionally tells it to start from a specific position.', 'newgame-position'),
  covered(
    `${GUI}, move`,
    'Tells the engine to play the move on the internal board.',
    'move move-along move-take',
  ),
  covered(
    `${GUI}, move`,
    'If the current internal position is a game over, then the engine should do nothing.',
    'move-over',
  ),
  partly(
    `${GUI}, go`,
    'Tells the engine to think, play and return the best move of its current internal position.',
    'Which move is the best, no check can say; that it is legal, and a win in one is seen, they can.',
    'go go-plays plays-on mill-guards flying takes-last',
  ),
  covered(
    `${GUI}, go`,
    "Optionally don't play the move on the internal board, if the second token is noplay.",
    'go-noplay go-noplay-take',
  ),
  partly(
    `${GUI}, go`,
    'If the current internal position is a game over, then the engine should respond with the best move as none.',
    'Draws are left out: the text names no rule of them, and real engines know none.',
    'go-over go-over-shut-in go-over-anywhere',
  ),
  covered(
    `${GUI}, stop`,
    'Tells the engine to stop from thinking and return a valid best move as quickly as possible.',
    'go stop-prompt plays-on',
  ),
  covered(
    `${GUI}, stop`,
    'This command should do nothing, if the engine is not in the process of thinking.',
    'stop-idle stop-late',
  ),
  covered(
    `${GUI}, stop`,
    'The engine must have a valid result even if it was stopped from thinking very early.',
    'stop-early',
  ),
  covered(
    `${GUI}, quit`,
    'Tells the engine to shut down and exit gracefully.',
    'quit quit-early quit-thinking quit-prompt quit-code',
  ),
  covered(
    `${ENGINE}, ready`,
    'Sent at the beginning, as a signal for the GUI that the engine has started.',
    'ready ready-once',
  ),
  covered(
    `${ENGINE}, bestmove`,
    'Responds with the best move calculated after a `go` command, or with none, if the game is over',
    'bestmove-once bestmove-form go-over',
  ),
  covered(`${ENGINE}, info`, 'info time `value` [eval `value`] [nodes `value`]', 'info-readable info-order'),
  covered(
    `${ENGINE}, info`,
    'Can be sent at any time between the go command and the bestmove response.',
    'info-between init-silent newgame-silent move-silent',
  ),
  covered(
    `${ENGINE}, info`,
    'time represents the total elapsed time since the thinking algorithm started',
    'info-grows info-seconds',
  ),
  partly(
    `${ENGINE}, info`,
    'eval represents how much advantage does the current player have.',
    'It is implementation defined: every value can be right.',
    'info-readable info-eval',
  ),
  partly(
    `${ENGINE}, info`,
    'nodes represents the number of leaf nodes processed in the minimax algorithm.',
    'What an engine counts shows nowhere.',
    'info-readable info-grows',
  ),
];
