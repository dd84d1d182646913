/**
 * The matches that this home has begun, extended or been told to trust, by the lines of their journals that say which
 * programs are started. A folder that was moved, copied or torn at its end still has the same lines.
 */
import * as v from 'valibot';
import { Kept, type Keeping } from './files.ts';

/** About as many matches; those used longest ago are forgotten, and the user is asked about them as about those of others. */
const most = 2000;

const Hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'not a SHA-256'));
const Hashes = v.pipe(v.array(Hash), v.maxLength(most));

export class KnownMatches {
  readonly #kept: Kept<readonly string[]>;

  private constructor(kept: Kept<readonly string[]>) {
    this.#kept = kept;
  }

  /** An invalid file is put aside; `trouble` is then a sentence for the user. */
  static async open(
    path: string,
    keeping?: Keeping,
  ): Promise<{ matches: KnownMatches; trouble: string | null }> {
    const { kept, trouble } = await Kept.open<readonly string[]>(path, Hashes, [], keeping);
    return { matches: new KnownMatches(kept), trouble };
  }

  /** @param hashes of all lines of a match that name engines */
  knows(hashes: readonly string[]): boolean {
    const known = new Set(this.#kept.value);
    return hashes.every((hash) => known.has(hash));
  }

  /** Resolves when they are on disk. What cannot be written is reported by `keeping`: a match is played without, too. */
  async remember(hashes: readonly string[]): Promise<void> {
    const added = new Set(hashes);
    await this.#kept
      .change((all) => [...all.filter((hash) => !added.has(hash)), ...added].slice(-most))
      .catch(() => undefined);
  }
}
