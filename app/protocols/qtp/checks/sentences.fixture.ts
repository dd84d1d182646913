/** The sentences of the text that bind an engine. */
import { covered, partly, type Sentence } from '../../testing/fixtures.ts';

const CHARACTERS = 'Character set';
const RESPONSES = 'Responses';
const PREPROCESSING = 'Preprocessing';
const ENTITIES = 'Entities';
const STATE = "The engine's state";
const NAME = 'Commands, name';
const KNOWN = 'Commands, known_command';
const LIST = 'Commands, list_commands';
const QUIT = 'Commands, quit';
const BOARDSIZE = 'Commands, boardsize';
const CLEAR = 'Commands, clear_board';
const WALLS = 'Commands, walls';
const PLAYMOVE = 'Commands, playmove';
const PLAYWALL = 'Commands, playwall';
const GENMOVE = 'Commands, genmove';
const UNDO = 'Commands, undo';
const WINNER = 'Commands, winner';
const SHOWBOARD = 'Commands, showboard';

export const sentences: readonly Sentence[] = [
  covered(
    CHARACTERS,
    'Only characters in the US-ASCII character set are used for standardized commands and responses.',
    'output-ascii',
  ),
  covered(
    CHARACTERS,
    'All other control characters must be discarded on input and should not be used on output.',
    ...['control-characters', 'output-controls'],
  ),
  covered(
    CHARACTERS,
    'On input this may be either a SPACE or a HT. On output only a SPACE should be used.',
    ...['tabs', 'output-tabs'],
  ),
  covered(CHARACTERS, 'Any occurence of a CR character must be discarded on input.', 'carriage-returns'),
  covered(CHARACTERS, 'On output either LF or some combination of CR and LF can be used.', 'response-ends'),
  covered(RESPONSES, 'If successful, the engine returns a response of the form = result.', 'response'),
  covered(
    RESPONSES,
    "Here '=' indicates success and result is a piece of text ending with two consecutive newlines.",
    ...['response-ends', 'nothing-outside'],
  ),
  covered(
    RESPONSES,
    'If unsuccessful, the engine returns a response of the form ? error_message, also ending with two consecutive newlines.',
    ...['unknown-fails', 'response-ends'],
  ),
  covered(RESPONSES, 'error_message gives an explanation for the failure.', 'error-explained'),
  covered(
    RESPONSES,
    'The controller may send commands at any time, regardless of whether it has obtained responses for previous commands.',
    ...['commands-at-once', 'order-thinking'],
  ),
  covered(
    RESPONSES,
    'It must respond to the commands in the same order as they come in.',
    ...['order', 'order-thinking', 'quit-thinking', 'answers-once', 'moves-once'],
  ),
  partly(RESPONSES, 'The engine is allowed to make pauses while sending a response.', 'It asks for nothing.'),
  covered(
    'Comments',
    'All text between a hash sign (#) and the following newline is considered as comments and should be discarded on input.',
    ...['comment-lines', 'comment-behind'],
  ),
  covered(
    'Empty lines',
    'Empty lines and lines with only whitespace sent by the controller must be ignored by the engine. No response must be generated.',
    ...['blank-lines', 'comment-lines'],
  ),
  partly(
    'Vertices',
    'On a 9x9 board the letters go from A to I from the left to the right. The numbers go from 1 to 9, from the bottom to the top.',
    'Which side is the left one shows in the drawing alone: the first cells are in the middle.',
    ...['playmove', 'playmove-white', 'letters', 'off-board', 'showboard-letters', 'showboard-numbers'],
  ),
  covered('Vertices', 'Smaller boards use the obvious subset of these coordinates.', 'size-five'),
  covered('Vertices', 'Boards larger than 25x25 are not supported by the protocol.', 'boardsize-refused'),
  partly(
    'Errors',
    'If an engine finds itself in a position where it cannot meaningfully continue the session, the correct action is to just close the connection.',
    'An engine cannot be brought into that position.',
  ),
  covered(
    PREPROCESSING,
    'Remove all occurences of CR and other control characters except for HT and LF.',
    ...['carriage-returns', 'control-characters'],
  ),
  covered(
    PREPROCESSING,
    'For each line with a hash sign (#), remove all text following and including this character.',
    ...['comment-lines', 'comment-behind'],
  ),
  covered(PREPROCESSING, 'Convert all occurences of HT to SPACE.', 'tabs'),
  covered(PREPROCESSING, 'Discard any empty or white-space only lines.', 'blank-lines'),
  partly(
    ENTITIES,
    'An int is an unsigned integer in the interval 0 <= x <= 2^31 - 1.',
    'Large ones have no effect that the text lays down.',
    ...['walls-zero', 'boardsize-syntax'],
  ),
  covered(ENTITIES, 'Strings are case sensitive.', 'command-case'),
  covered(ENTITIES, 'Vertices are not case sensitive.', 'vertex-case'),
  covered(
    ENTITIES,
    'A color is one of the strings "white" or "w" to denote white, or "black" or "b" to denote black. Colors are not case sensitive.',
    ...['color-short', 'color-case', 'syntax-move'],
  ),
  covered(
    ENTITIES,
    'An orientation is one of the strings "horizontal" or "h" to denote horizontal, or "vertical" or "v" to denote vertical. Orientations are not case sensitive.',
    ...['orientation-short', 'orientation-case', 'syntax-wall'],
  ),
  covered(
    ENTITIES,
    'A move is the combination of one color and one vertex. Moves are not case sensitive.',
    ...['playmove', 'vertex-case', 'color-case'],
  ),
  covered(
    ENTITIES,
    'A wall is the combination of one color, one vertex (northwest of the wall center) and one orientation. Placements are not case sensitive.',
    ...['wall-horizontal', 'wall-vertical', 'wall-vertex', 'orientation-case'],
  ),
  covered(
    ENTITIES,
    'A boolean is one of the strings "false" or "f" to denote false and "true" or "t" to denote true.',
    ...['known-command', 'winner'],
  ),
  covered(
    ENTITIES,
    'An x& is a LF separated list of entities of type x. The multiline list goes on until two consecutive LFs are encountered.',
    ...['list-rows', 'nothing-outside', 'response-ends'],
  ),
  covered(
    RESPONSES,
    'If the engine receives an unknown or unimplemented command, use the error message "unknown command".',
    ...['unknown-fails', 'unknown-message'],
  ),
  covered(
    RESPONSES,
    'Some commands fail in certain cases with standardized error messages.',
    ...['boardsize-message', 'illegal-move-message', 'wall-message', 'undo-message'],
  ),
  covered(
    STATE,
    'An engine is expected to keep track of the following state information: board size, board configuration, number of walls of either color, game history.',
    ...[
      'boardsize',
      'playmove',
      'playwall',
      'wall-spent',
      'undo',
      'size-five',
      'genmove-told',
      'genmove-game',
    ],
  ),
  partly(
    STATE,
    'There is no default state for any state variable. When first started, the engine may set these as it likes.',
    'It asks for nothing; every check sets what it stands on.',
  ),
  partly(
    STATE,
    'State which is not explicitly modified must remain unchanged.',
    'What an engine holds shows only in what it accepts and refuses.',
    'queries-harmless',
  ),
  covered(
    STATE,
    'A failed command must never change any state.',
    ...['illegal-move-kept', 'illegal-wall-kept', 'illegal-wall-absent', 'boardsize-kept', 'undo-kept'],
  ),
  covered(NAME, 'Output: name, the name of the engine. Fails: never.', 'name', 'name-text'),
  covered(
    KNOWN,
    'Output: "true" if the command is known by the engine, "false" otherwise. Fails: never.',
    ...['known-command', 'known-true', 'known-false', 'list-known'],
  ),
  partly(
    KNOWN,
    'Do not declare a command as known if it is known not to work.',
    'What a private extension does is known to its authors alone.',
    ...['list-complete', 'list-known'],
  ),
  covered(LIST, 'Output: list of commands, one per row. Fails: never.', 'list-commands', 'list-rows'),
  partly(
    LIST,
    'Include all known commands, including required ones and private extensions.',
    'Private extensions that are not listed cannot be found; `undo` and `quit` are not tried for the list. The text names no command as required: one that is unknown is not offered, but for those without which there is no game.',
    'list-complete',
  ),
  covered(QUIT, 'The session is terminated and the connection is closed.', 'quit', 'quit-answered'),
  covered(
    QUIT,
    'The full response of this command must be sent before the engine closes the connection.',
    ...['quit-whole', 'quit-thinking'],
  ),
  covered(BOARDSIZE, 'The board size is changed.', 'boardsize', 'size-five'),
  covered(BOARDSIZE, 'Output: none.', 'empty-results'),
  covered(
    BOARDSIZE,
    'Fails: Syntax error. If the engine cannot handle the new size, fails with the error message "unacceptable size".',
    ...['boardsize-syntax', 'boardsize-refused', 'boardsize-message'],
  ),
  covered(
    CLEAR,
    'The board is cleared, the two pawns return to their starting position. Fails: never.',
    ...['clear-board', 'clear-moves', 'clear-walls', 'new-game'],
  ),
  covered(CLEAR, 'The move history is reset to empty.', 'clear-history'),
  covered(
    WALLS,
    'Each player has that number of walls at the beginning. Fails: never.',
    ...['walls', 'walls-zero', 'walls-each', 'walls-none', 'wall-spent'],
  ),
  covered(
    PLAYMOVE,
    'The player of the requested color is played at the requested vertex.',
    ...['playmove', 'playmove-white', 'white-first', 'jump', 'jump-aside', 'jump-aside-edge'],
  ),
  covered(
    PLAYMOVE,
    'Fails: syntax error, illegal move. In the latter case, fails with the error message "illegal move".',
    ...[
      'syntax-move',
      'illegal-move',
      'illegal-far',
      'illegal-move-message',
      'off-board',
      'occupied',
      'jump-aside-refused',
      'jump-walled',
      'jump-aside-walled',
    ],
  ),
  covered(
    PLAYMOVE,
    'Consecutive moves of the same color are not considered illegal from the protocol point of view.',
    'same-color',
  ),
  covered(
    PLAYWALL,
    'A wall is placed at the requested vertex and orientation.',
    ...[
      'playwall',
      'playwall-white',
      'playwall-vertical',
      'wall-horizontal',
      'wall-vertical',
      'wall-vertex',
      'wall-past-pawn',
    ],
  ),
  covered(PLAYWALL, 'Decrease number of wall for that player by one.', 'wall-spent', 'walls-each'),
  covered(
    PLAYWALL,
    'Fails: syntax error, illegal placement. In the latter case, fails with the error message "illegal move".',
    ...[
      ...['syntax-wall', 'wall-crossing', 'wall-overlap', 'wall-overlap-vertical', 'wall-outside'],
      ...['wall-closing', 'wall-closing-other', 'wall-closing-white', 'wall-message'],
    ],
  ),
  covered(
    PLAYWALL,
    'Consecutive moves of the same color are not considered illegal from the protocol point of view.',
    ...['wall-closing', 'wall-vertex'],
  ),
  covered(
    GENMOVE,
    'The engine makes a move or wall placement for the requested color.',
    ...['genmove-legal', 'genmove-color', 'genmove-told', 'genmove-plays', 'genmove-again', 'genmove-game'],
  ),
  covered(
    GENMOVE,
    'Output: vertex, orientation. If orientation returned a wall placed, otherwise it is a move.',
    ...['genmove-form', 'genmove-once'],
  ),
  partly(
    GENMOVE,
    'Fails: never.',
    'After the end of a game there is no move, and the text does not say what is answered then.',
    'genmove',
  ),
  covered(
    UNDO,
    "The game goes 'times' moves back.",
    ...['undo', 'undo-moves', 'undo-times', 'undo-wall', 'undo-wall-off', 'undo-genmove'],
  ),
  covered(
    UNDO,
    'If times is greater than moves played or no moves are played. Fails with the error message "cannot undo".',
    ...['undo-none', 'undo-too-many', 'undo-message'],
  ),
  covered(
    WINNER,
    'true if game ended, otherwise false; the color of the winner. Fails: never.',
    ...['winner', 'winner-false', 'winner-black', 'winner-white'],
  ),
  covered(SHOWBOARD, 'Output: a diagram of the board position. Fails: never.', 'showboard'),
  partly(
    SHOWBOARD,
    'The engine may draw the board as it likes. It is, however, required to place the coordinates as described.',
    'Whether the drawing shows the position is for people to see.',
    ...['showboard-letters', 'showboard-numbers'],
  ),
];
