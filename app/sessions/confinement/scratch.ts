/** The scratch folder of an engine in the sandbox: where it alone keeps what it wants to find at its next start. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import type { Launch } from '../types.ts';
import { scratchPath } from './sandbox.ts';

/** A registered engine has its own; what is named on a command line has one as long as it is started the same way. */
const nameOf = ({ engine, file, interpreter, interpreterArgs, args, folder }: Launch): string =>
  engine ??
  `x-${createHash('sha256')
    .update(JSON.stringify([file, interpreter, interpreterArgs, args, folder]))
    .digest('hex')
    .slice(0, 16)}`;

/** The folder, made where it is missing; null where it cannot be made, as on a disk that is full or read-only. */
export function scratchFolder(root: string, launch: Launch): string | null {
  const folder = posix.join(root, nameOf(launch));
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  } catch {
    return null;
  }
}

/**
 * The names of the scratch folders that are in use: those that are mounted for a process below one of these.
 * @param pids the processes that run sandboxes
 */
export function scratchInUse(pids: readonly number[]): ReadonlySet<string> {
  const inside = pids.flatMap((pid) => linesOf(`/proc/${pid}/task/${pid}/children`).join(' ').split(' '));
  return new Set(
    inside
      .flatMap((pid) => linesOf(`/proc/${pid}/mountinfo`))
      .map((line) => line.split(' '))
      // proc(5): the fourth field is what is mounted, the fifth where.
      .flatMap(([, , , root, at]) =>
        at === scratchPath && root !== undefined ? [posix.basename(root)] : [],
      ),
  );
}

/** Empty for a process that has gone. */
function linesOf(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return [];
  }
}
