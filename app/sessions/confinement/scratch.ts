/** The scratch folder of an engine in the sandbox: where it alone keeps what it wants to find at its next start. */
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { posix } from 'node:path';
import type { Launch } from '../types.ts';

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
