/** Hosts to attack: the built one, or a copy of it from which something was taken out. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, startHost, type Host } from '../support/host.ts';
import type { Removal, Target } from './guard.ts';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));

export interface Attacked extends Target {
  close(): Promise<void>;
}

const tokenOf = (host: Host): string => new URL(host.url).hash.replace('#token=', '');

export interface HouseOptions {
  /** Milliseconds to wait for something that should happen. */
  readonly patience: number;
  /** What is taken out of a copy of the build. */
  readonly removal?: Removal;
  /** Whether there is a run before, at the same port, whose token is known. */
  readonly former: boolean;
}

export async function openHouse({ patience, removal, former }: HouseOptions): Promise<Attacked> {
  const home = mkdtempSync(join(tmpdir(), 'plywire-doors-'));
  const folder = join(home, 'engines');
  mkdirSync(folder);
  try {
    const program = removal === undefined ? undefined : programWithout(join(home, 'dist'), removal);
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

/** @throws Error where the code is not there exactly once: the guard has moved, and its proof must follow */
function programWithout(copy: string, removal: Removal): string {
  const { instead } = removal;
  const code = typeof removal.code === 'string' ? removal.code : new RegExp(removal.code, 'g');
  mkdirSync(copy);
  for (const name of ['renderer', 'engines']) symlinkSync(join(dist, name), join(copy, name));
  cpSync(join(dist, 'app'), join(copy, 'app'), { recursive: true, filter: (path) => !path.endsWith('.map') });
  let places = 0;
  for (const name of readdirSync(join(copy, 'app'))) {
    const path = join(copy, 'app', name);
    const text = readFileSync(path, 'utf8');
    const found = typeof code === 'string' ? text.split(code).length - 1 : [...text.matchAll(code)].length;
    if (found === 0) continue;
    places += found;
    writeFileSync(
      path,
      typeof code === 'string' ? text.split(code).join(instead) : text.replace(code, instead),
    );
  }
  if (places !== 1) throw new Error(`the built host has ${String(code)} ${places} times instead of once`);
  return join(copy, 'app', 'serve.cjs');
}
