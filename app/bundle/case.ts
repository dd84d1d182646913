/** The facts of a session besides its journal: many if this Plywire ran it, few if only the journal remains. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { arch, availableParallelism, platform, release, totalmem } from 'node:os';
import { describeEnding, type Cause } from '../sessions/ending/endings.ts';
import { noRemains } from '../sessions/ending/remains.ts';
import type { LadderStep } from '../sessions/ending/ladder.ts';
import { findProgram } from '../sessions/launch/check.ts';
import type { LaunchPlan } from '../sessions/launch/launch.ts';
import { ManagedProcess, type ProcessOptions } from '../sessions/managed-process.ts';
import type { Launch } from '../sessions/types.ts';
import type { SessionEnding } from '../shapes/sessions.ts';
import type { JournalFile } from './study.ts';

/** The engine as it was configured when the session began, or as it is now if only the journal remains. */
export interface EngineCase {
  /** Whether all fields are from the session; otherwise settings, options and environment are the current ones. */
  readonly ofThen: boolean;
  readonly protocol: string;
  /** Its id if it came with Plywire; else null. */
  readonly bundled: string | null;
  readonly interpreter: string | null;
  readonly interpreterArgs: readonly string[];
  readonly args: readonly string[];
  readonly folder: string | null;
  /** Null if unknown. */
  readonly sandbox: boolean | null;
  /** Names only; values may be secret. */
  readonly environment: readonly string[];
  /** Settings of the protocol, and options that differ from the engine's defaults. */
  readonly settings: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, string>>;
  /** What the engine reported about itself. */
  readonly identity: { readonly name: string | null; readonly author: string | null };
}

/** The game on the board that the session played. */
export interface GameCase {
  readonly game: string;
  readonly setup: Readonly<Record<string, unknown>>;
  /** Canonical; null is the initial position. */
  readonly start: string | null;
  /** Up to the position shown. */
  readonly moves: readonly string[];
  readonly position: string;
  /** In the form that can be pasted into Plywire. */
  readonly text: string;
  /** The names of the seats. */
  readonly seats: readonly [string, string];
  readonly ending: {
    readonly word: string;
    readonly reason: string;
    readonly winner: 0 | 1 | null;
    readonly fault: 0 | 1 | null;
  } | null;
}

export interface BundleSource {
  readonly journal: JournalFile;
  readonly session: string;
  /** The engine's name in Plywire. */
  readonly title: string;
  readonly purpose: string | null;
  readonly startedAt: string | null;
  /** The engine's program; null if the journal does not name it either. */
  readonly file: string | null;
  readonly program: ProgramIdentity | null;
  readonly interpreter: ProgramIdentity | null;
  readonly engine: EngineCase | null;
  /** Null while the session runs, or if only its journal knows. */
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
  /** Null outside the desktop app. */
  readonly electron: string | null;
  readonly processors: number;
  readonly memoryMiB: number;
  /** Whether engines can run in a sandbox, or why not. */
  readonly sandbox: string;
}

/** @param lack why there is no sandbox; null if there is one */
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
  /** ISO 8601, of the current file. */
  readonly modified: string;
}

/** Null if the file does not exist or is not a regular file. @throws the signal's reason */
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

/** The identity of a script's interpreter; null if the program runs by itself or the interpreter is not found. */
export async function interpreterIdentity(
  plan: LaunchPlan,
  signal?: AbortSignal,
): Promise<ProgramIdentity | null> {
  const path = plan.interpreter === null ? null : findProgram(plan.interpreter, plan);
  return path === null ? null : identityOf(path, signal);
}

/** In milliseconds. An engine that ignores `--version` and plays should end when its input is closed, but may not. */
const patience = 5000;
/** A killed process that still exists after a second is stuck in the kernel. */
const leaving: readonly LadderStep[] = [
  { rung: 'stdin closed', milliseconds: patience },
  { rung: 'KILL', milliseconds: 1000 },
];
/** Bytes of each output stream. */
const mostOutput = 16 * 1024;

/**
 * Starts an engine with `--version`, at the user's request. It runs in the sandbox if there is one, otherwise as the
 * engine's sessions do. Never rejects.
 * @returns the output and how the process exited, as the text of a file
 */
export async function askVersion(launch: Launch, options: Omit<ProcessOptions, 'launch'>): Promise<string> {
  const sandbox = launch.sandbox || options.confinement?.sandbox.runs === true;
  const asked: Launch = { ...launch, args: ['--version'], sandbox };
  const said = { stdout: '', stderr: '' };
  let refused: Cause | null = null;
  const listener = {
    onSpawn: () => engine.leave('stdin closed'),
    onRefused: (cause: Cause) => void (refused = cause),
    onOutput: (stream: 'stdout' | 'stderr', chunk: Buffer) => {
      const room = mostOutput - said[stream].length;
      if (room > 0) said[stream] += chunk.subarray(0, room).toString('utf8');
    },
  };
  const engine: ManagedProcess = new ManagedProcess({ ...options, launch: asked }, leaving, listener);
  const cause = engine.start();
  await engine.gone;
  await engine.endOrphans();
  const why = cause ?? refused;
  if (why !== null) return `It was not started: ${describeEnding(why, noRemains).reason}.\n`;
  const { exitCode, signal, rung } = engine.remains;
  const left = signal === null ? `exit code ${exitCode}` : `ended by ${signal}`;
  const isLate = rung === 'KILL' && engine.passed === null;
  const exit = isLate ? `it did not exit within ${patience / 1000} s and was killed` : left;
  const lines = [
    `Started with --version${sandbox ? ', in the sandbox' : ''}: ${exit}`,
    ...(said.stdout === '' ? ['It wrote nothing to stdout.'] : ['stdout:', said.stdout.trimEnd()]),
    ...(said.stderr === '' ? [] : ['stderr:', said.stderr.trimEnd()]),
  ];
  return `${lines.join('\n')}\n`;
}
