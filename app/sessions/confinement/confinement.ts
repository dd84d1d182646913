/**
 * What this system offers to confine engines: whether `setpriv` and bubblewrap *work* is found by running
 * them, since both may be there and be forbidden.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { findProgram } from '../launch/check.ts';
import type { LaunchPlan } from '../launch/launch.ts';
import { sandboxArgs, type Bubblewrap, type Places } from './sandbox.ts';

/** Why there is no sandbox. */
export type SandboxLack =
  /** There is one on Linux alone. */
  | { readonly kind: 'platform'; readonly platform: NodeJS.Platform }
  | { readonly kind: 'missing' }
  /** Bubblewrap is there; these are its own words, or the system's. */
  | { readonly kind: 'fails'; readonly words: string }
  /** Nobody has looked. */
  | { readonly kind: 'unknown' };

export type Sandbox =
  | { readonly runs: true; readonly bubblewrap: Bubblewrap }
  | { readonly runs: false; readonly lack: SandboxLack };

export interface Confinement {
  /** The `setpriv` by which a child is killed when we are; null where it does not work. */
  readonly setpriv: string | null;
  readonly sandbox: Sandbox;
}

/** Engines run as they are, and those that are to run in a sandbox do not run. */
export const noConfinement: Confinement = {
  setpriv: null,
  sandbox: { runs: false, lack: { kind: 'unknown' } },
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

/** Null when it exits with 0, else what went wrong. */
function run(command: string, args: readonly string[], env: LaunchPlan['env']): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(command, [...args], { env: { ...env }, timeout: probeMilliseconds }, (error, _, stderr) => {
      const said = stderr.trim().split('\n')[0]!;
      resolve(error === null ? null : said || error.message.split('\n')[0]!);
    });
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
  const places: Places = { command, files: [], interpreters: [], named: [], own: [], home: null };
  let words: string | null = null;
  for (const sized of [true, false]) {
    const bubblewrap: Bubblewrap = {
      path,
      sized,
      system: systemFolders.filter((folder) => existsSync(folder)),
      secrets: systemSecrets.filter((file) => existsSync(file)),
      private: [...new Set([homedir(), env['HOME'] ?? '/root', ownFolder])],
    };
    const fault = await run(path, sandboxArgs(places, '/tmp', [], bubblewrap), env);
    if (fault === null) return { runs: true, bubblewrap };
    words ??= fault;
  }
  return lacks({ kind: 'fails', words: words ?? '' });
}

async function probeSetpriv(env: LaunchPlan['env'], platform: NodeJS.Platform): Promise<string | null> {
  if (platform !== 'linux') return null;
  const find = (name: string) => findProgram(name, { env, platform, cwd: '/' });
  const [setpriv, command] = [find('setpriv'), find('true')];
  if (setpriv === null || command === null) return null;
  return (await run(setpriv, ['--pdeathsig', 'KILL', '--', command], env)) === null ? setpriv : null;
}

/**
 * Looks once what works here; a matter of milliseconds.
 * @param environment ours, for PATH and HOME
 * @param ownFolder where Plywire keeps its files, which no engine is shown
 */
export async function probeConfinement(
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
  ownFolder: string,
): Promise<Confinement> {
  const env = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const [setpriv, sandbox] = await Promise.all([
    probeSetpriv(env, platform),
    probeSandbox(env, platform, ownFolder),
  ]);
  return { setpriv, sandbox };
}
