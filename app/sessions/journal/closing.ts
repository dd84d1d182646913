/**
 * The last entry of a journal, as JSON: how its session ended, its oddities, and the number of lines. It can be found
 * from the end of the file without reading the rest. It repeats the id of the session from the head, which the engine
 * does not know. So an engine that prints an imitation of this entry cannot fake its ending if the host dies at that
 * moment.
 */
import * as v from 'valibot';
import { parseOwn } from './reader.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const LineCounts = v.object({ sent: count, heard: count, stderr: count });
export type LineCounts = v.InferOutput<typeof LineCounts>;

const Closing = v.object({
  session: v.string(),
  /** A word of `EndingWord` at the time of writing. */
  ending: v.object({ word: v.string(), reason: v.string() }),
  /** How an answer lost a game. The process went on, so the ending does not mention it. */
  forfeit: v.exactOptional(v.object({ word: v.string(), reason: v.string() })),
  /** Counts by name. */
  oddities: v.record(v.string(), count),
  lines: LineCounts,
});
export type Closing = v.InferOutput<typeof Closing>;

/** Bytes at the end of a file that contain the start of its last entry: reasons quote a line or two and name a file. */
export const tailBytes = 64 * 1024;

export const closingText = (closing: Closing): string => JSON.stringify(closing);

const headPattern = /^(\d{1,16}) \*\*\* (\d{1,10})$/;

/**
 * The last entry of a journal that ends in `tail`, with its time in microseconds; null if the file does not end in a
 * last entry of this session.
 */
export function readClosing(tail: Buffer, session: string): (Closing & { readonly micros: number }) | null {
  // The JSON is one line, its header another.
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
