/** What is known of a session beside its journal: much where it is of this house, little where its journal was kept. */
import type { JournalFile } from './study.ts';
import type { SessionEnding } from '../shapes/sessions.ts';
import { arch, availableParallelism, platform, release, totalmem } from 'node:os';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { findProgram } from '../sessions/launch/check.ts';
import type { LaunchPlan } from '../sessions/launch/launch.ts';

/** The engine as it was set up when the session began, or as it is now where only its journal is left. */
export interface EngineCase {
  /** All of it is as it was in the session; else settings, options and environment are what the engine has by now. */
  readonly ofThen: boolean;
  readonly protocol: string;
  /** Its id, where it came with Plywire; else null. */
  readonly bundled: string | null;
  readonly interpreter: string | null;
  readonly interpreterArgs: readonly string[];
  readonly args: readonly string[];
  readonly folder: string | null;
  /** Null where nobody knows any more. */
  readonly sandbox: boolean | null;
  /** Names alone: the values are nobody's business. */
  readonly environment: readonly string[];
  /** Settings of its protocol, and its options where they are not the engine's own. */
  readonly settings: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, string>>;
  /** What it said of itself. */
  readonly identity: { readonly name: string | null; readonly author: string | null };
}

/** The game on the board, which the session served. */
export interface GameCase {
  readonly game: string;
  readonly setup: Readonly<Record<string, unknown>>;
  /** Canonical; null is the initial position. */
  readonly start: string | null;
  /** Those up to the place that is shown. */
  readonly moves: readonly string[];
  readonly position: string;
  /** As Plywire reads it when it is pasted. */
  readonly text: string;
  /** Who moves, or whose fault it was, by the names of the seats. */
  readonly seats: readonly [string, string];
  readonly ending: {
    readonly word: string;
    readonly reason: string;
    readonly winner: 0 | 1 | null;
    readonly fault: 0 | 1 | null;
  } | null;
}

export interface Case {
  readonly journal: JournalFile;
  readonly session: string;
  /** What the engine is called here. */
  readonly title: string;
  readonly purpose: string | null;
  readonly startedAt: string | null;
  /** Its program; null where not even the journal says which it was. */
  readonly file: string | null;
  readonly program: ProgramIdentity | null;
  readonly interpreter: ProgramIdentity | null;
  readonly engine: EngineCase | null;
  /** Null where the session runs, or only its journal knows. */
  readonly ending: SessionEnding | null;
  readonly runs: boolean;
  readonly game: GameCase | null;
  readonly host: HostFacts;
}

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
