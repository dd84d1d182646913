/** A journal on its way into a file of the person's own: one at a time, to be stopped. */
import type { App } from '../state/app.svelte.ts';
import { saveJournal } from './save.ts';

export class Saving {
  readonly #app: App;
  #stop = $state.raw<AbortController | null>(null);
  /** How much has come so far. */
  characters = $state(0);

  constructor(app: App) {
    this.#app = app;
  }

  get running(): boolean {
    return this.#stop !== null;
  }

  /** @param name what the file is to be called */
  async start(journal: string, name: string): Promise<void> {
    if (this.#stop !== null) return;
    const stop = (this.#stop = new AbortController());
    this.characters = 0;
    try {
      await this.#app.run(
        saveJournal(
          this.#app.client,
          journal,
          name,
          stop.signal,
          (characters) => (this.characters = characters),
        ),
      );
    } finally {
      this.#stop = null;
    }
  }

  stop(): void {
    this.#stop?.abort();
  }
}
