/** An engine's answer to `--version`, if the user asks for it. */
import { describeEnding, noRemains, type Cause } from '../sessions/ending/endings.ts';
import type { LadderStep } from '../sessions/ending/ladder.ts';
import { ManagedProcess, type ProcessOptions } from '../sessions/managed-process.ts';
import type { Launch } from '../sessions/types.ts';

/** In milliseconds. An engine that plays instead of answering waits for its input, which is closed, or for ever. */
const patience = 5000;
/** A killed process that remains after a second is stuck in the kernel. */
const leaving: readonly LadderStep[] = [
  { rung: 'stdin closed', milliseconds: patience },
  { rung: 'KILL', milliseconds: 1000 },
];
/** Bytes of each output stream. */
const mostOutput = 16 * 1024;

/**
 * Runs in the sandbox if there is one, otherwise as the engine's sessions do. Never rejects.
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
