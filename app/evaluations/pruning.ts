/** Which evaluations go when all of them take more than the limit: the oldest and shallowest. */
import { unlink } from 'node:fs/promises';
import type { Head } from './frames.ts';
import { shallowness } from './measure.ts';
import { segmentLimit } from './segment.ts';
import type { Dropped, Segments } from './segments.ts';

const weekMilliseconds = 7 * 24 * 3600 * 1000;

/** The share of the limit that is in use after pruning, so that it is rare. */
const leftShare = 0.8;

/** By age in weeks, and within a week by depth. */
const rankOf = ({ saidAt, measure }: Head): number =>
  Math.floor(saidAt / weekMilliseconds) * 1024 + shallowness(measure);

/**
 * The rank below which entries go so that those of our own segment take no more than `wanted` bytes.
 * @returns how many go then, of how many
 */
async function cutFor(
  segments: Segments,
  wanted: number,
): Promise<{ cut: number; entries: number; whole: number }> {
  const ranks = new Map<number, { bytes: number; entries: number }>();
  let sum = 0;
  let whole = 0;
  await segments.each((head, bytes) => {
    const rank = rankOf(head);
    const at = ranks.get(rank) ?? { bytes: 0, entries: 0 };
    ranks.set(rank, { bytes: at.bytes + bytes, entries: at.entries + 1 });
    sum += bytes;
    whole++;
  });
  let entries = 0;
  for (const [rank, of] of [...ranks].toSorted(([one], [other]) => one - other)) {
    if (sum <= wanted) return { cut: rank, entries, whole };
    sum -= of.bytes;
    entries += of.entries;
  }
  return { cut: sum <= wanted && entries === 0 ? -Infinity : Infinity, entries, whole };
}

const inMiB = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MiB`;

const prunedWords = (entries: number, whole: number, limit: number): string =>
  `The evaluations of positions took more than ${inMiB(limit)}: of ${whole}, Plywire deleted ${entries}, the oldest and shallowest. The limit is in the settings.`;

export class Pruner {
  /** The bytes at which it is tried again. */
  #again = 0;

  /**
   * Drops what was replaced, and then the oldest and shallowest, until all segments take less than the limit.
   * @param limit in bytes
   * @returns what the user is told; null if nothing was deleted that counts
   * @throws the file system's own errors
   */
  async prune(
    segments: Segments,
    limit: number,
    rewrite: (stays: Parameters<Segments['rewrite']>[0]) => Promise<Dropped>,
  ): Promise<string | null> {
    const { own, bytes } = segments;
    const isFull = own!.bytes > segmentLimit * 0.95;
    if ((bytes <= limit || bytes < this.#again) && !isFull) return null;
    const others = bytes - own!.bytes;
    const wanted = Math.min(Math.max(0, limit * leftShare - others), segmentLimit * leftShare);
    const { cut, entries, whole } = await cutFor(segments, wanted);
    const { paths } = await rewrite((head) => rankOf(head) >= cut);
    for (const path of paths) await unlink(path).catch(() => undefined);
    const after = segments.bytes;
    // What the segments of other hosts take cannot be freed here: that must not be tried again and again.
    this.#again = after > limit ? after * 1.1 : 0;
    return entries > 0 ? prunedWords(entries, whole, limit) : null;
  }
}
