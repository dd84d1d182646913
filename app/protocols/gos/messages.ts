/**
 * What we say to the bot, one message a line: messages into lines and lines into messages, with enums in either form.
 * Driver and responder share it; the bot's own word, a move, is in `replies.ts`.
 */
import { BadNotation, type Seat } from '../../games/game.ts';
import {
  boardRows,
  columnOf,
  makePosition,
  mustAttack,
  readBoard,
  readMove,
  rowOf,
  type Stones,
  type StonesPosition,
} from '../../games/stones/index.ts';
import type { EnumForm } from './enums.ts';
import type { Json, JsonObject } from './json.ts';
import { memberOf, readInteger, valueText } from './members.ts';
import { ATTACK, PASS_TYPE, readReply, STRENGTHEN, type MoveType, type Reply } from './replies.ts';

export type Message =
  | { readonly kind: 'initiate'; readonly seat: Seat; readonly form: EnumForm }
  | { readonly kind: 'request'; readonly stones: Stones; readonly allowed: 'attack' | 'any' }
  | {
      readonly kind: 'processed';
      readonly seat: Seat;
      readonly move: Reply;
      /** Null while the match goes on. */
      readonly winner: Seat | null;
    }
  /** An object that is none of them, or not in full; `reason` is the end of a sentence. */
  | { readonly kind: 'unreadable'; readonly reason: string };

/** A processed move, as it was in the position before it. */
export interface Processed {
  readonly before: StonesPosition;
  readonly move: number;
  readonly winner: Seat | null;
}

const COLOURS = [1, -1] as const;
const NOBODY = 0;

/** `AllowedMoves` as there can be. */
const ALLOWED: Readonly<Record<'attack' | 'any', readonly MoveType[]>> = {
  attack: [ATTACK],
  any: [PASS_TYPE, ATTACK, STRENGTHEN],
};

const enumIn = (form: EnumForm, value: number): string | number =>
  form === 'string' ? String(value) : value;

export const initiateLine = (form: EnumForm, seat: Seat): string =>
  JSON.stringify({ Color: enumIn(form, COLOURS[seat]) });

export const requestLine = (form: EnumForm, position: StonesPosition): string =>
  JSON.stringify({
    Board: { state: boardRows(position.stones) },
    AllowedMoves: ALLOWED[mustAttack(position) ? 'attack' : 'any'].map((type) => enumIn(form, type)),
  });

export const processedLine = (form: EnumForm, { before, move, winner }: Processed): string =>
  JSON.stringify({
    Player: enumIn(form, COLOURS[before.mover]),
    Move: moveObject(form, before, move),
    Winner: enumIn(form, winner === null ? NOBODY : COLOURS[winner]),
  });

/** A bot's own word, which the text has with integers. */
export const replyLine = (position: StonesPosition, move: number): string =>
  JSON.stringify(moveObject('number', position, move));

/** A processed pass has no places where enums are strings, and null where they are numbers: that is what bots know. */
function moveObject(form: EnumForm, { stones }: StonesPosition, move: number): object {
  const places = readMove(move);
  if (places === null) {
    const pass = { Type: enumIn(form, PASS_TYPE) };
    return form === 'string' ? pass : { ...pass, From: null, To: null };
  }
  const { from, to } = places;
  const type = stones[from]! > 0 === stones[to]! > 0 ? STRENGTHEN : ATTACK;
  return { Type: enumIn(form, type), From: placeObject(from), To: placeObject(to) };
}

const placeObject = (place: number): { X: number; Y: number } => ({ X: columnOf(place), Y: rowOf(place) });

/** Whether it is one of ours, be it one that cannot be read. */
export const isMessage = (object: JsonObject): boolean =>
  ['Color', 'Board', 'Player'].some((name) => memberOf(object, name) !== undefined);

export function readMessage(object: JsonObject): Message {
  const colour = memberOf(object, 'Color');
  if (colour !== undefined) {
    const seat = readSeat(colour);
    if (seat === null) return unreadable(`Color is ${valueText(colour)}`);
    return { kind: 'initiate', seat, form: colour.kind === 'string' ? 'string' : 'number' };
  }
  if (memberOf(object, 'Board') !== undefined) return readRequest(object);
  if (memberOf(object, 'Player') !== undefined) return readProcessed(object);
  return unreadable('it has neither Color nor Board nor Player');
}

const unreadable = (reason: string): Message => ({ kind: 'unreadable', reason });

/** Null where it is no player's colour. */
function readSeat(json: Json | undefined): Seat | null {
  const value = json === undefined ? null : readInteger(json);
  return value?.value === COLOURS[0] ? 0 : value?.value === COLOURS[1] ? 1 : null;
}

function readRequest(object: JsonObject): Message {
  const board = memberOf(object, 'Board')!;
  const state = board.kind === 'object' ? memberOf(board, 'state') : undefined;
  const types = memberOf(object, 'AllowedMoves');
  if (state === undefined) return unreadable('Board has no state');
  if (types?.kind !== 'array') return unreadable('AllowedMoves is no array');
  const allowed = readAllowed(types.items);
  if (allowed === null) return unreadable('AllowedMoves is [1] for an attack only, or [0,1,2]');
  try {
    return { kind: 'request', stones: readBoard(plainBoard(state)), allowed };
  } catch (error) {
    if (!(error instanceof BadNotation)) throw error;
    return unreadable(error.message);
  }
}

function readAllowed(items: readonly Json[]): 'attack' | 'any' | null {
  const types = new Set(items.map((item) => readInteger(item)?.value));
  const is = (wanted: readonly MoveType[]): boolean =>
    types.size === wanted.length && wanted.every((type) => types.has(type));
  return is(ALLOWED.attack) ? 'attack' : is(ALLOWED.any) ? 'any' : null;
}

/** Rows of integers as the rules read them; what is no integer stays none. */
const plainBoard = (state: Json): unknown =>
  state.kind === 'array'
    ? state.items.map((row) =>
        row.kind === 'array' ? row.items.map((item) => readInteger(item)?.value ?? valueText(item)) : null,
      )
    : null;

function readProcessed(object: JsonObject): Message {
  const move = memberOf(object, 'Move');
  const winner = memberOf(object, 'Winner');
  const seat = readSeat(memberOf(object, 'Player'));
  if (seat === null) return unreadable('Player is neither 1 nor -1');
  if (move?.kind !== 'object' || memberOf(move, 'Type') === undefined) {
    return unreadable('Move has no Type');
  }
  const value = winner === undefined ? NOBODY : readInteger(winner)?.value;
  if (value !== NOBODY && value !== COLOURS[0] && value !== COLOURS[1]) {
    return unreadable(`Winner is ${valueText(winner!)}`);
  }
  const won = value === COLOURS[0] ? 0 : value === COLOURS[1] ? 1 : null;
  return { kind: 'processed', seat, move: readReply(move), winner: won };
}

/** The position that a request is about, asked of the bot of this seat. */
export const positionOf = (
  seat: Seat,
  { stones, allowed }: Pick<Message & { readonly kind: 'request' }, 'stones' | 'allowed'>,
): StonesPosition => makePosition(stones, seat, allowed === 'attack' ? 'first' : 'second');
