/** CFSI, sentence by sentence: what binds a server. */
import { covered, partly, type Sentence } from '../../testing/fixtures.ts';

const INTRODUCTION = 'Introduction';
const PLACEMENT = 'Piece placement';
const START = 'Commands, start';
const STOP = 'Commands, stop';
const PING = 'Commands, ping';
const PLAY = 'Commands, play';
const QUIT = 'Commands, quit';
const BESTMOVE = 'Responses, bestmove';

export const sentences: readonly Sentence[] = [
  covered(
    INTRODUCTION,
    'The communication between client and server is text based.',
    'started',
    'only-responses',
  ),
  covered(
    INTRODUCTION,
    'The communication is asynchronous.',
    'ping-thinking',
    'plays-each',
    'plays-in-order',
  ),
  covered(INTRODUCTION, "The server doesn't hold a game state.", 'plays-in-order', 'open-column'),
  partly(
    'Token',
    "The two pieces of the game are represented by the tokens 'x' and 'o'.",
    'Which pieces it takes for its own shows only in how it plays, and in `--line`.',
    ...['token-o', 'token-o-four', 'takes-four', 'takes-four-o', 'line-stands'],
  ),
  covered(
    'Coordinate system',
    'The bottom left corner of the board has the coordinate (x=0, y=0).',
    'line-stands',
    'open-column',
  ),
  covered(
    PLACEMENT,
    'The placement consists of a string containing the rows of the board.',
    'play',
    'board-sizes',
  ),
  covered(PLACEMENT, "Rows are separated by the '/' (slash) character.", 'play', 'board-sizes'),
  covered(PLACEMENT, 'The placement string starts with the bottom row (y = 0).', 'rows-from-below'),
  covered(PLACEMENT, 'Each row specifies the piece placement from left to right.', 'open-column'),
  covered(PLACEMENT, 'An occupied field is represented by its token.', 'open-column'),
  covered(
    PLACEMENT,
    'Empty fields are represented by a number that is the count of successive empty columns.',
    ...['open-column', 'board-sizes', 'long-runs'],
  ),

  partly(
    START,
    'Starts the server. The server sends back a "started" response when initialization of the server has completed.',
    'When it initializes itself shows nowhere; that it can play afterwards does.',
    ...['started', 'started-once', 'play'],
  ),
  covered(
    STOP,
    'After having received the stop command the server will not send back any messages to the client …',
    ...['stop-silent', 'stop-ends-play'],
  ),
  covered(STOP, '… and will not accept new commands.', 'stop-deaf'),
  covered(STOP, 'Stops the server.', 'stop-exits', 'stop-deaf'),
  covered(
    PING,
    'This command can be sent any time to check if the server is still alive.',
    'ping',
    'ping-unstarted',
    'ping-each',
  ),
  covered(
    PING,
    'The server will immediately respond with "pong", even if it\'s currently processing a command.',
    ...['ping-thinking', 'ping-thinking-prompt'],
  ),
  covered(
    PLAY,
    'Let the server calculate a move. Each play command is answered by the server with a "bestmove" response.',
    ...['play', 'play-once', 'plays-each', 'decided-board', 'invalid-play-lives'],
  ),
  covered(PLAY, '<board> The placement of the board', 'open-column', 'board-sizes', 'floating-pieces'),
  covered(PLAY, '<token> The token the computer shall play', 'token-o', 'token-o-four'),
  partly(
    PLAY,
    '<depth> Number of plies (half-moves) the computer shall play. The value must be greater than zero.',
    'How deep it searches shows nowhere but in the time that it takes.',
    ...['play', 'deep-play', 'quit-ends-play'],
  ),
  covered(
    PLAY,
    '--column <column> Specifies the column that shall be played by the server.',
    'column',
    'column-full',
  ),
  covered(QUIT, 'Quits the running and pending commands.', 'quit-ends-play', 'quit-pending'),
  covered(QUIT, 'Commands will stop as soon as possible.', 'quit-prompt'),
  partly(
    QUIT,
    'While processing the Quit command new commands are accepted but will also be quit.',
    'How long a `quit` is processed cannot be known, so that a play behind it may come too late to be quit.',
    'play-after-quit',
  ),
  covered(
    QUIT,
    'Examples: `bestmove` for each play that was quit, and no answer to `quit`.',
    'quit-pending',
    'quit-idle',
  ),

  covered('Responses, pong', 'The answer of a ping command', 'ping', 'ping-each'),
  covered(
    BESTMOVE,
    'For each play command a "bestmove" response is sent back to the client.',
    'play',
    'play-once',
    'plays-each',
  ),
  covered(
    BESTMOVE,
    'Syntax: bestmove column [--score] [--four] [--line] [--final-scores]',
    'bestmove-form',
    'parameters-readable',
    'spelling',
  ),
  covered(
    BESTMOVE,
    'column: NULL or the column that the computer has played. A column value of NULL signals that no move was available.',
    ...['bestmove-form', 'open-column', 'full-board', 'column-full'],
  ),
  covered(BESTMOVE, '--score <score>: from -1 to 1. The score as seen by the computer.', 'score-range'),
  partly(
    BESTMOVE,
    'A negative value indicates a situation where the computer may lose.',
    'Scores of what is not decided are estimates, and every sign of one can be right.',
    'four-positive',
  ),
  partly(
    BESTMOVE,
    '--four This parameter signals that the computer has won or will win after the given sequence of moves. The move sequence includes the current move.',
    'That it is left out where a win was not seen is not a breach. Whether a sequence of several moves wins depends on the opponent’s answers.',
    ...['four-begins', 'four-made'],
  ),
  covered(
    BESTMOVE,
    '--line In the case of a direct four the server provides the piece placement that establishes the line of connected pieces.',
    ...['line-stands', 'line-provided'],
  ),
  covered(
    BESTMOVE,
    '--final-scores The score of each column the computer has investigated.',
    'scores-open',
    'scores-agree',
    'score-range',
  ),
  covered(
    BESTMOVE,
    'Examples: a full board, boards of 4 by 4 and of 6 by 4, a direct four.',
    'full-board',
    'board-sizes',
    'floating-pieces',
    'takes-four',
  ),
  partly(
    'Responses, info',
    'An informational message. Informational messages can be sent to the client any time.',
    'Nothing is asked of it; a client that is disturbed by one is at fault.',
  ),
  covered(
    'Responses, info',
    '--plies <number> The number of plies (half-moves) the computer has played so far while processing the current play command.',
    'info-plies',
  ),
  covered(
    'Responses, debug',
    'Debug messages can be used by a server to indicate for example syntax errors.',
    ...['invalid-play', 'invalid-play-lives', 'unknown-lives'],
  ),
];
