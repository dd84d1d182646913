/**
 * Turns a launch plan into what is spawned: the plan itself, or a wrapper that runs it. Pure.
 *
 * If a wrapper cannot start the engine, the fault is ours or the system's; if the engine fails, it is the engine's.
 * Both end with an exit code and text on stderr, and an engine can print what a wrapper prints. So each start has a
 * `secret`, which a failing wrapper prints and the engine never sees.
 */
import type { LaunchPlan } from '../launch/launch.ts';
import { sandboxOptions, type Bubblewrap, type Grants, type Places } from './sandbox.ts';

export interface Spawned {
  readonly command: string;
  readonly args: readonly string[];
  /** The wrapper's name, which begins its error messages; null if the engine is spawned directly. */
  readonly wrapper: 'setpriv' | 'bwrap' | null;
  /** The environment of the spawned process; a sandbox sets the engine's own inside. */
  readonly env: Readonly<Record<string, string>>;
  /** What the wrapper reads before it runs the engine, on descriptors from 3 on. */
  readonly inputs: readonly Uint8Array[];
  /** The descriptors of the pipes to the engine's stdin and from its stdout. */
  readonly input: number;
  readonly output: number;
  /**
   * The descriptor on which the wrapper receives `secret` and answers that it is about to run the engine; null if it
   * has none.
   */
  readonly contact: number | null;
  /** A random string of letters and digits. */
  readonly secret: string;
  /** The process name to start under; null for that of the file. */
  readonly argv0: string | null;
  /** Descriptors above 2 that are open in our process and must not reach the engine. */
  readonly withheld: readonly number[];
}

/**
 * Runs the plan unchanged. If `setpriv` works, the engine is also killed when our process dies; this survives an exec.
 */
export function confine(
  plan: Pick<LaunchPlan, 'command' | 'args' | 'env'>,
  { setpriv }: { readonly setpriv: string | null },
  secret: string,
  withheld: readonly number[],
): Spawned {
  const { command, args, env } = plan;
  const common = { env, inputs: [], input: 0, output: 1, contact: null, secret, withheld };
  if (setpriv === null) return { command, args, wrapper: null, argv0: null, ...common };
  return {
    command: setpriv,
    args: ['--pdeathsig', 'KILL', '--', command, ...args],
    wrapper: 'setpriv',
    // Its error messages begin with this name, which is gone after it has become the engine.
    argv0: starterOf(secret),
    ...common,
  };
}

/** The name in the error messages of a wrapper that cannot run the engine. */
const starter = 'plywire-start';
const starterOf = (secret: string): string => `${starter}-${secret}`;

/**
 * The script of the shell that becomes the engine inside the sandbox. It reads the secret from the contact, where
 * nothing of it remains for the engine; keeps it in no variable, since variables may be exported; and prints it if
 * `exec` fails. Without `execfail`, bash would then exit without running its trap.
 */
export const startScript = ({
  input,
  output,
  contact,
}: Record<'input' | 'output' | 'contact', number>): string =>
  [
    '[ "$BASH_VERSION" ] && PATH=/dev/null shopt -s execfail 2>/dev/null',
    `IFS= read -r secret <&${contact} && echo >&${contact}`,
    'trap "echo $0: not started: $secret >&2" EXIT',
    'unset secret',
    `exec "$@" 0<&${input} 1>&${output} ${input}<&- ${output}>&- ${contact}>&-`,
    'exit',
  ].join('; ');

/**
 * Runs the plan in the sandbox, whose keeper dies with us and ends everything inside. Bubblewrap is started without the
 * engine's variables, which could make it load the engine's code outside the sandbox. It reads them, and all its
 * options, from a descriptor, so that process lists do not show them.
 */
export function confineInSandbox(
  plan: Pick<LaunchPlan, 'args'>,
  places: Places,
  grants: Grants,
  bubblewrap: Bubblewrap,
  secret: string,
  withheld: readonly number[] = [],
): Spawned {
  const options = sandboxOptions(places, grants, bubblewrap);
  const inputs = [Buffer.from(options.map((option) => `${option}\0`).join('')), bubblewrap.filter].filter(
    (input) => input !== null,
  );
  // Bubblewrap's own processes keep its stdin and stdout open as long as they run, but close descriptors above 2. The
  // engine's pipes are therefore among the latter, so that we notice when the engine closes one.
  const input = 3 + inputs.length;
  const output = input + 1;
  const contact = output + 1;
  const left = withheld.filter((descriptor) => descriptor > contact);
  return {
    command: bubblewrap.path,
    args: [
      ...['--args', '3', ...(bubblewrap.filter === null ? [] : ['--seccomp', '4'])],
      // Bubblewrap closes each descriptor that it has read options from; these contain none.
      ...left.flatMap((descriptor) => ['--args', String(descriptor)]),
      ...['--', '/bin/sh', '-c', startScript({ input, output, contact }), starter],
      ...[places.command, ...places.before, ...plan.args],
    ],
    wrapper: 'bwrap',
    env: {},
    argv0: null,
    inputs,
    input,
    output,
    contact,
    secret,
    withheld: left,
  };
}

/** The number of the wrapper's own processes beside the engine: bubblewrap's keeper and its first process. */
export const keepersOf = ({ wrapper }: Spawned): number => (wrapper === 'bwrap' ? 2 : 0);

/** How a process ended that Plywire did not end. */
export interface Left {
  readonly exitCode: number | null;
  /** The wrapper answered on its contact; true if it has none. */
  readonly reached: boolean;
  /** The last lines of stderr. */
  readonly stderr: readonly string[];
}

/** The system's error if a wrapper could not start the engine; null if the engine itself ran, whatever it printed. */
export function wrapperFault(
  { wrapper, secret }: Pick<Spawned, 'wrapper' | 'secret'>,
  { exitCode, reached, stderr }: Left,
): string | null {
  if (wrapper === null || exitCode === null) return null;
  const after = (name: string): string | undefined =>
    stderr.find((text) => text.startsWith(`${name}: `))?.slice(name.length + 2);
  // Bubblewrap failed at its own work; all of stderr is its own.
  if (!reached) return stderr.at(-1) ?? `bubblewrap exited with code ${exitCode}`;
  const failed = wrapper === 'bwrap' ? stderr.includes(`${starter}: not started: ${secret}`) : true;
  const words = failed ? after(wrapper === 'bwrap' ? starter : starterOf(secret)) : undefined;
  if (words === undefined) return null;
  return /(no such file or directory|not found)$/i.test(words) ? 'ENOENT' : words;
}
