/** The scratch folders of removed engines: removed and restored together with the engine. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from './home.ts';
import { Refused } from '../shapes/refused.ts';
import { scratchFolders } from './storage.ts';
import { stayWords, type Trash } from './trash.ts';

export class RemovedScratch {
  readonly #home: Home;
  readonly #trash: Trash;
  readonly #tell: (sentence: string) => void;
  /** The trash's id of each removed folder, by the engine's id. */
  readonly #removed = new Map<string, string>();

  /** @param tell takes a sentence for the user about a folder that could not be removed */
  constructor(home: Home, trash: Trash, tell: (sentence: string) => void) {
    this.#home = home;
    this.#trash = trash;
    this.#tell = tell;
  }

  /**
   * Moves the folder of a removed engine to the trash, if it exists. An engine that is still ending goes on writing to
   * the moved folder. Never rejects: the engine is removed even if its folder stays, of which the user is told.
   */
  async remove(engine: string): Promise<void> {
    const folder = join(scratchFolders(this.#home), engine);
    if (!existsSync(folder)) return;
    try {
      const { id } = await this.#trash.take([folder]);
      if (id !== null) this.#removed.set(engine, id);
    } catch (error) {
      this.#tell(stayWords(folder, error as Error));
    }
  }

  /** Restores the folder if the trash still has it. @throws the file system's own error */
  async restore(engine: string): Promise<void> {
    const id = this.#removed.get(engine);
    this.#removed.delete(engine);
    if (id === undefined) return;
    await this.#trash.restore(id).catch((error: unknown) => {
      // An engine can be restored for longer than the minute that the trash keeps its folder.
      if (!(error instanceof Refused)) throw error;
    });
  }
}
