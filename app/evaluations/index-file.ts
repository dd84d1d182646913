/**
 * The index of a segment, in a file beside it: the sorted runs of its evaluations up to some offset. It can be made anew
 * from the segment, and is where it is missing, torn, damaged or of another file.
 *
 * `PLYINDX1`, the 16 bytes that distinguish the segment, then runs: the number of entries (4 bytes), the CRC-32 of what
 * follows (4), the offset in the segment up to which all entries are in this run or an earlier one (8), and the columns.
 */
import { crc32 } from 'node:zlib';
import { Run } from './columns.ts';

const magic = 'PLYINDX1';
const headBytes = 24;
const runBytes = 16;
const entryBytes = 16;

export interface Index {
  readonly runs: readonly Run[];
  /** By run, the offset in the segment up to which all entries are in it or in an earlier one. */
  readonly covers: readonly number[];
  /** Bytes of the file that are valid. */
  readonly bytes: number;
}

export const headOf = (mark: Buffer): Buffer => Buffer.concat([Buffer.from(magic), mark]);

/** A run as it stands in the file. */
export function runOf(run: Run, covers: number): Buffer {
  const columns = run.bytes;
  const head = Buffer.alloc(runBytes);
  head.writeUInt32LE(run.length, 0);
  head.writeDoubleLE(covers, 8);
  head.writeUInt32LE(crc32(columns, crc32(head.subarray(8))), 4);
  return Buffer.concat([head, columns]);
}

/**
 * Null if the index is not of this segment.
 * @param bytes of the whole file, in memory that begins at a multiple of four
 * @param mark of the segment @param size of the segment, beyond which no entry can be
 */
export function readIndex(bytes: Buffer, mark: Buffer, size: number): Index | null {
  if (!bytes.subarray(0, headBytes).equals(headOf(mark))) return null;
  const runs: Run[] = [];
  const covers: number[] = [];
  let at = headBytes;
  while (at + runBytes <= bytes.length) {
    const count = bytes.readUInt32LE(at);
    const end = at + runBytes + count * entryBytes;
    if (end > bytes.length) break;
    const reaches = bytes.readDoubleLE(at + 8);
    if (!(reaches > (covers.at(-1) ?? 0) && reaches <= size)) break;
    if (crc32(bytes.subarray(at + 8, end)) !== bytes.readUInt32LE(at + 4)) break;
    runs.push(Run.over(bytes, at + runBytes, count));
    covers.push(reaches);
    at = end;
  }
  return { runs, covers, bytes: at };
}
