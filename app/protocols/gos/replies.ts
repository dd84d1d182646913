/** A move as a bot says it: an object into its type and its places, and whatever departs from the text. */
import type { Json, JsonObject } from './json.ts';
import { memberOf, nameFaults, readInteger, valueText } from './members.ts';
import { quoted, type Fault } from './oddities.ts';

export const PASS_TYPE = 0;
export const ATTACK = 1;
export const STRENGTHEN = 2;
export type MoveType = typeof PASS_TYPE | typeof ATTACK | typeof STRENGTHEN;

export type PlaceRead =
  /** Null, or not there at all. */
  | { readonly kind: 'none' }
  /** Integers from 0 to 8; whether a place is there is for the rules to say. */
  | { readonly kind: 'place'; readonly x: number; readonly y: number }
  /** `reason` goes on from the member's name. */
  | { readonly kind: 'wrong'; readonly reason: string };

export interface Reply {
  /** Null where the text has no such type; `typeText` is what stands there. */
  readonly type: MoveType | null;
  readonly typeText: string;
  readonly from: PlaceRead;
  readonly to: PlaceRead;
  readonly faults: readonly Fault[];
}

const MEMBERS = ['Type', 'From', 'To'] as const;
const COORDINATES = ['X', 'Y'] as const;
const LAST = 8;

/** As the text spells it, too. */
const NAMES: ReadonlyMap<string, MoveType> = new Map<string, MoveType>([
  ['pass', PASS_TYPE],
  ['attack', ATTACK],
  ['strengthen', STRENGTHEN],
  ['strenghten', STRENGTHEN],
]);

export const isReply = (object: JsonObject): boolean => memberOf(object, 'Type') !== undefined;

/** Reads an object that has a type. */
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

export function readPlace(json: Json | undefined, faults: Fault[]): PlaceRead {
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
      return { kind: 'wrong', reason: `has ${name} ${valueText(coordinate)}, which is no integer` };
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
