/** A bundle on its way: what goes in is gone through, shown, and written when a person has seen it. */
import type { BundleContents, BundleFile } from '../../app/api/contract.ts';
import type { App } from '../state/app.svelte.ts';
import { download } from '../ui/browser.ts';

export class BundleModel {
  readonly journal: string;
  readonly #app: App;
  contents = $state.raw<BundleContents | null>(null);
  /** What the program says of its version; null until it was asked. */
  version = $state.raw<BundleFile | null>(null);
  /** What is under way, and how far it has come, 0 to 1. */
  doing = $state<'looking' | 'asking' | 'saving' | null>(null);
  share = $state(0);
  /** The whole journal goes in, or its two ends alone. */
  ends = $state(false);
  withVersion = $state(false);
  /** Why nothing can be shown. */
  trouble = $state<string | null>(null);
  #stop = new AbortController();

  constructor(app: App, journal: string) {
    this.#app = app;
    this.journal = journal;
  }

  get files(): readonly BundleFile[] {
    const { contents, version, withVersion } = this;
    if (contents === null) return [];
    return withVersion && version !== null ? [...contents.files, version] : contents.files;
  }

  async look(): Promise<void> {
    await this.#work('looking', async (signal) => {
      const { client } = this.#app;
      for await (const event of await client.bundle.look({ journal: this.journal }, { signal })) {
        if (event.kind === 'progress') this.share = event.share;
        else this.contents = event;
      }
    });
    if (this.contents === null && !this.#stop.signal.aborted) {
      this.trouble = 'No bundle to show. The message gives the reason.';
    }
  }

  /** The program is started once; what it said can be left out again. */
  async toggleVersion(wanted: boolean): Promise<void> {
    this.withVersion = wanted;
    const { contents } = this;
    if (!wanted || this.version !== null || contents === null) return;
    await this.#work('asking', async () => {
      this.version = await this.#app.client.bundle.version({ bundle: contents.bundle });
    });
    if (this.version === null) this.withVersion = false;
  }

  /** Hands the file to the browser. True when it did. */
  async save(): Promise<boolean> {
    const { contents } = this;
    if (contents === null) return false;
    let isDone = false;
    await this.#work('saving', async (signal) => {
      const parts: Blob[] = [];
      const asked = {
        bundle: contents.bundle,
        journal: this.ends ? ('ends' as const) : ('whole' as const),
        version: this.withVersion,
      };
      for await (const event of await this.#app.client.bundle.write(asked, { signal })) {
        if (event.kind === 'done') isDone = true;
        else {
          parts.push(new Blob([bytesOf(event.bytes)]));
          this.share = event.share;
        }
      }
      if (isDone) download(contents.name, new Blob(parts, { type: 'application/zip' }));
    });
    return isDone;
  }

  /** Ends what is under way; what was shown stays. */
  cancel(): void {
    this.#stop.abort();
  }

  async #work(
    doing: 'looking' | 'asking' | 'saving',
    work: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    this.doing = doing;
    this.share = 0;
    // A call that is cancelled breaks off, which is not news.
    const quietly = work(signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    await this.#app.run(quietly);
    this.doing = null;
  }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}
