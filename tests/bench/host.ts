/**
 * A built host as a process with a client and, if wanted, a window, for benchmarks of the whole product. The client can
 * do everything that a window does.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apply, type Watched } from '../../app/api/changes.ts';
import type { HostState, StoredPlace } from '../../app/api/contract.ts';
import type { HostClient } from '../../renderer/host/client.ts';
import { connect, type Connection } from '../support/contract-client.ts';
import { freePort, plywire, startHost, type Host } from '../support/host.ts';
import { distWithout, type Removals } from '../support/without.ts';

/** An executable to register, and its name. */
export interface Registered {
  readonly file: string;
  readonly protocol: 'cfp' | 'cfsi';
  readonly args?: readonly string[];
}

/** In milliseconds: the longest wait of a benchmark. */
const patience = 120_000;

export class BenchHost {
  readonly host: Host;
  readonly client: HostClient;
  readonly #home: string;
  readonly #connected: Connection;

  private constructor(host: Host, connected: Connection, home: string) {
    this.host = host;
    this.client = connected.client;
    this.#connected = connected;
    this.#home = home;
  }

  /** @param without guards removed from a copy of the build */
  static async open(engines: Readonly<Record<string, Registered>>, without?: Removals): Promise<BenchHost> {
    const home = mkdtempSync(join(tmpdir(), 'plywire-bench-'));
    const folder = join(home, 'engines');
    mkdirSync(folder);
    for (const [name, { file, protocol, args = [] }] of Object.entries(engines)) {
      const words = ['engines', 'add', file, '--protocol', protocol, '--name', name];
      plywire(home, [...words, ...args.map((arg) => `--arg=${arg}`)]);
    }
    const program = without && join(distWithout(join(home, 'dist'), without), 'app', 'serve.cjs');
    const host = await startHost({
      home,
      folder,
      port: await freePort(),
      ...(program === undefined ? {} : { program }),
    });
    return new BenchHost(host, await connect(host.url), home);
  }

  /** The host's current state. */
  state(): Promise<HostState> {
    return this.until(() => true);
  }

  /** The first state from now on that `holds`. @throws Error after two minutes without one */
  async until(holds: (state: HostState) => boolean): Promise<HostState> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), patience);
    let watched: Watched | null = null;
    try {
      for await (const event of await this.client.host.watch(undefined, { signal: late.signal })) {
        watched = apply(watched, event);
        if (watched === null) throw new Error('a change of the state was missed');
        if (holds(watched.state)) return watched.state;
      }
    } catch (error) {
      if (!late.signal.aborted) throw error;
    } finally {
      clearTimeout(timer);
    }
    throw new Error(`the state that was waited for never came; it is ${JSON.stringify(watched?.state)}`);
  }

  /** The id of a registered engine. */
  async engine(name: string): Promise<string> {
    const found = (await this.state()).engines.find((engine) => engine.name === name);
    if (found === undefined) throw new Error(`there is no engine "${name}"`);
    return found.id;
  }

  /** The folder that the file picker shows. */
  get folder(): string {
    return join(this.#home, 'engines');
  }

  /** The disk space of a part of the home. */
  async stored(place: StoredPlace['place']): Promise<StoredPlace> {
    for await (const stored of await this.client.storage.look()) {
      if (stored.place === place && stored.done) return stored;
    }
    throw new Error(`the host does not tell of ${place}`);
  }

  /** The journal's file of a session. */
  journalOf(session: string): string {
    const folder = join(this.#home, 'plywire', 'journals');
    const name = readdirSync(folder).find((file) => file.endsWith(`-${session}.journal`));
    if (name === undefined) throw new Error(`session ${session} has no journal`);
    return join(folder, name);
  }

  async close(): Promise<void> {
    this.#connected.close();
    await this.host.end('SIGTERM');
    rmSync(this.#home, { recursive: true, force: true });
  }
}
