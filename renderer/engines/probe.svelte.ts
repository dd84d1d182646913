/** The probe of one program: its progress and its result. */
import type { ProbeEvent, ProbeResult } from '../../app/api/contract.ts';
import type { App } from '../state/app.svelte.ts';
import type { HostClient } from '../host/client.ts';

export type ProgramToProbe = Parameters<HostClient['engines']['probe']>[0];

export class ProbeModel {
  /** `cancelled`: stopped before the end, or refused by the host. */
  state = $state.raw<'none' | 'running' | 'done' | 'cancelled' | 'unstartable'>('none');
  /** Ids of all protocols to be tried. */
  protocols = $state.raw<readonly string[]>([]);
  /** Ids of the protocols whose probe has started. */
  begun = $state.raw<readonly string[]>([]);
  /** In the order of arrival. */
  results = $state.raw<readonly ProbeResult[]>([]);
  /** Ids of the protocols that the program speaks, the best first. */
  speaks = $state.raw<readonly string[]>([]);
  /** What the program seems to be if it is not an engine, and what to do; null if that is unknown. */
  hint = $state.raw<string | null>(null);
  trouble = $state.raw<{ readonly reason: string; readonly advice: string } | null>(null);
  #stop: AbortController | null = null;

  resultOf(protocol: string): ProbeResult | undefined {
    return this.results.find((result) => result.protocol === protocol);
  }

  /** Resolves when the result is known or the probe was cancelled. A probe under way is cancelled first. */
  async run(app: App, program: ProgramToProbe): Promise<void> {
    this.cancel();
    const stop = new AbortController();
    this.#stop = stop;
    this.state = 'running';
    [this.trouble, this.hint] = [null, null];
    [this.protocols, this.begun, this.results, this.speaks] = [[], [], [], []];
    await app.run(
      (async () => {
        for await (const event of await app.client.engines.probe(program, { signal: stop.signal })) {
          if (stop.signal.aborted) return;
          this.#take(event);
          // The result is complete; the stream would stay open until the last process has ended.
          if (this.state !== 'running') return;
        }
      })(),
    );
    if (this.#stop !== stop) return;
    this.#stop = null;
    if (this.state === 'running') this.state = 'cancelled';
  }

  cancel(): void {
    this.#stop?.abort();
    this.#stop = null;
    if (this.state === 'running') this.state = 'cancelled';
  }

  #take(event: ProbeEvent): void {
    switch (event.kind) {
      case 'begins':
        this.protocols = event.protocols;
        break;
      case 'trying':
        this.begun = [...this.begun, event.protocol];
        break;
      case 'tried':
        this.results = [...this.results, event.result];
        break;
      case 'summary':
        this.speaks = event.speaks;
        this.hint = event.hint;
        this.state = 'done';
        break;
      case 'unstartable':
        this.trouble = { reason: event.reason, advice: event.advice };
        this.state = 'unstartable';
        break;
    }
  }
}
