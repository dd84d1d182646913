/** Starts what was planned: the one place that hands a child its descriptors. */
import { spawn, type ChildProcess, type SpawnOptions, type StdioOptions } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { Spawned } from './confine.ts';
import { withNothing } from './descriptors.ts';

export interface Started {
  readonly child: ChildProcess;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
}

/** @throws as `spawn` does */
export function start(
  { command, args, env, inputs, output, withheld }: Spawned,
  options: Pick<
    SpawnOptions,
    'cwd' | 'detached' | 'windowsHide' | 'windowsVerbatimArguments' | 'timeout' | 'killSignal'
  >,
): Started {
  const run = (stdio: StdioOptions): ChildProcess =>
    spawn(command, [...args], { ...options, env: { ...env }, stdio });
  const child =
    withheld.length === 0 && output === 1
      ? run('pipe')
      : withNothing((nothing) => {
          const last = Math.max(output, ...withheld);
          // The child has each in its place; 'ignore' above 2 means that nothing is put there.
          const stdio = Array.from({ length: last + 1 }, (_, at) => {
            if (at === 0 || at === 2 || at === output || (at > 2 && at < 3 + inputs.length)) return 'pipe';
            return at === 1 || withheld.includes(at) ? nothing : 'ignore';
          });
          return run(stdio);
        });
  if (!child.stdin) {
    // Without a descriptor left Node makes no pipes, and tells of it later as of any failed start.
    child.on('error', () => {});
    throw Object.assign(new Error('no pipes for a child'), { code: 'EMFILE' });
  }
  inputs.forEach((input, index) => {
    const pipe = child.stdio[3 + index] as Writable;
    // A wrapper that has failed reads nothing; how it ended tells.
    pipe.on('error', () => {});
    pipe.end(input, () => pipe.destroy());
  });
  return {
    child,
    stdin: child.stdin,
    stdout: child.stdio[output] as Readable,
    stderr: child.stderr!,
  };
}
