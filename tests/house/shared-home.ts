/** A temporary home, the hosts that run on it, and the engine that counts. */
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connect, type Client, type Connection } from '../support/contract-client.ts';
import { processesOf, startHost, type Host, type HostOptions } from '../support/host.ts';

const ticker = fileURLToPath(new URL('./ticker.mjs', import.meta.url));

export interface RunningHost extends Connection {
  readonly host: Host;
}

export class SharedHome {
  /** HOME of everything that is started. */
  readonly home = mkdtempSync(join(tmpdir(), 'plywire-household-'));
  /** Storage. */
  readonly kept = join(this.home, 'plywire');
  /** What the file picker shows. */
  readonly folder = join(this.home, 'engines');
  /** A PATH with only Node on it. */
  readonly path = join(this.home, 'bin');
  readonly #running: RunningHost[] = [];

  constructor() {
    mkdirSync(this.path);
    symlinkSync(process.execPath, join(this.path, 'node'));
    mkdirSync(this.folder);
    copyFileSync(ticker, join(this.folder, 'ticker.mjs'));
    chmodSync(join(this.folder, 'ticker.mjs'), 0o755);
  }

  /** Starts a host and connects to it. */
  async start(options: Pick<HostOptions, 'environment'> = {}): Promise<RunningHost> {
    const host = await startHost({ home: this.home, folder: this.folder, port: 0, ...options });
    const running = { host, ...(await connect(host.url)) };
    this.#running.push(running);
    return running;
  }

  /** Pids of the running engines. */
  tickers(): number[] {
    return processesOf(this.home)
      .filter(({ command }) => command.includes('ticker.mjs'))
      .map(({ pid }) => pid);
  }

  /** Ends every running host, in order. */
  async endHosts(): Promise<void> {
    for (const { host, close } of this.#running.splice(0)) {
      close();
      await host.end('SIGTERM');
    }
  }

  /** Ends everything; returns what still ran after that. */
  async close(): Promise<string[]> {
    await this.endHosts();
    const left = processesOf(this.home);
    for (const { pid } of left) process.kill(pid, 'SIGKILL');
    rmSync(this.home, { recursive: true, force: true });
    return left.map(({ command }) => command);
  }
}

/** Registers the engine that counts; returns its id. */
export async function addTicker(client: Client, name = 'Ticker'): Promise<string> {
  const [root] = await client.files.roots();
  const { entries } = await client.files.list({ folder: root!.id });
  const file = entries.find(({ name }) => name === 'ticker.mjs')!.id;
  const settings = { name, protocol: 'cfp', args: [], environment: {}, sandbox: false };
  return (await client.engines.add({ file, settings })).engine;
}
