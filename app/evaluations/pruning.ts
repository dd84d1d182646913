/** Which evaluations go when all of them take more than the limit: the oldest and shallowest. */
import type { Head } from './frames.ts';
import { shallowness } from './measure.ts';
import type { Segments } from './segments.ts';

const weekMilliseconds = 7 * 24 * 3600 * 1000;

/** By age in weeks, and within a week by depth. */
export const rankOf = ({ saidAt, measure }: Head): number =>
  Math.floor(saidAt / weekMilliseconds) * 1024 + shallowness(measure);

/**
 * The rank below which entries go so that those of our own segment take no more than `wanted` bytes.
 * @returns how many go then, of how many
 */
export async function cutFor(
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

export const prunedWords = (entries: number, whole: number, limit: number): string =>
  `The evaluations of positions took more than ${inMiB(limit)}: of ${whole}, Plywire deleted ${entries}, the oldest and shallowest. The limit is in the settings.`;
