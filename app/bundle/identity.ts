/** Which program it was: what tells one build of an engine from another without a look into it. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { findProgram } from '../sessions/launch/check.ts';
import type { LaunchPlan } from '../sessions/launch/launch.ts';

export interface ProgramIdentity {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  /** ISO 8601, of the file as it is now. */
  readonly modified: string;
}

/** A file that is there no more, or is none, has no identity. @throws the signal's reason */
export async function identityOf(path: string, signal?: AbortSignal): Promise<ProgramIdentity | null> {
  try {
    const found = await stat(path);
    if (!found.isFile()) return null;
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(path, { highWaterMark: 1024 ** 2, signal })) {
      hash.update(chunk as Buffer);
    }
    return { path, bytes: found.size, sha256: hash.digest('hex'), modified: found.mtime.toISOString() };
  } catch {
    signal?.throwIfAborted();
    return null;
  }
}

/** That of what runs a script; null where it runs by itself, or nobody is found. */
export async function interpreterIdentity(
  plan: LaunchPlan,
  signal?: AbortSignal,
): Promise<ProgramIdentity | null> {
  const path = plan.interpreter === null ? null : findProgram(plan.interpreter, plan);
  return path === null ? null : identityOf(path, signal);
}
