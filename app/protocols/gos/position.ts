/**
 * Positions: the lines that lead a bot to one, and what its answer means there.
 *
 * Bots read strictly in the order of a match, so that none can be put anywhere at once: it is *walked*. A game from
 * the start is walked whole, with a request for each action of the bot's own, even if it answers otherwise, and the move that
 * was really played. Any other position, and any that is only to be analysed, is reached by a short walk: a first
 * round on the start board until the action that is wanted is the bot's, and then the position itself, which the
 * request holds. White's opening needs none; Black's turn comes after one action, White's after three.
 *
 * A bot whose answer is illegal then may look at no board and follow only what it is told: it is led through the whole
 * game, if there is one from the start.
 *
 * The second action of a turn comes after the first, with the board as it was then, where that is known.
 */
import type { Seat } from '../../games/game.ts';
import type { Line } from '../../games/line.ts';
import {
  makePosition,
  stones as game,
  moveOf,
  mustAttack,
  objection,
  PASS,
  placeName,
  squareAt,
  stoneAt,
  type StonesPosition,
} from '../../games/stones/index.ts';
import type { Answer } from '../report.ts';
import {
  initiateLine,
  processedLine,
  requestLine,
  ATTACK,
  PASS_TYPE,
  STRENGTHEN,
  type PlaceRead,
  type Reply,
} from './messages.ts';
import type { EnumForm } from './settings.ts';

const start = game.initial();

/** The first round of a short walk: an action of White's, two of Black's and one of White's. */
const ROUND: readonly number[] = game.parseMoves(start, 'H7G7 C4C3 pass G7F7');

const isSame = (one: StonesPosition, other: StonesPosition): boolean =>
  one === other ||
  (one.mover === other.mover &&
    one.phase === other.phase &&
    one.stones.every((value, square) => value === other.stones[square]));

export const isStart = (position: StonesPosition): boolean => isSame(position, start);

/** How many actions a bot has heard of at least when such a position is asked about. */
function actionsBefore({ mover, phase }: StonesPosition): number {
  if (phase === 'opening') return 0;
  return (mover === 0 ? 3 : 1) + (phase === 'second' ? 1 : 0);
}

/** A way that a bot is walked; it can be made longer, and is compared with what the bot was told so far. */
export class Plan {
  readonly #form: EnumForm;
  readonly #seat: Seat;
  readonly #lines: string[];
  #request: string | null = null;
  #position: StonesPosition = start;
  /** The bot is told other moves than those that led there. */
  readonly isEdited: boolean;

  /** As the player of `seat`, from a position on in which it need not be its turn. */
  constructor(form: EnumForm, seat: Seat, from: StonesPosition) {
    this.#form = form;
    this.#seat = seat;
    this.#lines = [initiateLine(form, seat)];
    this.isEdited = !isStart(from);
    if (!this.isEdited) return;
    const round = ROUND.slice(0, actionsBefore(from));
    const last = round.pop();
    for (const move of round) this.play(move);
    if (last !== undefined) this.#step(from, last);
    this.#stand(from);
  }

  /** How many lines there are until the bot stands there. */
  get length(): number {
    return this.#lines.length;
  }

  /** One of them, or behind the last one the request for the action that is next. */
  line(index: number): string {
    return this.#lines[index] ?? (this.#request ??= requestLine(this.#form, this.#position));
  }

  /** Goes on by an action, which is the bot's own or its opponent's. */
  play(move: number): void {
    const before = this.#position;
    if (before.mover === this.#seat) this.#lines.push(this.line(this.length));
    this.#stand(game.play(before, move));
    const result = game.result(this.#position);
    const winner = result?.kind === 'win' ? result.winner : null;
    this.#lines.push(processedLine(this.#form, { before, move, winner }));
  }

  /**
   * The last action before a position that the bot is put to. Where it is the first of the same turn, it is made on
   * that very board, as long as there is one that ends nothing.
   */
  #step(to: StonesPosition, otherwise: number): void {
    const first = to.phase === 'second' ? makePosition(to.stones, to.mover, 'first') : null;
    const isQuiet = (move: number): boolean => game.result(game.play(first!, move)) === null;
    const quiet = first && game.result(first) === null ? game.moves(first).find(isQuiet) : undefined;
    if (quiet !== undefined) this.#stand(first!);
    this.play(quiet ?? otherwise);
  }

  #stand(position: StonesPosition): void {
    this.#position = position;
    this.#request = null;
  }
}

interface StonesLine {
  readonly start: StonesPosition;
  readonly moves: readonly number[];
  readonly position: StonesPosition;
}

const read = ({ start: from, moves, position }: Line): StonesLine =>
  ({ start: from, moves, position }) as StonesLine;

/** The way through a game, from wherever it began. */
export function planGame(form: EnumForm, seat: Seat, line: Line): Plan {
  const { start: from, moves } = read(line);
  const plan = new Plan(form, seat, from);
  for (const move of moves) plan.play(move);
  return plan;
}

/** The shortest way to a position whose action is next, for the side that is to make it. */
export function planAnalysis(form: EnumForm, line: Line): Plan {
  const { start: from, moves, position } = read(line);
  const { mover, phase } = position;
  // As short as any, and with nothing in it that is not so.
  if (isStart(from) && moves.length === actionsBefore(position)) return planGame(form, mover, line);
  if (phase !== 'second' || moves.length === 0) return new Plan(form, mover, position);
  const plan = new Plan(form, mover, moves.slice(0, -1).reduce<StonesPosition>(game.play, from));
  plan.play(moves.at(-1)!);
  return plan;
}

// The other half: what a bot's move is on the board. The rules refuse what they can be asked about; what their moves do
// not hold is refused here: a type that is not what the move does, places that are none, a pass with a place.

export interface Judged {
  /** A move of the rules' own; null where the bot's is none. */
  readonly move: number | null;
  /** Why it is illegal, in words; null where it is legal. */
  readonly why: string | null;
}

const nameOf = (seat: Seat): string => game.seats[seat].name;

export function judgeReply(position: StonesPosition, reply: Reply): Judged {
  const misfit = misfitOf(position, reply);
  if (misfit !== null) return { move: null, why: misfit };
  const { type, from, to } = reply;
  const goes = type !== PASS_TYPE && from.kind === 'place' && to.kind === 'place';
  const move = goes ? moveOf(squareOf(from), squareOf(to)) : PASS;
  return { move, why: objection(position, move) };
}

const squareOf = ({ x, y }: { readonly x: number; readonly y: number }): number => squareAt(x, y);

/** What is wrong about it that a move of the rules' would not show. */
function misfitOf(position: StonesPosition, { type, typeText, from, to }: Reply): string | null {
  const mover = nameOf(position.mover);
  if (type === null) return `Type is ${typeText}, and there are 0 (pass), 1 (attack) and 2 (strengthen)`;
  const onlyAttack = mustAttack(position);
  if (type === PASS_TYPE) {
    return onlyAttack ? null : (passMisfit('From', from) ?? passMisfit('To', to));
  }
  if (onlyAttack && type === STRENGTHEN) {
    const isMove = from.kind === 'place' && to.kind === 'place';
    const move = isMove ? game.moveText(position, moveOf(squareOf(from), squareOf(to))) : 'this';
    return `${mover} must attack, and ${move} strengthens`;
  }
  const missing = placeMisfit('From', from, type) ?? placeMisfit('To', to, type);
  if (missing !== null || from.kind !== 'place' || to.kind !== 'place') return missing;
  return ownerMisfit(position, squareOf(from), squareOf(to), type);
}

/** Only for a pass that is allowed: the rules refuse any other. */
const passMisfit = (name: string, place: PlaceRead): string | null =>
  place.kind === 'none' ? null : `a pass has no places, and ${name} is not null`;

function placeMisfit(name: string, place: PlaceRead, type: number): string | null {
  const what = type === ATTACK ? 'an attack' : 'a strengthening';
  if (place.kind === 'none') return `${what} has two places, and ${name} is null or missing`;
  return place.kind === 'wrong' ? `${name} ${place.reason}` : null;
}

/** The stone that is gone to is not whose the type says; all else about the two is for the rules. */
function ownerMisfit(position: StonesPosition, from: number, to: number, type: number): string | null {
  const { stones, mover } = position;
  const target = stoneAt(stones, to);
  if (from === to || target === null || stoneAt(stones, from)?.seat !== mover) return null;
  if (type === ATTACK && target.seat === mover) {
    return `the stone on ${placeName(to)} is ${nameOf(mover)}'s own, and an attack goes to one of the opponent's`;
  }
  if (type === STRENGTHEN && target.seat !== mover) {
    return `the stone on ${placeName(to)} is ${nameOf(target.seat)}'s, and only one's own can be strengthened`;
  }
  return null;
}

/** @param text the bot's own words */
export function answerOf({ move, why }: Judged, text: string): Answer {
  return move === null ? { kind: 'illegal', text, reason: why! } : { kind: 'move', move, text };
}
