/**
 * Validates the messages of a client before any part of them is acted on. A message is a call by name with plain JSON
 * as its input, or the cancellation of a call; our own client sends nothing else. The RPC layer would accept more, for
 * example files, streams, headers and values with custom types, which no call of the contract uses.
 */
import * as v from 'valibot';
import { parseJson } from '../../games/plain-json.ts';

/** Maximum nesting depth of lists and objects: the envelope has three levels, the deepest input six. */
const deepestMessage = 16;

const call = v.pipe(v.string(), v.minLength(1), v.maxLength(32));

const Message = v.union([
  v.strictObject({
    i: call,
    p: v.strictObject({
      u: v.pipe(v.string(), v.maxLength(128), v.regex(/^(\/[A-Za-z]+)+$/)),
      b: v.optional(v.strictObject({ json: v.optional(v.unknown()) })),
    }),
  }),
  v.strictObject({ i: call, t: v.literal(4) }),
]);

export function isMessage(text: string): boolean {
  let message: unknown;
  try {
    message = parseJson(text, { depth: deepestMessage });
  } catch {
    return false;
  }
  return v.is(Message, message);
}
