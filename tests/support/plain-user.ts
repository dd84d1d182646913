/** Permissions in tests that the superuser runs: they do not bind it. */
import { chownSync } from 'node:fs';

/** On Linux: a user without any right of its own. */
const unprivileged = 65_534;

/**
 * Does `work` as a user whom permissions bind.
 * @param paths that are to be that user's
 */
export async function asPlainUser<T>(paths: readonly string[], work: () => Promise<T>): Promise<T> {
  const { geteuid, seteuid } = process;
  if (geteuid?.() !== 0 || seteuid === undefined) return work();
  for (const path of paths) chownSync(path, unprivileged, -1);
  seteuid(unprivileged);
  try {
    return await work();
  } finally {
    seteuid(0);
  }
}
