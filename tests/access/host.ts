/** Hosts to attack: the built one, or a copy with a guard removed. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startHost, type Host } from '../support/host.ts';
import { distWithout, type Removal } from '../support/without.ts';
import type { Target } from './guard.ts';

export interface Attacked extends Target {
  close(): Promise<void>;
}

const tokenOf = (host: Host): string => new URL(host.url).hash.replace('#token=', '');

export interface AttackedHostOptions {
  /** Milliseconds to wait for something that should happen. */
  readonly patience: number;
  /** What is removed from a copy of the build. */
  readonly removal?: Removal;
  /** Whether there was an earlier run at the same port, whose token is known. */
  readonly former: boolean;
}

export async function attackedHost({ patience, removal, former }: AttackedHostOptions): Promise<Attacked> {
  const home = mkdtempSync(join(tmpdir(), 'plywire-access-'));
  const folder = join(home, 'engines');
  mkdirSync(folder);
  try {
    const program =
      removal === undefined
        ? undefined
        : join(distWithout(join(home, 'dist'), { app: removal }), 'app', 'serve.cjs');
    const port = await freePort();
    const options = { home, folder, port, ...(program === undefined ? {} : { program }) };
    let formerToken: string | null = null;
    if (former) {
      const before = await startHost(options);
      formerToken = tokenOf(before);
      await before.end('SIGTERM');
    }
    const host = await startHost(options);
    return {
      pid: host.pid,
      port,
      token: tokenOf(host),
      formerToken,
      output: () => host.output(),
      patience,
      close: async () => {
        await host.end('SIGTERM');
        rmSync(home, { recursive: true });
      },
    };
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    throw error;
  }
}
