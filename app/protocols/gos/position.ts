/**
 * The lines that lead a bot to a position, and the meaning of its answer there.
 *
 * A bot reads lines only in the order of a match, so it must be walked to a position. A game from the start position is
 * walked as a whole: the bot is asked for each of its own actions, and then told the move that was really played. Any
 * other position, and any that is only analysed, takes a short walk: the first actions of a round on the start board,
 * until the action in question is the bot's, and then a request with the position itself. White's opening needs no
 * walk, Black's turn one action, White's turn three. The second action of a turn follows the first, which is made on
 * its real board if that is known.
 *
 * A bot whose answer after a short walk is illegal may ignore boards and follow only the moves. It is led through the
 * whole game, if that began at the start position.
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
import type { Answer } from '../protocol.ts';
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

/** The actions of a short walk: one of White's, two of Black's, one of White's. */
const ROUND: readonly number[] = game.parseMoves(start, 'H7G7 C4C3 pass G7F7');

const isSame = (one: StonesPosition, other: StonesPosition): boolean =>
  one === other ||
  (one.mover === other.mover &&
    one.phase === other.phase &&
    one.stones.every((value, square) => value === other.stones[square]));

export const isStart = (position: StonesPosition): boolean => isSame(position, start);

/** The fewest actions before a request about such a position. */
function actionsBefore({ mover, phase }: StonesPosition): number {
  if (phase === 'opening') return 0;
  return (mover === 0 ? 3 : 1) + (phase === 'second' ? 1 : 0);
}

/** The lines of a walk, which can be extended. */
export class Plan {
  readonly #form: EnumForm;
  readonly #seat: Seat;
  readonly #lines: string[];
  #request: string | null = null;
  #position: StonesPosition = start;
  /** Whether the bot is told moves that did not lead to the position. */
  readonly isEdited: boolean;

  /** @param from where play begins; it need not be the turn of `seat` */
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

  /** The number of lines until the bot is at the position. */
  get length(): number {
    return this.#lines.length;
  }

  /** A line of the walk, or, after the last one, the request for the next action. */
  line(index: number): string {
    return this.#lines[index] ?? (this.#request ??= requestLine(this.#form, this.#position));
  }

  /** Extends the walk by an action of either player. */
  play(move: number): void {
    const before = this.#position;
    if (before.mover === this.#seat) this.#lines.push(this.line(this.length));
    this.#stand(game.play(before, move));
    const result = game.result(this.#position);
    const winner = result?.kind === 'win' ? result.winner : null;
    this.#lines.push(processedLine(this.#form, { before, move, winner }));
  }

  /**
   * The last action before the position. If that is the first action of the same turn, it is made on the position's own
   * board, provided that some action there does not end the game.
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

/** Walks through a game, wherever it began. */
export function planGame(form: EnumForm, seat: Seat, line: Line): Plan {
  const { start: from, moves } = read(line);
  const plan = new Plan(form, seat, from);
  for (const move of moves) plan.play(move);
  return plan;
}

/** The shortest walk to a position, for the side to move. */
export function planAnalysis(form: EnumForm, line: Line): Plan {
  const { start: from, moves, position } = read(line);
  const { mover, phase } = position;
  // The game itself is as short as any walk.
  if (isStart(from) && moves.length === actionsBefore(position)) return planGame(form, mover, line);
  if (phase !== 'second' || moves.length === 0) return new Plan(form, mover, position);
  const plan = new Plan(form, mover, moves.slice(0, -1).reduce<StonesPosition>(game.play, from));
  plan.play(moves.at(-1)!);
  return plan;
}

export interface Judged {
  /** Null if the rules cannot express it. */
  readonly move: number | null;
  /** Why it is illegal; null if it is legal. */
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

/**
 * Faults of a move that the rules cannot express: a type that does not fit, places off the board, a pass with a place.
 */
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

/** For a pass that is allowed; the rules refuse any other. */
const passMisfit = (name: string, place: PlaceRead): string | null =>
  place.kind === 'none' ? null : `a pass has no places, and ${name} is not null`;

function placeMisfit(name: string, place: PlaceRead, type: number): string | null {
  const what = type === ATTACK ? 'an attack' : 'a strengthening';
  if (place.kind === 'none') return `${what} has two places, and ${name} is null or missing`;
  return place.kind === 'wrong' ? `${name} ${place.reason}` : null;
}

/** The target's owner does not fit the type; the rules judge the rest. */
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

/** @param text as the bot wrote it */
export function answerOf({ move, why }: Judged, text: string): Answer {
  return move === null ? { kind: 'illegal', text, reason: why! } : { kind: 'move', move, text };
}
