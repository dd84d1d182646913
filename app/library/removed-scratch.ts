/** The scratch folders of removed engines: removed and restored together with the engine. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from './home.ts';
import { Refused } from '../shapes/refused.ts';
import { scratchFolders } from './storage.ts';
import type { Trash } from './trash.ts';

export class RemovedScratch {
  readonly #home: Home;
  readonly #trash: Trash;
  /** The trash's id of each removed folder, by the engine's id. */
  readonly #removed = new Map<string, string>();

  constructor(home: Home, trash: Trash) {
    this.#home = home;
    this.#trash = trash;
  }

  /**
   * Moves the folder of a removed engine to the trash, if it exists. An engine that is still ending goes on writing to
   * the moved folder.
   * @throws the file system's own error
   */
  async remove(engine: string): Promise<void> {
    const folder = join(scratchFolders(this.#home), engine);
    if (!existsSync(folder)) return;
    const { id } = await this.#trash.take([folder]);
    if (id !== null) this.#removed.set(engine, id);
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
