/**
 * What is really spawned for a plan: the plan itself, or a wrapper that runs it. Pure.
 *
 * A wrapper that cannot start the engine is our fault or the system's, an engine that fails is not. Both end with an
 * exit code and words on stderr, and an engine can print what a wrapper prints. So each start has a `secret`, which a
 * wrapper that fails tells and the engine never sees.
 */
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
  /** The descriptors by which what we write comes to the engine's stdin, and its stdout to us. */
  readonly input: number;
  readonly output: number;
  /**
   * The descriptor by which the wrapper takes `secret` and answers that it has got as far as the engine; null
   * if it has none.
   */
  readonly contact: number | null;
  /** A random text of letters and digits. */
  readonly secret: string;
  /** Under which name the process starts; null is that of its file. */
  readonly argv0: string | null;
  /** Descriptors above 2 that the engine shall not have though we have them. */
  readonly withheld: readonly number[];
}

/** As it is; where `setpriv` works, the engine also dies with us (it outlives an exec of the same process). */
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
    // Its complaints begin with this name, which is gone once it has become the engine.
    argv0: starterOf(secret),
    ...common,
  };
}

/** What a wrapper calls itself that cannot run the engine. */
const starter = 'plywire-start';
const starterOf = (secret: string): string => `${starter}-${secret}`;

/**
 * What a shell inside runs to become the engine. It takes the secret by the contact, where nothing is left of it for
 * the engine, keeps it in no variable, since these may be exported, and tells it where `exec` fails. Bash would leave
 * without its trap then, unless told otherwise.
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
 * In the sandbox, whose keeper dies with us and takes everything inside along. Bubblewrap is started without the
 * engine's variables, which could make it load code of the engine's outside; it reads them, with all its options, by a
 * descriptor, so that no list of processes shows them.
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
  // Bubblewrap's own processes keep its stdin and stdout as long as they run. Descriptors above 2 they close, so those
  // of the engine are among these, and it is seen when the engine closes one.
  const input = 3 + inputs.length;
  const output = input + 1;
  const contact = output + 1;
  const left = withheld.filter((descriptor) => descriptor > contact);
  return {
    command: bubblewrap.path,
    args: [
      ...['--args', '3', ...(bubblewrap.filter === null ? [] : ['--seccomp', '4'])],
      // It closes what it has read options from, and these hold none.
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

/** Processes of the wrapper's own that live beside the engine: bubblewrap's keeper and its first process. */
export const keepersOf = ({ wrapper }: Spawned): number => (wrapper === 'bwrap' ? 2 : 0);

/** How a process ended by itself. */
export interface Left {
  readonly exitCode: number | null;
  /** The wrapper answered by its contact; true where it has none. */
  readonly reached: boolean;
  /** The last lines of stderr. */
  readonly stderr: readonly string[];
}

/**
 * The system's word where a wrapper could not start the engine; null where the engine itself ran, whatever it said.
 */
export function wrapperFault(
  { wrapper, secret }: Pick<Spawned, 'wrapper' | 'secret'>,
  { exitCode, reached, stderr }: Left,
): string | null {
  if (wrapper === null || exitCode === null) return null;
  const after = (name: string): string | undefined =>
    stderr.find((text) => text.startsWith(`${name}: `))?.slice(name.length + 2);
  // All that was said was said by bubblewrap, about its own work.
  if (!reached) return stderr.at(-1) ?? `bubblewrap exited with code ${exitCode}`;
  const failed = wrapper === 'bwrap' ? stderr.includes(`${starter}: not started: ${secret}`) : true;
  const words = failed ? after(wrapper === 'bwrap' ? starter : starterOf(secret)) : undefined;
  if (words === undefined) return null;
  return /(no such file or directory|not found)$/i.test(words) ? 'ENOENT' : words;
}
