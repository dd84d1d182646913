/**
 * What this system offers to confine engines: whether `setpriv` and bubblewrap *work* is found by running
 * them, since both may be there and be forbidden.
 */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { findProgram } from '../launch/check.ts';
import type { LaunchPlan } from '../launch/launch.ts';
import { confine, confineInSandbox, type Spawned } from './confine.ts';
import type { Bubblewrap, Places } from './sandbox.ts';
import { seccompFilter } from './seccomp.ts';
import { start } from './start.ts';

/** Why there is no sandbox. */
export type SandboxLack =
  /** There is one on Linux alone. */
  | { readonly kind: 'platform'; readonly platform: NodeJS.Platform }
  | { readonly kind: 'missing' }
  /** Bubblewrap is there; these are its own words, or the system's. */
  | { readonly kind: 'fails'; readonly words: string }
  /** Not probed yet. */
  | { readonly kind: 'unknown' };

export type Sandbox =
  | { readonly runs: true; readonly bubblewrap: Bubblewrap }
  | { readonly runs: false; readonly lack: SandboxLack };

export interface Confinement {
  /** The `setpriv` by which a child is killed when we are; null where it does not work. */
  readonly setpriv: string | null;
  readonly sandbox: Sandbox;
  /** The folder with a scratch folder for each engine; null where they have none on disk. */
  readonly scratch: string | null;
}

/** Engines run as they are, and those that are to run in a sandbox do not run. */
export const noConfinement: Confinement = {
  setpriv: null,
  sandbox: { runs: false, lack: { kind: 'unknown' } },
  scratch: null,
};

/** What is the system's and not a person's. /var, /run, /srv and the rest stay out of sight. */
const systemFolders = ['/bin', '/etc', '/gnu', '/lib', '/lib32', '/lib64', '/libx32', '/nix', '/opt'].concat([
  '/run/current-system',
  '/sbin',
  '/usr',
]);

/** Only the administrator reads these, who may be the one that runs us. */
const systemSecrets = ['/etc/shadow', '/etc/shadow-', '/etc/gshadow', '/etc/gshadow-', '/etc/sudoers'];

/** Milliseconds; they take ten on a quiet machine. */
const probeMilliseconds = 10_000;

/** What is run to try a wrapper tells nothing that it would have to be believed. */
const probeSecret = 'probe';

/** Null when it exits with 0, else what went wrong. */
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
      secrets: systemSecrets.filter((file) => existsSync(file)),
      private: [...new Set([homedir(), env['HOME'] ?? '/root', ownFolder])],
    };
    const fault = await run(confineInSandbox({ args: [] }, places, grants, bubblewrap, probeSecret));
    if (fault === null) return { runs: true, bubblewrap };
    // An older bubblewrap complains of an option first; what it says with the fewest is the reason.
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
 * Looks once what works here; a matter of milliseconds.
 * @param environment ours, for PATH and HOME
 * @param ownFolder where Plywire keeps its files, which no engine is shown
 * @param scratch the folder for scratch folders; null gives engines one in memory
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
