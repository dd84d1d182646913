/** What is really spawned for a plan: the plan itself, or a wrapper that runs it. Pure. */
import type { LaunchPlan } from '../launch/launch.ts';
import { sandboxOptions, type Bubblewrap, type Grants, type Places } from './sandbox.ts';

export interface Spawned {
  readonly command: string;
  readonly args: readonly string[];
  /** The wrapper's name, as its own complaints begin; null where the engine is spawned itself. */
  readonly wrapper: 'setpriv' | 'bwrap' | null;
  /** Of the process that is spawned; a sandbox sets the engine's own inside. */
  readonly env: Readonly<Record<string, string>>;
  /** What the wrapper reads before it runs the engine, by descriptors from 3 on. */
  readonly inputs: readonly Uint8Array[];
  /** The descriptor by which the engine's stdout comes to us. */
  readonly output: number;
  /** Descriptors above 2 that the engine shall not have though we have them. */
  readonly withheld: readonly number[];
}

/** As it is; where `setpriv` works, the engine also dies with us (it outlives an exec of the same process). */
export function confine(
  plan: Pick<LaunchPlan, 'command' | 'args' | 'env'>,
  { setpriv }: { readonly setpriv: string | null },
  withheld: readonly number[],
): Spawned {
  const { command, args, env } = plan;
  const common = { env, inputs: [], output: 1, withheld };
  if (setpriv === null) return { command, args, wrapper: null, ...common };
  return {
    command: setpriv,
    args: ['--pdeathsig', 'KILL', '--', command, ...args],
    wrapper: 'setpriv',
    ...common,
  };
}

/** What a shell inside calls itself when it cannot run the engine. */
const starter = 'plywire-start';

/**
 * In the sandbox, whose keeper dies with us and takes everything inside along. Bubblewrap is started without the
 * engine's variables, which could make it load code of the engine's outside; it reads them, with all its options, by a
 * descriptor, so that no list of processes shows them.
 */
export function confineInSandbox(
  plan: Pick<LaunchPlan, 'args'>,
  places: Places,
  grants: Grants,
  bubblewrap: Bubblewrap,
  withheld: readonly number[] = [],
): Spawned {
  const options = sandboxOptions(places, grants, bubblewrap);
  const inputs = [Buffer.from(options.map((option) => `${option}\0`).join('')), bubblewrap.filter].filter(
    (input) => input !== null,
  );
  // Bubblewrap's own processes keep its stdout as long as they run. Descriptors above 2 they close, so the engine's
  // stdout comes by one of these, and its end is seen when the engine closes it.
  const output = 3 + inputs.length;
  const left = withheld.filter((descriptor) => descriptor > output);
  return {
    command: bubblewrap.path,
    args: [
      ...['--args', '3', ...(bubblewrap.filter === null ? [] : ['--seccomp', '4'])],
      // It closes what it has read options from, and these hold none.
      ...left.flatMap((descriptor) => ['--args', String(descriptor)]),
      ...['--', '/bin/sh', '-c', `exec "$@" 1>&${output} ${output}>&-`, starter],
      ...[places.command, ...places.before, ...plan.args],
    ],
    wrapper: 'bwrap',
    env: {},
    inputs,
    output,
    withheld: left,
  };
}

/** Processes of the wrapper's own that live beside the engine: bubblewrap's keeper and its first process. */
export const keepersOf = ({ wrapper }: Spawned): number => (wrapper === 'bwrap' ? 2 : 0);

/**
 * The system's word where a wrapper could not start the engine, which it tells on stderr and by its exit
 * code; null where the engine itself ran. An engine that says the same before anything else fools nobody
 * but its own user.
 */
export function wrapperFault(
  { wrapper }: Pick<Spawned, 'wrapper'>,
  exitCode: number | null,
  stderr: readonly string[],
): string | null {
  if (wrapper === null || ![1, 126, 127].includes(exitCode ?? 0)) return null;
  const names = wrapper === 'bwrap' ? [wrapper, starter] : [wrapper];
  for (const text of stderr) {
    const name = names.find((one) => text.startsWith(`${one}: `));
    if (name === undefined) continue;
    const words = text.slice(name.length + 2);
    return /(no such file or directory|not found)$/i.test(words) ? 'ENOENT' : words;
  }
  return null;
}
