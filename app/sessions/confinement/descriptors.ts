/**
 * Descriptors above 2 that our parent process left open without close-on-exec: each process that we start would inherit
 * them. Node itself opens none of this kind.
 */
import { closeSync, constants, openSync, readdirSync, readFileSync } from 'node:fs';

/** Linux's O_CLOEXEC, for which Node has no constant; the same on x86 and ARM. */
const closeOnExec = 0o2000000;

/** Whether only our parent process can have left such descriptors. Electron's native code may open more at any time. */
const isNodeAlone = process.versions['electron'] === undefined;
let known: readonly number[] | null = null;

/** Their numbers; empty without /proc. Under Node alone it looks once: each look reads a file for each descriptor. */
export function inheritedDescriptors(): readonly number[] {
  if (known !== null && isNodeAlone) return known;
  known = lookForInherited();
  return known;
}

function lookForInherited(): readonly number[] {
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
    // The descriptor by which /proc was read; it is closed by now.
    return false;
  }
}

/** Calls `work` with a descriptor of /dev/null. */
export function withNothing<T>(work: (nothing: number) => T): T {
  const nothing = openSync('/dev/null', constants.O_RDWR);
  try {
    return work(nothing);
  } finally {
    closeSync(nothing);
  }
}
