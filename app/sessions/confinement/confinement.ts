/**
 * The means of confining engines on this system. Whether `setpriv` and bubblewrap *work* is tested by running them:
 * both may be installed but forbidden.
 */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { findProgram } from '../launch/check.ts';
import type { LaunchPlan } from '../launch/launch.ts';
import { confine, confineInSandbox, type Spawned } from './confine.ts';
import type { Bubblewrap, Places } from './sandbox.ts';
import { secretsIn } from './secrets.ts';
import { seccompFilter } from './seccomp.ts';
import { start } from './start.ts';

/** The reason why there is no sandbox. */
export type SandboxLack =
  /** Only Linux has one. */
  | { readonly kind: 'platform'; readonly platform: NodeJS.Platform }
  | { readonly kind: 'missing' }
  /** Bubblewrap is installed but fails; `words` is its own error or the system's. */
  | { readonly kind: 'fails'; readonly words: string }
  /** Not probed yet. */
  | { readonly kind: 'unknown' };

export type Sandbox =
  | { readonly runs: true; readonly bubblewrap: Bubblewrap }
  | { readonly runs: false; readonly lack: SandboxLack };

export interface Confinement {
  /** The `setpriv` that makes a child die with us; null if it does not work. */
  readonly setpriv: string | null;
  readonly sandbox: Sandbox;
  /** The folder of the engines' scratch folders; null if they are not on disk. */
  readonly scratch: string | null;
  /** The flag that switches the sandbox off, for advice; absent where only an engine's settings do. */
  readonly flag?: string;
}

/** Engines run unconfined; engines that require a sandbox do not run. */
export const noConfinement: Confinement = {
  setpriv: null,
  sandbox: { runs: false, lack: { kind: 'unknown' } },
  scratch: null,
};

/** System folders without user data. /var, /run, /srv and others stay hidden. */
const systemFolders = ['/bin', '/etc', '/gnu', '/lib', '/lib32', '/lib64', '/libx32', '/nix', '/opt'].concat([
  '/run/current-system',
  '/sbin',
  '/usr',
]);

/** The system's folder whose secrets are hidden: the others have none. */
const settingsFolder = '/etc';

/** In milliseconds; a probe takes ten on an idle machine. */
const probeMilliseconds = 10_000;

/** A probe needs no real secret: its output is not evaluated. */
const probeSecret = 'probe';

/** @returns null if it exits with 0; else the error */
function run(spawned: Spawned): Promise<string | null> {
  return new Promise((resolve) => {
    let said = '';
    try {
      const { child, stdin, stdout, stderr } = start(spawned, {
        timeout: probeMilliseconds,
        killSignal: 'SIGKILL',
      });
      stdin.on('error', () => {}).end();
      stdout.resume();
      stderr.on('data', (chunk: Buffer) => (said += chunk.toString('utf8').slice(0, 1000)));
      child.on('error', ({ message }) => resolve(message));
      child.on('close', (code, signal) => {
        const [line] = said.trim().split('\n');
        resolve(code === 0 ? null : line || `it ended with ${signal ?? code}`);
      });
    } catch (error) {
      resolve((error as Error).message);
    }
  });
}

async function probeSandbox(
  env: LaunchPlan['env'],
  platform: NodeJS.Platform,
  ownFolder: string,
): Promise<Sandbox> {
  const lacks = (lack: SandboxLack): Sandbox => ({ runs: false, lack });
  if (platform !== 'linux') return lacks({ kind: 'platform', platform });
  const find = (name: string) => findProgram(name, { env, platform, cwd: '/' });
  const path = find('bwrap');
  if (path === null) return lacks({ kind: 'missing' });
  const command = find('true');
  if (command === null) return lacks({ kind: 'fails', words: 'there is no program `true` to try it with' });
  const places: Places = {
    ...{ command, before: [], path: null, files: [], interpreters: [], named: [], own: [], home: null },
  };
  const grants = { cwd: '/tmp', env: {}, writable: false, scratch: null };
  // Only root can read these; for other users the system refuses anyway.
  const secrets = process.getuid?.() === 0 ? secretsIn(settingsFolder) : { files: [], folders: [] };
  let words = '';
  for (const [sized, closes] of [
    [true, true],
    [true, false],
    [false, false],
  ] as const) {
    const bubblewrap: Bubblewrap = {
      path,
      sized,
      closes,
      filter: seccompFilter(process.arch),
      system: systemFolders.filter((folder) => existsSync(folder)),
      secrets,
      private: [...new Set([homedir(), env['HOME'] ?? '/root', ownFolder])],
    };
    const fault = await run(confineInSandbox({ args: [] }, places, grants, bubblewrap, probeSecret));
    if (fault === null) return { runs: true, bubblewrap };
    // An older bubblewrap first rejects an option; the error with the fewest options is the actual reason.
    words = fault;
  }
  return lacks({ kind: 'fails', words });
}

async function probeSetpriv(env: LaunchPlan['env'], platform: NodeJS.Platform): Promise<string | null> {
  if (platform !== 'linux') return null;
  const find = (name: string) => findProgram(name, { env, platform, cwd: '/' });
  const [setpriv, command] = [find('setpriv'), find('true')];
  if (setpriv === null || command === null) return null;
  return (await run(confine({ command, args: [], env }, { setpriv }, probeSecret, []))) === null
    ? setpriv
    : null;
}

/**
 * Tests what works on this system; takes milliseconds.
 * @param environment ours, for PATH and HOME
 * @param ownFolder the folder of Plywire's files, hidden from all engines
 * @param scratch the parent of scratch folders; null puts them in memory
 */
export async function probeConfinement(
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
  ownFolder: string,
  scratch: string | null = null,
): Promise<Confinement> {
  const env = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const [setpriv, sandbox] = await Promise.all([
    probeSetpriv(env, platform),
    probeSandbox(env, platform, ownFolder),
  ]);
  return { setpriv, sandbox, scratch };
}
