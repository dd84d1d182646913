/**
 * Descriptors above 2 that whatever started us has left open without saying that they end at an exec: every
 * process that we start would have them. Node opens none like that itself.
 */
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:fs';

/** Linux's O_CLOEXEC, which Node does not name; the same on x86 and ARM. */
const closeOnExec = 0o2000000;

/** Their numbers; empty where there is no /proc. */
export function inheritedDescriptors(): readonly number[] {
  try {
    return readdirSync('/proc/self/fd')
      .map(Number)
      .filter((number) => number > 2 && isInherited(number));
  } catch {
    return [];
  }
}

function isInherited(descriptor: number): boolean {
  try {
    const flags = /^flags:\s+([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'latin1'));
    return flags !== null && (Number.parseInt(flags[1]!, 8) & closeOnExec) === 0;
  } catch {
    // The one by which /proc was read.
    return false;
  }
}

/** Runs `work` with a descriptor that reads nothing and forgets what is written. */
export function withNothing<T>(work: (nothing: number) => T): T {
  const nothing = openSync('/dev/null', constants.O_RDWR);
  try {
    return work(nothing);
  } finally {
    closeSync(nothing);
  }
}
