/**
 * The last entry of a journal, as JSON: how its session ended, what departed from the protocol's text, and how many
 * lines there were. It is found from the end of the file, without reading what is before it. It repeats the id of
 * the session, which stands in the head and which an engine is not told: one that prints what looks like such an entry
 * cannot say for itself how it ended, when the host dies on the spot.
 */
import * as v from 'valibot';
import { parseOwn } from './reader.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const LineCounts = v.object({ sent: count, heard: count, stderr: count });
export type LineCounts = v.InferOutput<typeof LineCounts>;

const Closing = v.object({
  session: v.string(),
  /** A word of `EndingWord`, as it was when the journal was written. */
  ending: v.object({ word: v.string(), reason: v.string() }),
  /** How its answer lost a game. The process lived on, and its ending says nothing of it. */
  forfeit: v.exactOptional(v.object({ word: v.string(), reason: v.string() })),
  /** How often, by name. */
  oddities: v.record(v.string(), count),
  lines: LineCounts,
});
export type Closing = v.InferOutput<typeof Closing>;

/** Bytes at the end of a file in which its last entry begins: reasons quote a line or two and name a file. */
export const tailBytes = 64 * 1024;

export const closingText = (closing: Closing): string => JSON.stringify(closing);

const headPattern = /^(\d{1,16}) \*\*\* (\d{1,10})$/;

/**
 * The last entry of the journal of `session` that ends in `tail`, with its time in microseconds; null where the file
 * does not end in one.
 */
export function readClosing(tail: Buffer, session: string): (Closing & { readonly micros: number }) | null {
  // JSON is one line, and its head another.
  const end = tail.length - 1;
  const json = tail.lastIndexOf(10, end - 1) + 1;
  const head = tail.lastIndexOf(10, json - 2) + 1;
  if (tail[end] !== 10 || json < 2) return null;
  const [, micros, length] = headPattern.exec(tail.toString('latin1', head, json - 1)) ?? [];
  if (Number(length) !== end - json) return null;
  const closing = parse(tail.subarray(json, end));
  return closing?.session === session ? { ...closing, micros: Number(micros) } : null;
}

function parse(bytes: Buffer): Closing | null {
  try {
    return v.parse(Closing, parseOwn(bytes));
  } catch {
    return null;
  }
}
