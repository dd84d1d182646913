/** GoS, sentence by sentence: what binds a bot. The text calls the referee the engine. */
import { covered, partly, type Sentence } from '../../testing/fixtures.ts';

const INTRODUCTION = 'Introduction';
const TYPES = 'Data types';
const BOARD = 'Board';
const LOCATION = 'Board location';
const INITIALIZATION = 'Initialization';
const MOVE = 'Doing a move';
const VALID = 'Doing a move, a move is valid when';
const ORDER = 'Match order';

export const sentences: readonly Sentence[] = [
  covered(
    INTRODUCTION,
    'The engine sends requests to the bot via standard in and reads back the response via standard out.',
    'request request-once',
  ),
  covered(INTRODUCTION, 'The requests and responses are in JSON format.', 'only-json members-order blanks'),
  covered(TYPES, 'PlayerColor: integer (None = 0, White = 1, Black = -1)', 'numbers black attack-own'),
  covered(TYPES, 'StoneType: integer (None = 0, A = 1, B = 2, C = 3)', 'plays-on attack-height'),
  covered(TYPES, 'StoneHeight: integer (positive)', 'attack-height'),
  covered(TYPES, 'MoveType: integer (Pass = 0, Attack = 1, Strengthen = 2)', 'type-integer allowed-type'),
  covered(
    BOARD,
    'The game board is stored as a 9 by 9 matrix of integers, each of them owner * (height * 4 + stone).',
    'attack-own attack-opponent attack-height',
  ),
  covered(
    LOCATION,
    'A board location has the structure {"X": <0..8>, "Y": <0..8>}.',
    'places-integers places-valid names',
  ),
  covered(LOCATION, 'All board locations transferred are valid board locations.', 'places-valid'),
  partly(
    INITIALIZATION,
    'The engine sends an initiate request containing the color of the particular bot.',
    'That a bot remembers it shows only in whose stones it moves.',
    'black attack-own',
  ),
  covered(INITIALIZATION, 'The bot is not supposed to respond to this.', 'initiate-silent'),
  covered(
    MOVE,
    'The engine sends the bot that needs to make a move a move request. The bot is supposed to respond to this with a move.',
    'request request-once request-next request-second',
  ),
  covered(
    MOVE,
    'A move response has the structure {"Type", "From", "To"}.',
    'request names no-more-members pass-members only-moves',
  ),
  covered(MOVE, 'If it is regarded as invalid, then the corresponding bot will lose the match.', 'plays-on'),
  covered(VALID, 'Its type was in the "AllowedMoves" list transmitted in the move request.', 'allowed-type'),
  covered(VALID, 'It is a "Pass" and both From and To fields are "null".', 'pass-null pass-members'),
  covered(VALID, 'It is an "Attack" and the From location is owned by the current bot,', 'attack-own'),
  covered(VALID, 'the To location is owned by its opponent,', 'attack-opponent'),
  covered(VALID, 'the line is a valid straight line (N, S, E, W, SE, NW),', 'straight-line'),
  covered(VALID, 'all spaces between the To and From locations are empty,', 'clear-line'),
  covered(
    VALID,
    'the height of the "from stone" is greater or equal to the height of the "to stone".',
    'attack-height attack-equal',
  ),
  partly(
    VALID,
    'It is a "Strengthen" and the From and To locations are both owned by the current bot, in a straight line over empty spaces.',
    'A bot that never strengthens in the few turns of a check is not seen to do it wrongly.',
    'strengthen-own plays-on pass-only',
  ),
  covered(
    MOVE,
    'A bot is not supposed to respond to a processed move message.',
    'processed-silent winner-silent',
  ),
  partly(
    'Doing a move, Example',
    'A request and its answer, laid out over lines.',
    'Nothing says that a message may span lines, and the real referee writes each on one.',
    'blanks',
  ),
  partly(
    ORDER,
    'The first move of the match is an attack of White’s. Then each bot gets two move requests, one "attack only" followed by one with all types allowed.',
    'A bot is asked for five moves; a whole match would take minutes.',
    'request request-next request-second black plays-on',
  ),
  covered(ORDER, 'After each move request both bots will receive the processed moves.', 'processed-silent'),
  partly(
    ORDER,
    'The engine will stop immediately after a move when it resulted in a winner.',
    'The text asks nothing of the bot then; that it leaves is beyond it.',
    'winner-silent winner-leaves',
  ),
];
