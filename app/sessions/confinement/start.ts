/** Spawns a child with its descriptors: the only place that does so for engines. */
import { spawn, type ChildProcess, type SpawnOptions, type StdioOptions } from 'node:child_process';
import type { Duplex, Readable, Writable } from 'node:stream';
import type { Spawned } from './confine.ts';
import { withNothing } from './descriptors.ts';

export interface Started {
  readonly child: ChildProcess;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Whether the wrapper has reached the start of the engine; true if there is no contact. */
  reached(): boolean;
}

/** @throws as `spawn` does */
export function start(
  { command, args, env, inputs, input, output, contact, secret, argv0, withheld }: Spawned,
  options: Pick<
    SpawnOptions,
    'cwd' | 'detached' | 'windowsHide' | 'windowsVerbatimArguments' | 'timeout' | 'killSignal'
  >,
): Started {
  const run = (stdio: StdioOptions): ChildProcess =>
    spawn(command, [...args], { ...options, ...(argv0 !== null && { argv0 }), env: { ...env }, stdio });
  const child =
    withheld.length === 0 && output === 1
      ? run('pipe')
      : withNothing((nothing) => {
          const last = Math.max(output, contact ?? 0, ...withheld);
          // An entry for each descriptor of the child; 'ignore' above 2 opens nothing.
          const stdio = Array.from({ length: last + 1 }, (_, at) => {
            const isRead = at > 2 && at < 3 + inputs.length;
            if (isRead || [input, output, 2, contact].includes(at)) return 'pipe';
            return at < 2 || withheld.includes(at) ? nothing : 'ignore';
          });
          return run(stdio);
        });
  const stdin = child.stdio?.[input] as Duplex | undefined;
  if (!stdin) {
    // If no descriptors are left, Node creates no pipes and emits the error later.
    child.on('error', () => {});
    throw Object.assign(new Error('no pipes for a child'), { code: 'EMFILE' });
  }
  if (input !== 0) {
    // As Node treats stdin: a write fails if the engine has closed it, and the pipe is destroyed at the exit.
    stdin.allowHalfOpen = true;
    stdin.resume();
    child.on('exit', () => stdin.destroy());
  }
  inputs.forEach((bytes, index) => {
    const pipe = child.stdio[3 + index] as Writable;
    // A failed wrapper does not read its input; its exit reports the failure.
    pipe.on('error', () => {});
    pipe.end(bytes, () => pipe.destroy());
  });
  let reached = contact === null;
  if (contact !== null) {
    // Node's pipes are bidirectional.
    const pipe = child.stdio[contact] as Duplex;
    pipe.on('error', () => {});
    pipe.on('data', () => (reached = true));
    pipe.write(`${secret}\n`);
  }
  return {
    child,
    stdin,
    stdout: child.stdio[output] as Readable,
    stderr: child.stderr!,
    reached: () => reached,
  };
}
