/** What stands in an object: members whatever the case of their names, and integers however they are written. */
import type { Json, JsonObject } from './json.ts';
import { quoted, type Fault } from './oddities.ts';

/** A name of the text and one that is another only in its case: `Type` and `type`. */
const isSame = (name: string, wanted: string): boolean =>
  name.length === wanted.length && name.toLowerCase() === wanted.toLowerCase();

/** A member, by its name as the text has it, or in another case where that is not there. */
export function memberOf({ members }: JsonObject, wanted: string): Json | undefined {
  const exact = members.get(wanted);
  if (exact !== undefined) return exact;
  for (const [name, value] of members) if (isSame(name, wanted)) return value;
  return undefined;
}

/** What in the names of an object departs from the text, which has these. */
export function nameFaults({ members, repeated }: JsonObject, known: readonly string[]): Fault[] {
  const faults: Fault[] = repeated.map((name) => ({ name: 'repeated-member', detail: quoted(name) }));
  for (const name of members.keys()) {
    if (known.includes(name)) continue;
    const isKnown = known.some((each) => isSame(name, each));
    faults.push({ name: isKnown ? 'letter-case' : 'extra-member', detail: quoted(name) });
  }
  return faults;
}

export interface IntegerRead {
  readonly value: number;
  /** It was written as a string. */
  readonly isString: boolean;
  /** It was written as `3.0` or `3e0`. */
  readonly isFraction: boolean;
}

/** Null where it is no integer, be it as a string. */
export function readInteger(json: Json): IntegerRead | null {
  if (json.kind === 'number') {
    if (!Number.isSafeInteger(json.value)) return null;
    // -0 is no other integer than 0.
    return { value: json.value + 0, isString: false, isFraction: /[.e]/i.test(json.text) };
  }
  if (json.kind !== 'string' || !/^\s{0,8}[+-]?\d{1,9}(?:\.0{1,9})?\s{0,8}$/.test(json.text)) return null;
  return { value: Number(json.text) + 0, isString: true, isFraction: json.text.includes('.') };
}

/** What stands there, as it may stand in a sentence. */
export function valueText(json: Json): string {
  switch (json.kind) {
    case 'object':
      return 'an object';
    case 'array':
      return 'an array';
    case 'string':
      return quoted(json.text);
    case 'number':
      return quoted(json.text).slice(1, -1);
    case 'literal':
      return String(json.value);
  }
}
