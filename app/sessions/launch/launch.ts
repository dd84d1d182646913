/** Plans how to start a process, without starting anything. A shell is never used. */
import { posix, win32 } from 'node:path';
import { batchCommand, isBatchFile, unsafeForBatch } from './batch.ts';
import type { Launch } from '../types.ts';

/** What a launch plan depends on besides the launch. */
export interface LaunchHost {
  readonly platform: NodeJS.Platform;
  /** The environment that Plywire itself was started with. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The program that runs bundled engines: Node, or Electron acting as Node. */
  readonly nodePath: string;
  /** Whether `nodePath` is Electron and must be told to act as Node. */
  readonly electron: boolean;
}

export interface LaunchPlan {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Whether it gets its own process group, so that its children can be ended with it. */
  readonly detached: boolean;
  readonly windowsHide: true;
  /** Windows: `args` are quoted already and must be passed verbatim. */
  readonly verbatim: boolean;
  /** Windows: a word that cannot be passed to a batch file safely. Such a plan must not be started. */
  readonly unsafe: string | null;
  readonly platform: NodeJS.Platform;
  /** The file that the user named, which may not be the program that runs. */
  readonly file: string;
  /** The interpreter of `file` as named; null if `file` runs directly. */
  readonly interpreter: string | null;
}

/**
 * The variables that an engine inherits. Others are withheld: NODE_OPTIONS or ELECTRON_RUN_AS_NODE would change how it
 * runs, and tokens must not reach it.
 */
const inherited = new Set(
  (
    'PATH HOME USER LOGNAME SHELL LANG LANGUAGE TZ TMPDIR TMP TEMP ' +
    'SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT USERPROFILE USERNAME HOMEDRIVE HOMEPATH APPDATA ' +
    'LOCALAPPDATA PROGRAMDATA PROGRAMFILES PROGRAMFILES(X86) COMMONPROGRAMFILES ' +
    'NUMBER_OF_PROCESSORS PROCESSOR_ARCHITECTURE'
  ).split(' '),
);

export function reducedEnvironment(
  environment: LaunchHost['environment'],
  platform: NodeJS.Platform,
): Record<string, string> {
  const reduced: Record<string, string> = {};
  for (const name of Object.keys(environment)) {
    // On Windows, names are case-insensitive (`Path`, `SystemRoot`).
    const key = platform === 'win32' ? name.toUpperCase() : name;
    if (!inherited.has(key) && !key.startsWith('LC_')) continue;
    // Read only here: each value is a call of the system.
    const value = environment[name];
    if (value !== undefined) reduced[name] = value;
  }
  return reduced;
}

export function planLaunch(launch: Launch, host: LaunchHost): LaunchPlan {
  const paths = host.platform === 'win32' ? win32 : posix;
  const interpreter = launch.bundled ? host.nodePath : launch.interpreter;
  const env = reducedEnvironment(host.environment, host.platform);
  for (const [name, value] of Object.entries(launch.environment)) {
    // On Windows `Path` and `PATH` are one variable; the launch's own value replaces the inherited one.
    if (host.platform === 'win32') {
      for (const other of Object.keys(env)) {
        if (other.toUpperCase() === name.toUpperCase()) delete env[other];
      }
    }
    env[name] = value;
  }
  if (launch.bundled && host.electron) env['ELECTRON_RUN_AS_NODE'] = '1';
  const command = interpreter ?? launch.file;
  const args =
    interpreter === null ? [...launch.args] : [...launch.interpreterArgs, launch.file, ...launch.args];
  const batch = host.platform === 'win32' && isBatchFile(command);
  const unsafe = batch ? unsafeForBatch(command, args) : null;
  const verbatim = batch && unsafe === null;
  return {
    ...(verbatim ? batchCommand(command, args, systemRootOf(host.environment)) : { command, args }),
    cwd: launch.folder ?? paths.dirname(launch.file),
    env,
    detached: host.platform !== 'win32',
    windowsHide: true,
    verbatim,
    unsafe,
    platform: host.platform,
    file: launch.file,
    interpreter,
  };
}

/** The folder of Windows. The variable is `SystemRoot`, but names are case-insensitive. */
export function systemRootOf(environment: LaunchHost['environment']): string {
  const found = Object.entries(environment).find(([name]) => name.toUpperCase() === 'SYSTEMROOT')?.[1];
  return found ?? 'C:\\Windows';
}

/** The host of this process. */
export function ownHost(): LaunchHost {
  return {
    platform: process.platform,
    environment: process.env,
    nodePath: process.execPath,
    electron: process.versions['electron'] !== undefined,
  };
}

/** How to ask or force a whole process tree to end. */
export type KillPlan =
  | { readonly kind: 'signal'; readonly pid: number; readonly signal: 'SIGTERM' | 'SIGKILL' }
  | { readonly kind: 'run'; readonly command: string; readonly args: readonly string[] };

/**
 * POSIX: a signal to the process group. Windows has neither groups nor TERM: `taskkill /T` ends the tree; without `/F`
 * it only asks, which console programs may ignore.
 * @param hasExited whether the process itself has ended
 * @returns null if nothing can be reached by its pid: Windows finds no children of a process that has exited, and may
 * have given its pid to another one
 */
export function planKill(
  pid: number,
  signal: 'SIGTERM' | 'SIGKILL',
  platform: NodeJS.Platform,
  systemRoot: string,
  hasExited: boolean,
): KillPlan | null {
  if (platform !== 'win32') return { kind: 'signal', pid: -pid, signal };
  if (hasExited) return null;
  const force = signal === 'SIGKILL' ? ['/F'] : [];
  return {
    kind: 'run',
    command: win32.join(systemRoot, 'System32', 'taskkill.exe'),
    args: ['/pid', String(pid), '/T', ...force],
  };
}
