/** The scratch folders of engines that are removed: they go with the engine, and come back with it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from './home.ts';
import { Refused } from '../shapes/refused.ts';
import { scratchFolders } from './storage.ts';
import type { Trash } from './trash.ts';

export class RemovedScratch {
  readonly #home: Home;
  readonly #trash: Trash;
  /** What brings a folder back, by the engine's id. */
  readonly #removed = new Map<string, string>();

  constructor(home: Home, trash: Trash) {
    this.#home = home;
    this.#trash = trash;
  }

  /**
   * Moves the folder of a removed engine to the trash, where it had one. An engine that is on its way out still writes
   * there. @throws the file system's own error
   */
  async remove(engine: string): Promise<void> {
    const folder = join(scratchFolders(this.#home), engine);
    if (!existsSync(folder)) return;
    const { id } = await this.#trash.take([folder]);
    if (id !== null) this.#removed.set(engine, id);
  }

  /** Brings it back, if it is not gone by now. @throws the file system's own error */
  async restore(engine: string): Promise<void> {
    const id = this.#removed.get(engine);
    this.#removed.delete(engine);
    if (id === undefined) return;
    await this.#trash.restore(id).catch((error: unknown) => {
      // The trash keeps it a minute, and the list of engines keeps the engine longer.
      if (!(error instanceof Refused)) throw error;
    });
  }
}
