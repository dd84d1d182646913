/**
 * The form of a segment: `PLYEVAL1`, 16 bytes of its own, and frames. A frame is the length of its payload and the CRC-32
 * of it, both 32 bits, and the payload; all numbers are little-endian. The first byte of a payload is its kind:
 *
 * - 1, a teller: JSON. Its number is the number of tellers before it in the file.
 * - 2, an evaluation: the kind of its measure (1 byte) and the number of its teller (2), the hash of its position's key
 *   (8) and of its own key (4), the amount of its measure (8), the time (8), and the rest as JSON.
 */
import { crc32 } from 'node:zlib';
import * as v from 'valibot';
import { parseJson } from '../games/plain-json.ts';
import { JudgedReport } from '../shapes/analysis.ts';
import { count } from '../shapes/base.ts';
import { Source, Teller } from '../shapes/evaluations.ts';
import type { Measure } from '../shapes/evaluations.ts';
import { kinds } from './measure.ts';

export const magic = 'PLYEVAL1';
/** In bytes: the magic, and what distinguishes a file from an earlier one of its name. */
export const headBytes = magic.length + 16;

/** In bytes: the longest payload. A report about each move of the largest board takes a tenth of it. */
export const payloadLimit = 256 * 1024;
export const frameBytes = 8;

const [tellerKind, evaluationKind] = [1, 2];
const fixedBytes = 36;

/** The number of a teller takes two bytes. */
const highestTeller = 0xffff;

/** What the frame of an evaluation says before its JSON. */
export interface Head {
  readonly teller: number;
  readonly high: number;
  readonly low: number;
  readonly own: number;
  readonly measure: Measure;
  readonly saidAt: number;
}

const Rest = v.strictObject({
  /** Of the position, with the game's id. */
  key: v.string(),
  quietPlies: v.nullable(count),
  /** About the image that stands for the position. */
  report: JudgedReport,
  source: v.nullable(Source),
});
export type Rest = v.InferOutput<typeof Rest>;

export type Entry =
  /** Null if a later version wrote it; it has its number all the same. */
  | { readonly kind: 'teller'; readonly teller: Teller | null }
  | { readonly kind: 'evaluation'; readonly head: Head };

/** Bounds for the JSON of a payload. */
const bounds = { depth: 8, values: 50_000 };

function framed(payload: Buffer): Buffer | null {
  if (payload.length > payloadLimit) return null;
  const frame = Buffer.allocUnsafe(frameBytes + payload.length);
  frame.writeUInt32LE(payload.length, 0);
  frame.writeUInt32LE(crc32(payload), 4);
  frame.set(payload, frameBytes);
  return frame;
}

/** Null if it is too long. */
export function tellerFrame(teller: Teller): Buffer | null {
  return framed(Buffer.concat([Buffer.of(tellerKind), Buffer.from(JSON.stringify(teller))]));
}

/** Null if it is too long. */
export function evaluationFrame(head: Head, rest: Rest): Buffer | null {
  const json = Buffer.from(JSON.stringify(rest));
  const payload = Buffer.allocUnsafe(fixedBytes + json.length);
  payload[0] = evaluationKind;
  payload[1] = kinds.indexOf(head.measure.kind);
  payload.writeUInt16LE(head.teller, 2);
  payload.writeUInt32LE(head.high, 4);
  payload.writeUInt32LE(head.low, 8);
  payload.writeUInt32LE(head.own, 12);
  payload.writeDoubleLE(head.measure.amount, 16);
  payload.writeDoubleLE(head.saidAt, 24);
  payload.writeUInt32LE(0, 32);
  payload.set(json, fixedBytes);
  return framed(payload);
}

/**
 * The frames of these evaluations, and before each those of its teller where the segment does not have it. One that is
 * too large for a frame is left out, as is one of a teller too many.
 * @param before the numbers of the segment's tellers, by their ids
 */
export function framesOf(
  evaluations: Iterable<{ readonly head: Head; readonly rest: Rest; readonly teller: Teller }>,
  before: ReadonlyMap<string, number>,
): { readonly frames: readonly Buffer[]; readonly numbers: ReadonlyMap<string, number> } {
  const frames: Buffer[] = [];
  const numbers = new Map(before);
  for (const { head, rest, teller } of evaluations) {
    let number = numbers.get(teller.id);
    if (number === undefined) {
      const frame = tellerFrame(teller);
      if (frame === null || numbers.size > highestTeller) continue;
      number = numbers.size;
      numbers.set(teller.id, number);
      frames.push(frame);
    }
    const frame = evaluationFrame({ ...head, teller: number }, rest);
    if (frame !== null) frames.push(frame);
  }
  return { frames, numbers };
}

/** A frame with another number of its teller, as another file has it. */
export function renumbered(frame: Buffer, teller: number): Buffer {
  const copy = Buffer.from(frame);
  copy.writeUInt16LE(teller, frameBytes + 2);
  copy.writeUInt32LE(crc32(copy.subarray(frameBytes)), 4);
  return copy;
}

/** The length of the whole frame at `at`; null if its bytes are not all there or are damaged. */
export function frameAt(bytes: Buffer, at: number): number | null {
  if (at + frameBytes > bytes.length) return null;
  const length = bytes.readUInt32LE(at);
  const end = at + frameBytes + length;
  if (length === 0 || length > payloadLimit || end > bytes.length) return null;
  return crc32(bytes.subarray(at + frameBytes, end)) === bytes.readUInt32LE(at + 4) ? end - at : null;
}

/** Null if a later version wrote it. @param frame whole and undamaged */
export function entryOf(frame: Buffer): Entry | null {
  const payload = frame.subarray(frameBytes);
  if (payload[0] === tellerKind) {
    const teller = v.safeParse(Teller, jsonOf(payload.subarray(1)));
    return { kind: 'teller', teller: teller.success ? teller.output : null };
  }
  if (payload[0] !== evaluationKind || payload.length < fixedBytes) return null;
  const kind = kinds[payload[1]!];
  return kind === undefined ? null : { kind: 'evaluation', head: headOf(payload, kind) };
}

const headOf = (payload: Buffer, kind: Measure['kind']): Head => ({
  teller: payload.readUInt16LE(2),
  high: payload.readUInt32LE(4),
  low: payload.readUInt32LE(8),
  own: payload.readUInt32LE(12),
  measure: { kind, amount: payload.readDoubleLE(16) },
  saidAt: payload.readDoubleLE(24),
});

/** All that the frame of an evaluation says; null if it is not one. @param frame whole and undamaged */
export function evaluationOf(frame: Buffer): { readonly head: Head; readonly rest: Rest } | null {
  const entry = entryOf(frame);
  if (entry?.kind !== 'evaluation') return null;
  const rest = v.safeParse(Rest, jsonOf(frame.subarray(frameBytes + fixedBytes)));
  return rest.success ? { head: entry.head, rest: rest.output } : null;
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return parseJson(bytes.toString('utf8'), bounds);
  } catch {
    return null;
  }
}
