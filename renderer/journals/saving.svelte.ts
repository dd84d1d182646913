/** A session on its way into a file of the person's own: one at a time, to be stopped. */
import type { JournalSummary } from '../../app/api/contract.ts';
import { saveJournal } from '../console/save.ts';
import type { App } from '../state/app.svelte.ts';
import { fileName } from './words.ts';

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

  async start(summary: JournalSummary): Promise<void> {
    const stop = new AbortController();
    this.#stop = stop;
    this.characters = 0;
    const { client } = this.#app;
    try {
      await this.#app.run(
        saveJournal(
          client,
          summary.journal,
          fileName(summary),
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
