/** Probes several programs one after another. */
import type { App } from '../state/app.svelte.ts';
import { ProbeModel } from './probe.svelte.ts';
import { sandboxForNew } from './sandbox.ts';

interface Wanted {
  /** The picker's id of the file. */
  readonly file: string;
  readonly name: string;
}

export class ProbeEach {
  readonly #probe = new ProbeModel();
  /** The program being probed, the number probed before it, and the total; null if no probe runs. */
  now = $state.raw<{ readonly name: string; readonly before: number; readonly of: number } | null>(null);
  /** Names of the programs that answered in no protocol. */
  mute = $state.raw<readonly string[]>([]);

  /** The programs that speak a protocol, each with its best one; empty if a probe was cancelled. */
  async run(app: App, wanted: readonly Wanted[]): Promise<(Wanted & { readonly protocol: string })[]> {
    const all: (Wanted & { readonly protocol: string })[] = [];
    this.mute = [];
    const run = { args: [], environment: {}, sandbox: app.state !== null && sandboxForNew(app.state) };
    try {
      for (const [before, one] of wanted.entries()) {
        this.now = { name: one.name, before, of: wanted.length };
        await this.#probe.run(app, { file: one.file, ...run });
        if (this.#probe.state === 'cancelled') return [];
        const [best] = this.#probe.speaks;
        if (best === undefined) this.mute = [...this.mute, one.name];
        else all.push({ ...one, protocol: best });
      }
      return all;
    } finally {
      this.now = null;
    }
  }

  stop(): void {
    this.#probe.cancel();
  }
}
