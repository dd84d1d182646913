/**
 * The index of a folder on disk, which is written whole and can be made anew: `PLYLIBR2`, 8 bytes by which the keys of
 * positions are recognized, the length of the JSON (4 bytes), the CRC-32 of all that follows (4), the JSON, zeros up to a
 * multiple of four, and the columns of each file one after the other. Numbers are little-endian.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import * as v from 'valibot';
import { games } from '../games/registry.ts';
import { writeDurably } from '../library/files.ts';
import { count, list } from '../shapes/base.ts';
import { GameResult } from '../shapes/library.ts';
import { sharedRows, type GameRow, type IndexedFile } from './indexed-file.ts';

const magic = 'PLYLIBR2';
const headBytes = 24;

const Row = v.tuple([count, v.string(), v.string(), v.string(), v.string(), v.string(), GameResult, count]);

const Files = list(
  v.strictObject({
    path: v.string(),
    size: count,
    mtime: v.number(),
    form: v.string(),
    game: v.string(),
    fault: v.string(),
    choice: v.nullable(v.string()),
    rows: list(Row),
    positions: count,
  }),
);

/** A mark of the keys of positions in this version: with other keys, an index is made anew. */
function markOfKeys(): Buffer {
  const hash = createHash('sha256');
  for (const game of games.values()) {
    const start = game.initial();
    hash.update(`${game.id} ${game.key(start)} ${game.key(game.play(start, game.moves(start)[0]))}\n`);
  }
  return hash.digest().subarray(0, 8);
}

/** @throws Error of the file system */
export async function writeIndex(path: string, files: readonly IndexedFile[]): Promise<void> {
  const json = Buffer.from(
    JSON.stringify(
      files.map(({ path: name, size, mtime, form, game, fault, choice, rows, columns }) => ({
        ...{ path: name, size, mtime, form, game, fault, choice },
        rows: rows.map(rowOf),
        positions: columns.low.length,
      })),
    ),
  );
  const parts: Uint8Array[] = [Buffer.concat([json, Buffer.alloc(-json.length & 3)])];
  for (const { columns } of files) {
    for (const column of [columns.starts, columns.low, columns.high]) {
      // The checksum of nothing begins anew.
      if (column.length > 0) parts.push(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
    }
  }
  const head = Buffer.alloc(headBytes);
  head.write(magic, 'latin1');
  head.set(markOfKeys(), 8);
  head.writeUInt32LE(json.length, 16);
  head.writeUInt32LE(
    parts.reduce((sum, part) => crc32(part, sum), 0),
    20,
  );
  await writeDurably(path, [head, ...parts]);
}

const rowOf = ({ unit, white, black, event, date, round, result, print }: GameRow) =>
  [unit, white, black, event, date, round, result, print] as const;

/** Null if there is none, or if it is damaged, of another version or not ours: it is made anew then. */
export async function readIndex(path: string): Promise<readonly IndexedFile[] | null> {
  try {
    return indexOf(await readFile(path));
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null;
    if (error instanceof SyntaxError || error instanceof RangeError) return null;
    throw error;
  }
}

function indexOf(bytes: Buffer): readonly IndexedFile[] | null {
  if (bytes.length < headBytes || bytes.toString('latin1', 0, 8) !== magic) return null;
  if (!bytes.subarray(8, 16).equals(markOfKeys())) return null;
  if (crc32(bytes.subarray(headBytes)) !== bytes.readUInt32LE(20)) return null;
  const length = bytes.readUInt32LE(16);
  const parsed = v.safeParse(
    Files,
    JSON.parse(bytes.toString('utf8', headBytes, headBytes + length)) as unknown,
  );
  if (!parsed.success) return null;
  let at = headBytes + length + (-length & 3);
  // Columns are copied: one that was changed later must not keep the whole file in memory.
  const column = (items: number): ArrayBuffer => {
    const part = bytes.subarray(at, (at += items * 4));
    if (part.length !== items * 4) throw new RangeError('the index is cut');
    return new Uint8Array(part).buffer;
  };
  return parsed.output.map(({ rows, positions, ...facts }) => ({
    ...facts,
    rows: sharedRows(
      rows.map(([unit, white, black, event, date, round, result, print]) => ({
        ...{ unit, white, black, event, date, round, result, print },
      })),
    ),
    columns: {
      starts: new Uint32Array(column(rows.length + 1)),
      low: new Int32Array(column(positions)),
      high: new Int32Array(column(positions)),
    },
  }));
}
