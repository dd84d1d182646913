/** The journals that a match keeps, within a limit on all of them together. */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { nameOf } from '../library/journals.ts';

interface KeptJournal {
  readonly path: string;
  readonly bytes: number;
}

export class MatchWires {
  readonly #most: () => number;
  readonly #say: (sentence: string) => void;
  /** The oldest first. */
  #kept: KeptJournal[] = [];
  #bytes = 0;
  #isTold = false;

  /**
   * @param folder with the journals of earlier runs
   * @param most bytes of all together
   * @param say takes a sentence for the user
   */
  constructor(folder: string, most: () => number, say: (sentence: string) => void) {
    this.#most = most;
    this.#say = say;
    if (!existsSync(folder)) return;
    for (const name of readdirSync(folder).sort()) {
      if (nameOf(name) !== null) this.#add(join(folder, name));
    }
  }

  /**
   * A session has ended whose journal is kept. Above the limit the largest of the others are deleted: an engine that floods
   * its output would otherwise displace the journals of all that do not.
   */
  keep(path: string): void {
    this.#add(path);
    while (this.#bytes > this.#most() && this.#kept.length > 1) {
      const others = this.#kept.slice(0, -1);
      const largest = others.reduce((one, other) => (other.bytes > one.bytes ? other : one));
      rmSync(largest.path, { force: true });
      this.#kept = this.#kept.filter((one) => one !== largest);
      this.#bytes -= largest.bytes;
      this.#tell();
    }
  }

  #add(path: string): void {
    const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    this.#kept.push({ path, bytes });
    this.#bytes += bytes;
  }

  #tell(): void {
    if (this.#isTold) return;
    this.#isTold = true;
    const most = Math.round(this.#most() / 1024 ** 2);
    this.#say(
      `The journals of this match exceed ${most} MiB, the limit for all journals in the settings: the largest are deleted.`,
    );
  }
}
