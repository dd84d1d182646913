/** The scratch folder of an engine in the sandbox: its private storage, which persists between runs. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { makeFolder } from '../folder.ts';
import type { Launch } from '../types.ts';
import { scratchPath } from './sandbox.ts';

/** A registered engine has a folder by its id; one named on a command line has a folder by its way of starting. */
const nameOf = ({ engine, file, interpreter, interpreterArgs, args, folder }: Launch): string =>
  engine ??
  `x-${createHash('sha256')
    .update(JSON.stringify([file, interpreter, interpreterArgs, args, folder]))
    .digest('hex')
    .slice(0, 16)}`;

/** The folder, created if missing; null if that fails, such as on a full or read-only disk. */
export function scratchFolder(root: string, launch: Launch): string | null {
  const folder = posix.join(root, nameOf(launch));
  try {
    makeFolder(folder);
    return folder;
  } catch {
    return null;
  }
}

/**
 * Names of scratch folders in use, found among the mounts of the children of these processes.
 * @param pids the processes that run sandboxes
 */
export function scratchInUse(pids: readonly number[]): ReadonlySet<string> {
  const inside = pids.flatMap((pid) => linesOf(`/proc/${pid}/task/${pid}/children`).join(' ').split(' '));
  return new Set(
    inside
      .flatMap((pid) => linesOf(`/proc/${pid}/mountinfo`))
      .map((line) => line.split(' '))
      // proc(5): the fourth field is the mount's root, the fifth the mount point.
      .flatMap(([, , , root, at]) =>
        at === scratchPath && root !== undefined ? [posix.basename(root)] : [],
      ),
  );
}

/** Empty if the process is gone. */
function linesOf(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return [];
  }
}
