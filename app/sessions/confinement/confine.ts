/** What is really spawned for a plan: the plan itself, or a wrapper that runs it. Pure. */
import type { Confinement } from './confinement.ts';
import type { LaunchPlan } from '../launch/launch.ts';
import { sandboxArgs, type Bubblewrap, type Places } from './sandbox.ts';

export interface Spawned {
  readonly command: string;
  readonly args: readonly string[];
  /** The wrapper's name, as its own complaints begin; null where the engine is spawned itself. */
  readonly wrapper: 'setpriv' | 'bwrap' | null;
}

/** As it is; where `setpriv` works, the engine also dies with us (it outlives an exec of the same process). */
export function confine(plan: LaunchPlan, { setpriv }: Pick<Confinement, 'setpriv'>): Spawned {
  const { command, args } = plan;
  if (setpriv === null) return { command, args, wrapper: null };
  return { command: setpriv, args: ['--pdeathsig', 'KILL', '--', command, ...args], wrapper: 'setpriv' };
}

/** In the sandbox, whose keeper dies with us and takes everything inside along. */
export function confineInSandbox(plan: LaunchPlan, places: Places, bubblewrap: Bubblewrap): Spawned {
  return {
    command: bubblewrap.path,
    args: sandboxArgs(places, plan.cwd, plan.args, bubblewrap),
    wrapper: 'bwrap',
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
  { wrapper }: Spawned,
  exitCode: number | null,
  stderr: readonly string[],
): string | null {
  if (wrapper === null || ![1, 126, 127].includes(exitCode ?? 0)) return null;
  const line = stderr.find((text) => text.startsWith(`${wrapper}: `));
  if (line === undefined) return null;
  const words = line.slice(wrapper.length + 2);
  return words.endsWith(': No such file or directory') ? 'ENOENT' : words;
}
