/**
 * What a client may send over a socket, read before anything of it is acted on: a call by its name with plain
 * JSON for its input, or the end of one. Our own client sends nothing else. The RPC layer would take more,
 * for example files, streams, headers and values with types of their own; no call of ours wants any of them.
 */
import * as v from 'valibot';
import { parseJson } from '../../games/plain-json.ts';

/** Levels that lists and objects may lie in one another: the envelope has three, the deepest input six. */
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
