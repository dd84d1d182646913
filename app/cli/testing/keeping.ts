/** The part of a core that keeps builds, whose engines are programs in a folder that are never started. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { Core } from '../../api/core.ts';
import { BuildStore } from '../../builds/build-store.ts';
import { Tellers, type TellerFacts } from '../../evaluations/tellers.ts';
import type { Launch } from '../../sessions/types.ts';
import { outputFor } from '../output.ts';

type Keeping = Pick<Core, 'builds' | 'engines' | 'home' | 'launcher' | 'tellers'>;

/** An engine's id is the name of its program, with the arguments behind it. */
function keeping(folder: string): Keeping {
  const home = { builds: join(folder, 'builds') };
  mkdirSync(home.builds);
  const launchOf = (engine: string): Launch => {
    const [name, ...args] = engine.split(' ');
    return {
      ...{ file: join(folder, name!), interpreter: null, interpreterArgs: [], args, folder: null },
      ...{ environment: {}, bundled: false, sandbox: false },
    };
  };
  const engineOf = (id: string) => ({
    ...{ id, bundled: false, transient: true, games: ['connect4'] },
    record: { ...launchOf(id), name: 'mine' },
  });
  const factsOf = (engine: string, protocol: string): TellerFacts => ({
    ...{ engine: null, name: engine.split(' ')[0]!, protocol, settings: {}, options: {} },
    launch: launchOf(engine),
  });
  return {
    builds: new BuildStore({ folder: home.builds, limit: () => 1e6, say: () => undefined }),
    engines: { get: engineOf },
    home,
    launcher: { factsOf },
    tellers: new Tellers(join(folder, 'hashes')),
  } as unknown as Keeping;
}

/** Such a core with the program `mine`, in a folder of its own for each test, and what it has said on stderr. */
export function freshKeeping() {
  let folder: string;
  let core: Keeping;
  let said: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plywire-keep-'));
    core = keeping(folder);
    said = '';
    buildProgram(folder, 'mine', 'one');
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const output = outputFor(false, {
    stdout: { write: () => true },
    stderr: { write: (text) => (said += text) },
  });
  return {
    output,
    core: () => core,
    said: () => said,
    /** Forgets what was said. */
    hush: (): void => void (said = ''),
    /** Builds a program anew, or another one. */
    build: (name: string, text: string): void => buildProgram(folder, name, text),
  };
}

/** Writes a program that could be started. */
function buildProgram(folder: string, name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
  chmodSync(join(folder, name), 0o755);
}
