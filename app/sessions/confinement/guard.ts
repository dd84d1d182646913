/** What holds one engine: the wrapper it is spawned in, and the watch over what it takes of the machine. */
import { inspectLaunch } from '../launch/check.ts';
import { confine, confineInSandbox, keepersOf, wrapperFault, type Spawned } from './confine.ts';
import { noConfinement, type Confinement } from './confinement.ts';
import type { Cause } from '../ending/endings.ts';
import type { LaunchPlan } from '../launch/launch.ts';
import { placesOf } from './places.ts';
import type { Status } from '../status.ts';
import { defaultProcessLimits, type ProcessLimits } from '../watch/limits.ts';
import { systemWatchdog, type LimitPassed, type Watchdog } from '../watch/watchdog.ts';

export interface GuardOptions {
  /** What this system confines engines with; nothing where it is not given. */
  readonly confinement?: Confinement;
  readonly limits?: ProcessLimits;
  readonly watchdog?: Watchdog;
}

export class Guard {
  readonly #plan: LaunchPlan;
  readonly #sandbox: boolean;
  readonly #options: GuardOptions;
  #spawned: Spawned = { command: '', args: [], wrapper: null };
  #unwatch: () => void = () => {};

  /** @param sandbox the engine runs in a sandbox or not at all */
  constructor(plan: LaunchPlan, sandbox: boolean, options: GuardOptions) {
    this.#plan = plan;
    this.#sandbox = sandbox;
    this.#options = options;
  }

  /** What is to be spawned, or why nothing can be. */
  prepare(): { readonly spawned: Spawned } | { readonly cause: Cause } {
    // Before it is wrapped: a wrapper turns every fault into an exit code.
    const finding = inspectLaunch(this.#plan);
    if (finding !== null) return { cause: { kind: 'launch', finding } };
    const { setpriv, sandbox } = this.#options.confinement ?? noConfinement;
    if (!this.#sandbox) this.#spawned = confine(this.#plan, { setpriv });
    else if (!sandbox.runs) return { cause: { kind: 'sandbox', lack: sandbox.lack } };
    else this.#spawned = confineInSandbox(this.#plan, placesOf(this.#plan), sandbox.bubblewrap);
    return { spawned: this.#spawned };
  }

  /** Nothing that the engine starts outlives it. */
  get encloses(): boolean {
    return this.#spawned.wrapper === 'bwrap';
  }

  watch(root: number, onPassed: (passed: LimitPassed) => void): void {
    this.#unwatch = (this.#options.watchdog ?? systemWatchdog()).watch({
      root,
      limits: this.#options.limits ?? defaultProcessLimits,
      keepers: keepersOf(this.#spawned),
      onPassed,
    });
  }

  release(): void {
    this.#unwatch();
  }

  /** Why the process ended that nobody had ended. `opening` is what opens a conversation, in words. */
  blame({ opened, lastHeard, stderrTail, exit }: Status, opening: string): Cause {
    const { file, platform } = this.#plan;
    const fault = wrapperFault(this.#spawned, exit?.exitCode ?? null, stderrTail);
    if (lastHeard === null && fault !== null) return { kind: 'spawn', file, code: fault };
    return { kind: 'exited', opened, opening, sandbox: this.#sandbox, file, platform };
  }
}
