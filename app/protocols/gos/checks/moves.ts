/** GoS: the rules of a valid move, each by itself, so that a breach names its rule. */
import type { Seat } from '../../../games/game.ts';
import {
  isPlace,
  mustAttack,
  placeName,
  squareAt,
  SQUARES,
  STEP_BETWEEN,
  stoneAt,
  type StonesPosition,
} from '../../../games/stones/index.ts';
import type { CheckRow } from '../../check-talk.ts';
import { Breach } from '../../conformance.ts';
import { ATTACK, PASS_TYPE, type Reply, STRENGTHEN } from '../messages.ts';
import { expectLegal, type GosTalk, table } from './gos-talk.ts';

export type Rule =
  | 'allowed'
  | 'pass-null'
  | 'places'
  | 'attack-own'
  | 'attack-opponent'
  | 'line'
  | 'clear'
  | 'height'
  | 'strengthen-own';

interface Squares {
  readonly from: number;
  readonly to: number;
}

/** Null if the move does not have two places of the board. */
function squaresOf({ type, from, to }: Reply): Squares | null {
  if (type === PASS_TYPE || from.kind !== 'place' || to.kind !== 'place') return null;
  const squares = { from: squareAt(from.x, from.y), to: squareAt(to.x, to.y) };
  return isPlace(squares.from) && isPlace(squares.to) ? squares : null;
}

const stepOf = ({ from, to }: Squares): number => STEP_BETWEEN[from * SQUARES + to]!;

/** The first square between them that is occupied, or the hole. */
function barred({ stones }: StonesPosition, squares: Squares): number | null {
  const step = stepOf(squares);
  if (step === 0) return null;
  for (let at = squares.from + step; at !== squares.to; at += step) {
    if (!isPlace(at) || stones[at] !== 0) return at;
  }
  return null;
}

type Judge = (position: StonesPosition, reply: Reply, squares: Squares | null) => string | null;

const byRule: Readonly<Record<Rule, Judge>> = {
  allowed: (position, { type, typeText }) =>
    type === null || (mustAttack(position) && type !== ATTACK) ? `Type ${typeText}` : null,
  'pass-null': (_position, { type, from, to }) =>
    type === PASS_TYPE && (from.kind !== 'none' || to.kind !== 'none') ? 'a pass with a place' : null,
  places: (_position, reply, squares) => {
    if (reply.type === PASS_TYPE || squares !== null) return null;
    for (const name of ['from', 'to'] as const) {
      const place = reply[name];
      if (place.kind === 'none') return `no place in ${name}`;
      if (place.kind === 'wrong') return `${name} ${place.reason}`;
      if (!isPlace(squareAt(place.x, place.y)))
        return `X ${place.x}, Y ${place.y}, which is not on the board`;
    }
    return null;
  },
  'attack-own': ({ stones, mover }, { type }, squares) =>
    type === ATTACK && squares && stoneAt(stones, squares.from)?.seat !== mover
      ? placeName(squares.from)
      : null,
  'attack-opponent': ({ stones, mover }, { type }, squares) => {
    const target = squares && stoneAt(stones, squares.to);
    return type === ATTACK && squares && (!target || target.seat === mover) ? placeName(squares.to) : null;
  },
  line: (_position, _reply, squares) =>
    squares && stepOf(squares) === 0 ? `${placeName(squares.from)} and ${placeName(squares.to)}` : null,
  clear: (position, _reply, squares) => {
    const at = squares && barred(position, squares);
    return at === null ? null : `${placeName(at)} lies between`;
  },
  height: ({ stones }, { type }, squares) => {
    const from = squares && stoneAt(stones, squares.from);
    const to = squares && stoneAt(stones, squares.to);
    if (type !== ATTACK || !from || !to || from.height >= to.height) return null;
    return `height ${from.height} on ${to.height}`;
  },
  'strengthen-own': ({ stones, mover }, { type }, squares) => {
    if (type !== STRENGTHEN || !squares) return null;
    const wrong = [squares.from, squares.to].find((square) => stoneAt(stones, square)?.seat !== mover);
    return wrong === undefined ? null : placeName(wrong);
  },
};

export const rules = Object.keys(byRule) as readonly Rule[];

/** What breaks the rule; null if it holds. */
export const breachOf = (rule: Rule, position: StonesPosition, reply: Reply): string | null =>
  byRule[rule](position, reply, squaresOf(reply));

const VALID = 'GoS, Doing a move, a move is valid when';
const PLACE = 'GoS, Board location';

/**
 * Requests in a match, few since a bot may think for seconds at each: White's first two attacks or Black's first turn;
 * the same with White's whole second turn; one turn more.
 */
const FEW = 2;
const WITH_SECOND = 3;
const MORE = 5;

interface Ruled extends Pick<CheckRow<never>, 'id' | 'sentence' | 'advice'> {
  readonly rule: Rule;
  readonly clause?: string;
  readonly expected: string;
  /** The bot's colour. */
  readonly seat?: Seat;
  readonly requests?: number;
}

const ruled = ({ rule, expected, seat = 0, requests = FEW, ...fields }: Ruled): CheckRow<GosTalk> => ({
  clause: VALID,
  ...fields,
  needs: seat === 0 ? ['request-second'] : ['black', 'request-second'],
  run: async (talk) => {
    for (const { position, reply, text } of await talk.match(seat, requests)) {
      const breach = breachOf(rule, position, reply);
      if (breach !== null) throw new Breach(expected, `${breach} in ${text}`);
    }
  },
});

export const judgingChecks = table([
  ruled({
    id: 'allowed-type',
    rule: 'allowed',
    sentence: 'answers with a type of move that the request allows',
    expected: 'a Type out of AllowedMoves',
    advice: 'Look at AllowedMoves: the first move of a turn is an attack.',
  }),
  ruled({
    id: 'places-valid',
    rule: 'places',
    sentence: 'names places of the board',
    clause: PLACE,
    expected: 'From and To with X and Y of a place on the board',
    advice:
      'X is the column and Y the row, both from 0; a place exists where they are fewer than 5 apart, but for the middle.',
  }),
  ruled({
    id: 'attack-own',
    rule: 'attack-own',
    sentence: 'attacks with a stone of its own',
    expected: 'From with a stone of the bot’s own',
    advice: 'The stones of White are positive and those of Black negative; state has a row for each Y.',
  }),
  ruled({
    id: 'attack-opponent',
    rule: 'attack-opponent',
    sentence: 'attacks a stone of its opponent’s',
    expected: 'To with a stone of the opponent’s',
    advice: 'An attack goes neither to a stone of your own nor to an empty place.',
  }),
  ruled({
    id: 'straight-line',
    rule: 'line',
    sentence: 'moves along a straight line of the board',
    expected: 'places in line N, S, E, W, SE or NW',
    advice: 'X and Y change by the same, or only one of them does; NE and SW are not lines.',
  }),
  ruled({
    id: 'clear-line',
    rule: 'clear',
    sentence: 'moves over empty places only',
    expected: 'empty places between From and To',
    advice:
      'Go from place to place and take the first stone that you meet; the middle of the board bars the way, too.',
  }),
  ruled({
    id: 'attack-height',
    rule: 'height',
    sentence: 'attacks no stone that is higher than its own',
    expected: 'a stone as high as what it attacks, or higher',
    advice: 'The height is the size of the integer divided by 4, without the rest.',
  }),
  ruled({
    id: 'strengthen-own',
    rule: 'strengthen-own',
    requests: WITH_SECOND,
    sentence: 'strengthens stones of its own with its own',
    expected: 'stones of the bot’s own in From and To',
    advice: 'Both stones are your own where Type is 2.',
  }),
  ruled({
    id: 'pass-null',
    rule: 'pass-null',
    seat: 1,
    sentence: 'names no places where it passes',
    expected: 'null in From and To',
    advice: 'Write {"Type":0,"From":null,"To":null}.',
  }),
  {
    id: 'plays-on',
    sentence: `plays valid moves over ${MORE} requests`,
    clause: VALID,
    needs: [
      ...['allowed-type', 'places-valid', 'attack-own', 'attack-opponent', 'straight-line', 'clear-line'],
      ...['attack-height', 'strengthen-own'],
    ],
    advice: 'Go by the board of each request, not by what you worked out before.',
    run: async (talk) => {
      for (const answer of await talk.match(0, MORE)) expectLegal(answer);
    },
  },
  {
    id: 'numbers',
    sentence: 'reads colours, types and winners as numbers',
    clause: 'GoS, Types',
    needs: ['plays-on'],
    advice:
      'Take 1 and "1" for the same in Color, AllowedMoves, Player, Type and Winner: the text has numbers.',
    run: async (talk) => {
      // If numbers are usual, the checks before this one have tested them.
      if (talk.usual === 'string') for (const answer of await talk.match(0, 1, 'number')) expectLegal(answer);
    },
  },
]);
