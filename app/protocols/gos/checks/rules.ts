/** GoS: what makes a move valid, rule by rule, each for itself, so that one that is broken can be named. */
import { isPlace, placeName, squareAt, stoneAt, STEP_BETWEEN, SQUARES } from '../../../games/stones/index.ts';
import { mustAttack, type StonesPosition } from '../../../games/stones/index.ts';
import { ATTACK, PASS_TYPE, STRENGTHEN, type Reply } from '../replies.ts';

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

/** The places of a move that has two on the board. */
function squaresOf({ type, from, to }: Reply): Squares | null {
  if (type === PASS_TYPE || from.kind !== 'place' || to.kind !== 'place') return null;
  const squares = { from: squareAt(from.x, from.y), to: squareAt(to.x, to.y) };
  return isPlace(squares.from) && isPlace(squares.to) ? squares : null;
}

const stepOf = ({ from, to }: Squares): number => STEP_BETWEEN[from * SQUARES + to]!;

/** The first place between the two that is not empty, or the hole. */
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

/** What breaks the rule, in words; null where it holds. */
export const breachOf = (rule: Rule, position: StonesPosition, reply: Reply): string | null =>
  byRule[rule](position, reply, squaresOf(reply));
