/** A bundle in the making: its contents are collected and shown, and written once the user has seen them. */
import type { BundleContents, BundleFile } from '../../app/api/contract.ts';
import type { App } from '../state/app.svelte.ts';
import { download } from '../ui/browser.ts';

export class BundleModel {
  readonly journal: string;
  readonly #app: App;
  contents = $state.raw<BundleContents | null>(null);
  /** The program's answer about its version; null until it was asked. */
  version = $state.raw<BundleFile | null>(null);
  /** The work in progress; `share` is how much of it is done, 0 to 1. */
  doing = $state<'looking' | 'asking' | 'saving' | null>(null);
  share = $state(0);
  /** Whether the bundle has only the start and the end of the journal. */
  ends = $state(false);
  withVersion = $state(false);
  /** Why no contents can be shown. */
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

  /** Includes or omits the version. The program is started for it only once. */
  async toggleVersion(wanted: boolean): Promise<void> {
    this.withVersion = wanted;
    const { contents } = this;
    if (!wanted || this.version !== null || contents === null) return;
    await this.#work('asking', async () => {
      this.version = await this.#app.client.bundle.version({ bundle: contents.bundle });
    });
    if (this.version === null) this.withVersion = false;
  }

  /** Writes the bundle and hands it to the browser; true if that succeeded. */
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

  /** Cancels the work in progress; the contents shown stay. */
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
    // A cancelled call throws; only other errors are reported.
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
