/** What a bundle says of the machine: as much as a failure may depend on, and nothing of its person. */
import { arch, availableParallelism, platform, release, totalmem } from 'node:os';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { findProgram } from '../sessions/launch/check.ts';
import type { LaunchPlan } from '../sessions/launch/launch.ts';

export interface HostFacts {
  readonly plywire: string;
  readonly platform: string;
  readonly release: string;
  readonly architecture: string;
  readonly node: string;
  /** Null outside of the desktop app. */
  readonly electron: string | null;
  readonly processors: number;
  readonly memoryMiB: number;
  /** Whether engines can run in a sandbox, or why not. */
  readonly sandbox: string;
}

/** @param lack why there is no sandbox, in words; null where there is one */
export const hostFacts = (version: string, lack: string | null): HostFacts => ({
  plywire: version,
  platform: platform(),
  release: release(),
  architecture: arch(),
  node: process.versions.node,
  electron: process.versions['electron'] ?? null,
  processors: availableParallelism(),
  memoryMiB: Math.round(totalmem() / 1024 ** 2),
  sandbox: lack ?? 'available',
});

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
