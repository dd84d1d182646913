/** Adding the engines of a folder: those found, those chosen, and the connection tests of those added. */
import { SvelteSet } from 'svelte/reactivity';
import type { EngineFolder } from '../../app/api/contract.ts';
import type { App } from '../state/app.svelte.ts';
import { refusalOf } from '../state/refusals.ts';
import { countedGrouped } from '../ui/words.ts';
import { ProbeEach } from './probe-each.svelte.ts';
import { findOut } from './settings.ts';

export class FolderAdding {
  readonly #app: App;
  /** The folder being searched; null once the dialog is closed. */
  #folder: string | null = null;
  found = $state.raw<EngineFolder | null>(null);
  /** Why the folder cannot be read. */
  trouble = $state<string | null>(null);
  /** Files of the engines to be added. */
  readonly chosen = new SvelteSet<string>();
  protocol = $state<string>(findOut);
  busy = $state(false);
  readonly each = new ProbeEach();
  /** Ids of the engines that were added; null before that. */
  added = $state.raw<readonly string[] | null>(null);

  constructor(app: App) {
    this.#app = app;
  }

  readonly known = $derived.by(() => this.found?.engines.filter((one) => one.known).length ?? 0);
  readonly fresh = $derived.by(() => this.found?.engines.filter((one) => !one.known) ?? []);
  readonly engines = $derived.by(() =>
    (this.#app.state?.engines ?? []).filter(({ id }) => this.added?.includes(id)),
  );
  readonly unchecked = $derived.by(() =>
    this.engines.filter(({ contact: { state } }) => state === 'waiting' || state === 'checking'),
  );
  readonly failed = $derived.by(() => this.engines.filter(({ contact }) => contact.state === 'failed'));
  readonly ready = $derived.by(() => this.engines.filter(({ contact }) => contact.state === 'ok'));

  async look(folder: string): Promise<void> {
    this.#folder = folder;
    this.found = this.trouble = this.added = null;
    this.protocol = findOut;
    this.each.mute = [];
    this.chosen.clear();
    try {
      const answer = await this.#app.client.engines.inFolder({ folder });
      if (this.#folder !== folder) return;
      this.found = answer;
      for (const { file, known } of answer.engines) if (!known) this.chosen.add(file);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal !== null) this.trouble = `${refusal.text} ${refusal.advice}`;
    }
  }

  async add(): Promise<void> {
    if (this.busy || this.chosen.size === 0) return;
    this.busy = true;
    const app = this.#app;
    const { protocol } = this;
    const wanted = this.fresh
      .filter(({ file }) => this.chosen.has(file))
      .map(({ file, name }) => ({ file, name }));
    const all =
      protocol === findOut ? await this.each.run(app, wanted) : wanted.map((one) => ({ ...one, protocol }));
    const answer = all.length > 0 ? await app.run(app.client.engines.addAll({ engines: all })) : null;
    if (answer) this.added = answer.engines;
    this.busy = false;
  }

  /** Cancels the connection tests that have not finished. */
  callOff(): void {
    void this.#app.run(this.#app.client.engines.callOff({ engines: this.unchecked.map(({ id }) => id) }));
  }

  remove(ids: readonly string[]): void {
    const { engines } = this.#app.client;
    void this.#app.run(Promise.all(ids.map((engine) => engines.remove({ engine }))));
  }

  close(): void {
    if (this.#folder === null) return;
    this.#folder = null;
    this.each.stop();
    const all = this.added;
    if (all === null) return;
    this.#app.toast({
      text: `Added ${countedGrouped(all.length, 'engine')}.`,
      tone: 'info',
      action: { label: 'Undo', run: () => this.remove(all) },
    });
  }
}
