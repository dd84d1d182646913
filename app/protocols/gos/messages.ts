/**
 * Reads and writes the messages of GoS: the referee's three and the bot's move, one JSON object per line, with enums in
 * either form. Driver and responder share them. Also defines the names of a bot's deviations from the text.
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
import type { Oddity } from '../../shapes/engines.ts';
import { oddityOf, type FaultOf } from '../conversation.ts';
import { beginningOf, quoted } from '../text.ts';
import { isSameName, memberOf, readInteger, valueText, type Json, type JsonObject } from './json.ts';
import type { EnumForm } from './settings.ts';

const FORMAT = 'GoS, the requests and responses are in JSON format';
const TYPES = 'GoS, Data types';
const PLACE = 'GoS, Board location';
const INITIALIZATION = 'GoS, Initialization, the bot does not respond';
const MOVE = 'GoS, Doing a move';
const ORDER = 'GoS, Match order';
/** Beyond the text. */
const REFEREE = 'What the real referee of GoS needs: it reads a line for a move';

/** Tolerated deviations: clause and sentence by name. */
const sentences = {
  'byte-order-mark': [FORMAT, 'A byte order mark stands before the JSON'],
  'stray-text': [FORMAT, 'This is not a message; it is skipped unless nothing else comes'],
  'stray-object': [MOVE, 'A move has a Type; this is skipped unless nothing else comes'],
  'unasked-move': [MOVE, 'A move without an unanswered request; it is not used'],
  'unasked-text': [INITIALIZATION, 'The bot is asked nothing'],
  'talk-after-end': [ORDER, 'After the winner is told the match is over'],
  'string-enum': [TYPES, 'A MoveType is an integer, and this is a string'],
  'named-enum': [TYPES, 'A MoveType is an integer, and this is its name'],
  'quoted-number': [PLACE, 'X and Y are integers, and this is a string'],
  'fraction-form': [TYPES, 'An integer is written as a fraction or with an exponent'],
  'letter-case': [MOVE, 'The name has the wrong letter case'],
  'extra-member': [MOVE, 'The protocol has no such member here; it is skipped'],
  'repeated-member': [MOVE, 'A member occurs twice; the last one counts'],
  'missing-member': [MOVE, 'From and To of a pass are null, and this is missing'],
  'no-line-end': [REFEREE, 'The move has no line end; the text asks for none'],
} as const;

export { distinct } from '../conversation.ts';
export { quoted } from '../text.ts';

export type OddityName = keyof typeof sentences;

export type Fault = FaultOf<OddityName>;

export const oddity = (fault: Fault): Oddity => oddityOf(sentences, fault);

/** The most characters of a quoted move, enough for a wide layout. */
const ANSWER = 120;

/** A bot's move as written, shortened. */
export const briefly = (text: string): string => beginningOf(text, ANSWER);

/** Deviations among the member names of an object. @param known the text's names */
function nameFaults({ members, repeated }: JsonObject, known: readonly string[]): Fault[] {
  const faults: Fault[] = repeated.map((name) => ({ name: 'repeated-member', detail: quoted(name) }));
  for (const name of members.keys()) {
    if (known.includes(name)) continue;
    const isKnown = known.some((each) => isSameName(name, each));
    faults.push({ name: isKnown ? 'letter-case' : 'extra-member', detail: quoted(name) });
  }
  return faults;
}

export const PASS_TYPE = 0;
export const ATTACK = 1;
export const STRENGTHEN = 2;
export type MoveType = typeof PASS_TYPE | typeof ATTACK | typeof STRENGTHEN;

export type PlaceRead =
  /** Null or missing. */
  | { readonly kind: 'none' }
  /** Integers from 0 to 8; the rules know whether the board has such a place. */
  | { readonly kind: 'place'; readonly x: number; readonly y: number }
  /** `reason` continues a sentence that begins with the member's name. */
  | { readonly kind: 'wrong'; readonly reason: string };

export interface Reply {
  /** Null if the text has no such type. */
  readonly type: MoveType | null;
  readonly typeText: string;
  readonly from: PlaceRead;
  readonly to: PlaceRead;
  readonly faults: readonly Fault[];
}

const MEMBERS = ['Type', 'From', 'To'] as const;
const COORDINATES = ['X', 'Y'] as const;
const LAST = 8;

/** The text misspells one of them. */
const NAMES: ReadonlyMap<string, MoveType> = new Map<string, MoveType>([
  ['pass', PASS_TYPE],
  ['attack', ATTACK],
  ['strengthen', STRENGTHEN],
  ['strenghten', STRENGTHEN],
]);

export const isReply = (object: JsonObject): boolean => memberOf(object, 'Type') !== undefined;

/** @param object has a Type */
export function readReply(object: JsonObject): Reply {
  const faults = nameFaults(object, MEMBERS);
  const typeJson = memberOf(object, 'Type')!;
  const type = readType(typeJson, faults);
  const [from, to] = (['From', 'To'] as const).map((name) => {
    const json = memberOf(object, name);
    if (json === undefined && type === PASS_TYPE) faults.push({ name: 'missing-member', detail: name });
    return readPlace(json, faults);
  }) as [PlaceRead, PlaceRead];
  return { type, typeText: valueText(typeJson), from, to, faults };
}

function readType(json: Json, faults: Fault[]): MoveType | null {
  const read = readInteger(json);
  if (read !== null) {
    if (read.isString) faults.push({ name: 'string-enum', detail: valueText(json) });
    if (read.isFraction) faults.push({ name: 'fraction-form', detail: valueText(json) });
    return isMoveType(read.value) ? read.value : null;
  }
  const named = json.kind === 'string' ? NAMES.get(json.text.trim().toLowerCase()) : undefined;
  if (named !== undefined) faults.push({ name: 'named-enum', detail: valueText(json) });
  return named ?? null;
}

const isMoveType = (value: number): value is MoveType =>
  value === PASS_TYPE || value === ATTACK || value === STRENGTHEN;

function readPlace(json: Json | undefined, faults: Fault[]): PlaceRead {
  if (json === undefined || (json.kind === 'literal' && json.value === null)) return { kind: 'none' };
  if (json.kind !== 'object')
    return { kind: 'wrong', reason: `is ${valueText(json)}, and a place has X and Y` };
  faults.push(...nameFaults(json, COORDINATES));
  const values: number[] = [];
  for (const name of COORDINATES) {
    const coordinate = memberOf(json, name);
    if (coordinate === undefined) return { kind: 'wrong', reason: `has no ${name}` };
    const read = readInteger(coordinate);
    if (read === null) {
      return { kind: 'wrong', reason: `has ${name} ${valueText(coordinate)}, which is not an integer` };
    }
    if (read.value < 0 || read.value > LAST) {
      return {
        kind: 'wrong',
        reason: `is off the board: ${name} is ${read.value}, and goes from 0 to ${LAST}`,
      };
    }
    if (read.isString) faults.push({ name: 'quoted-number', detail: quoted(`${name}: ${read.value}`) });
    if (read.isFraction) faults.push({ name: 'fraction-form', detail: valueText(coordinate) });
    values.push(read.value);
  }
  return { kind: 'place', x: values[0]!, y: values[1]! };
}

export type Message =
  | { readonly kind: 'initiate'; readonly seat: Seat; readonly form: EnumForm }
  /** `allowed`: the types of the text in `AllowedMoves`, at least one. */
  | { readonly kind: 'request'; readonly stones: Stones; readonly allowed: readonly MoveType[] }
  | {
      readonly kind: 'processed';
      readonly seat: Seat;
      readonly move: Reply;
      /** Null while the match goes on. */
      readonly winner: Seat | null;
    }
  /** `reason` ends a sentence. */
  | { readonly kind: 'unreadable'; readonly reason: string };

/** A processed move. */
export interface Processed {
  readonly before: StonesPosition;
  readonly move: number;
  readonly winner: Seat | null;
}

const COLOURS = [1, -1] as const;
const NO_ONE = 0;

/** The two values that `AllowedMoves` has in a match. */
const ATTACK_ONLY: readonly MoveType[] = [ATTACK];
const ANY: readonly MoveType[] = [PASS_TYPE, ATTACK, STRENGTHEN];

const enumIn = (form: EnumForm, value: number): string | number =>
  form === 'string' ? String(value) : value;

export const initiateLine = (form: EnumForm, seat: Seat): string =>
  JSON.stringify({ Color: enumIn(form, COLOURS[seat]) });

export const requestLine = (form: EnumForm, position: StonesPosition): string =>
  JSON.stringify({
    Board: { state: boardRows(position.stones) },
    AllowedMoves: (mustAttack(position) ? ATTACK_ONLY : ANY).map((type) => enumIn(form, type)),
  });

export const processedLine = (form: EnumForm, { before, move, winner }: Processed): string =>
  JSON.stringify({
    Player: enumIn(form, COLOURS[before.mover]),
    Move: moveObject(form, before, move),
    Winner: enumIn(form, winner === null ? NO_ONE : COLOURS[winner]),
  });

/** A bot's move; the text has integers as its enums. */
export const replyLine = (position: StonesPosition, move: number): string =>
  JSON.stringify(moveObject('number', position, move));

/** A processed pass has no places if enums are strings, and null as places if they are numbers, as bots expect. */
function moveObject(form: EnumForm, { stones }: StonesPosition, move: number): object {
  const places = readMove(move);
  if (places === null) {
    const pass = { Type: enumIn(form, PASS_TYPE) };
    return form === 'string' ? pass : { ...pass, From: null, To: null };
  }
  const { from, to } = places;
  return { Type: enumIn(form, typeOf(stones, move)), From: placeObject(from), To: placeObject(to) };
}

/** The type of a legal move. */
export function typeOf(stones: Stones, move: number): MoveType {
  const places = readMove(move);
  if (places === null) return PASS_TYPE;
  return stones[places.from]! > 0 === stones[places.to]! > 0 ? STRENGTHEN : ATTACK;
}

const placeObject = (place: number): { X: number; Y: number } => ({ X: columnOf(place), Y: rowOf(place) });

/** Whether an object is a referee's message, readable or not. */
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

/** Null for any value but a player's colour. */
function readSeat(json: Json | undefined): Seat | null {
  const value = json === undefined ? null : readInteger(json);
  return value?.value === COLOURS[0] ? 0 : value?.value === COLOURS[1] ? 1 : null;
}

function readRequest(object: JsonObject): Message {
  const board = memberOf(object, 'Board')!;
  const state = board.kind === 'object' ? memberOf(board, 'state') : undefined;
  const types = memberOf(object, 'AllowedMoves');
  if (state === undefined) return unreadable('Board has no state');
  if (types?.kind !== 'array') return unreadable('AllowedMoves is not an array');
  const allowed = readAllowed(types.items);
  if (allowed.length === 0) return unreadable('AllowedMoves has none of 0, 1 and 2');
  try {
    return { kind: 'request', stones: readBoard(plainBoard(state)), allowed };
  } catch (error) {
    if (!(error instanceof BadNotation)) throw error;
    return unreadable(error.message);
  }
}

/** Types that the text does not have allow nothing. */
function readAllowed(items: readonly Json[]): readonly MoveType[] {
  const types = new Set(items.map((item) => readInteger(item)?.value));
  return ANY.filter((type) => types.has(type));
}

/** Whether only an attack is allowed, as for the first move of a turn. */
const isAttackOnly = (allowed: readonly MoveType[]): boolean => allowed.every((type) => type === ATTACK);

/** Whether such a list occurs in a match. */
export const isOfMatch = (allowed: readonly MoveType[]): boolean =>
  isAttackOnly(allowed) || allowed.length === ANY.length;

/** Rows of integers as the rules read them; other values are left as text, which the rules refuse. */
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
  const value = winner === undefined ? NO_ONE : readInteger(winner)?.value;
  if (value !== NO_ONE && value !== COLOURS[0] && value !== COLOURS[1]) {
    return unreadable(`Winner is ${valueText(winner!)}`);
  }
  const won = value === COLOURS[0] ? 0 : value === COLOURS[1] ? 1 : null;
  return { kind: 'processed', seat, move: readReply(move), winner: won };
}

/** The position of a request to the bot of this seat. */
export const positionOf = (
  seat: Seat,
  { stones, allowed }: Pick<Message & { readonly kind: 'request' }, 'stones' | 'allowed'>,
): StonesPosition => makePosition(stones, seat, isAttackOnly(allowed) ? 'first' : 'second');
