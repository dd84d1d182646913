/** The wording of endings that concern the sandbox and the limits. */
import { capital } from '../../games/sentences.ts';
import type { SandboxLack } from '../confinement/confinement.ts';
import { harmless } from '../harmless.ts';
import type { LimitPassed } from '../watch/watchdog.ts';
import { isOwnError, namesLack } from './own-error.ts';
import type { Remains } from './remains.ts';

export interface Words {
  readonly reason: string;
  readonly advice: string;
}

const systems: Readonly<Record<string, string>> = { darwin: 'macOS', win32: 'Windows' };

/** How to do without the sandbox. @param flag the one that switches it off; undefined where only an engine's settings do */
const without = (flag: string | undefined): string =>
  flag === undefined
    ? 'run the engine without the sandbox: switch it off in its settings'
    : `run the engine without the sandbox: use ${flag}, or remove a registered engine and add it with ${flag}`;

/** Why there is no sandbox. */
export function lackReason(lack: SandboxLack): string {
  switch (lack.kind) {
    case 'platform':
      return `Plywire has no sandbox on ${systems[lack.platform] ?? lack.platform}`;
    case 'missing':
      return 'bubblewrap is not installed';
    case 'fails':
      return `bubblewrap does not run here (${harmless(lack.words).slice(0, 200)})`;
    case 'unknown':
      return 'Plywire did not look for one';
  }
}

/** What to do where there is no sandbox. @param flag as above */
export function lackAdvice(lack: SandboxLack, flag: string | undefined): string {
  const trusted = `if you trust it, ${without(flag)}.`;
  switch (lack.kind) {
    case 'missing':
      return `Install the package bubblewrap and start Plywire again, or ${trusted}`;
    case 'fails':
      return `The system may forbid user namespaces: allow them and start Plywire again, or ${trusted}`;
    case 'platform':
    case 'unknown':
      return capital(trusted);
  }
}

/** Formats a number of bytes with three significant digits and a unit. */
export function bytesInWords(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = bytes < 1024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  return `${Number(value.toPrecision(value < 1000 ? 3 : 4))} ${units[power]}`;
}

/** @param bytes at least so many; Infinity if the folder cannot be measured */
export function scratchReason({
  folder,
  bytes,
  limit,
}: {
  readonly folder: string;
  readonly bytes: number;
  readonly limit: number;
}): string {
  const holds = Number.isFinite(bytes)
    ? `takes ${bytesInWords(bytes)} or more`
    : 'has folders that cannot be measured';
  return `the engine's scratch folder ${folder} ${holds}; the limit is ${bytesInWords(limit)}`;
}

export const scratchAdvice = (folder: string): string =>
  `Delete ${folder}, or all scratch folders by \`plywire engines clear-scratch\` or in the settings, ` +
  'or raise the limit there.';

export function passedWords(passed: LimitPassed): Words {
  switch (passed.kind) {
    case 'memory': {
      const whose =
        passed.processes === 1 ? 'the engine uses' : `the engine's ${passed.processes} processes use`;
      return {
        reason: `${whose} ${bytesInWords(passed.bytes)} of memory; the limit is ${bytesInWords(passed.limit)}`,
        advice: 'Use smaller tables or fewer threads, or raise the memory limit in the settings.',
      };
    }
    case 'files':
      return {
        reason: `the engine has more than ${passed.limit} files open`,
        advice: 'Check which files the engine opens and does not close.',
      };
    case 'scratch':
      return {
        reason: scratchReason(passed),
        advice: scratchAdvice(passed.folder),
      };
    case 'processes':
      return {
        reason: `the engine runs ${passed.count} processes; the limit is ${passed.limit}`,
        advice: 'Check which processes the engine starts, or raise the process limit in the settings.',
      };
  }
}

/** The advice for an engine that exited unexpectedly: the usual one and, where it applies, macOS's reasons. */
export function exitedAdvice(
  cause: {
    readonly opened: boolean;
    readonly file: string;
    readonly platform: NodeJS.Platform;
  },
  { signal }: { readonly signal: string | null },
  usual: string,
): string {
  if (cause.platform === 'darwin' && !cause.opened && signal === 'SIGKILL') {
    return (
      `${usual} macOS kills programs that are not signed or were downloaded: if you trust it, ` +
      `run \`xattr -d com.apple.quarantine ${cause.file}\` or \`codesign -s - ${cause.file}\`.`
    );
  }
  return usual;
}

/** What the sandbox denied a failed engine. */
export interface Confined {
  /** A file or folder that its stderr mentions and that exists outside the sandbox; null if none. */
  readonly hidden: string | null;
  /** The flag that switches the sandbox off; absent where only an engine's settings do. */
  readonly flag?: string;
}

/**
 * Advice that names the sandbox as a possible cause; null if it hardly is one: the engine has answered a search there
 * and lacks nothing that it complains about, or it ended by an error of its own code.
 */
export function confinedAdvice(
  { hidden, flag }: Confined,
  { exitCode, stderrTail }: Pick<Remains, 'exitCode' | 'stderrTail'>,
  answered: boolean,
): string | null {
  if (hidden !== null) {
    return (
      `The engine ran in the sandbox, which hides ${harmless(hidden)}: choose a working folder that contains it, ` +
      `name it in an argument, or ${without(flag)}.`
    );
  }
  // The exit codes of shells for a program that cannot be run or was not found.
  if (exitCode === 126 || exitCode === 127) {
    return `The engine ran in the sandbox, which may hide a program that it starts. If so, ${without(flag)}.`;
  }
  if (!namesLack(stderrTail) && (answered || isOwnError(stderrTail))) return null;
  return (
    'The engine ran in the sandbox, without network, with most of the disk hidden and the rest read-only. ' +
    `If it needs more access, ${without(flag)}.`
  );
}
