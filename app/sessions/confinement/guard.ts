/** What holds one engine: the wrapper it is spawned in, and the watch over what it takes of the machine. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { inspectLaunch } from '../launch/check.ts';
import { confine, confineInSandbox, keepersOf, wrapperFault, type Left, type Spawned } from './confine.ts';
import { noConfinement, type Confinement } from './confinement.ts';
import { inheritedDescriptors } from './descriptors.ts';
import type { Confined } from '../ending/confined-words.ts';
import type { Cause } from '../ending/endings.ts';
import type { LaunchPlan } from '../launch/launch.ts';
import { placesOf } from './places.ts';
import { foldersInMemory, isWithin, mountsFor, scratchPath } from './sandbox.ts';
import { scratchFolder } from './scratch.ts';
import type { Launch } from '../types.ts';
import { defaultProcessLimits, type ProcessLimits } from '../watch/limits.ts';
import { systemWatchdog, type LimitPassed, type Watchdog } from '../watch/watchdog.ts';

export interface GuardOptions {
  /** What this system confines engines with; nothing where it is not given. */
  readonly confinement?: Confinement;
  readonly limits?: ProcessLimits;
  readonly watchdog?: Watchdog;
}

/** Characters of a complaint that are looked through for paths, and paths of it that are looked up. */
const most = { characters: 2000, paths: 20 } as const;

/** What looks like a path in a text: a word with a slash that is none of an address. */
const pathsIn = (text: string): readonly string[] =>
  (text.slice(0, most.characters).match(/[^\s'"`:,;()<>[\]]*\/[^\s'"`:,;()<>[\]]+/g) ?? [])
    .filter((path) => !path.startsWith('//'))
    .slice(0, most.paths);

export class Guard {
  readonly #plan: LaunchPlan;
  readonly #launch: Launch;
  readonly #options: GuardOptions;
  #spawned: Spawned | null = null;
  #scratch: string | null = null;
  #memoryFolders: readonly string[] = [];
  /** Folders and files that the engine sees. */
  #shown: readonly string[] = [];
  #unwatch: () => void = () => {};

  constructor(plan: LaunchPlan, launch: Launch, options: GuardOptions) {
    this.#plan = plan;
    this.#launch = launch;
    this.#options = options;
  }

  /** What is to be spawned, or why nothing can be. */
  prepare(): { readonly spawned: Spawned } | { readonly cause: Cause } {
    // Before it is wrapped: a wrapper turns every fault into an exit code.
    const finding = inspectLaunch(this.#plan);
    if (finding !== null) return { cause: { kind: 'launch', finding } };
    const { setpriv, sandbox, scratch } = this.#options.confinement ?? noConfinement;
    if (this.#launch.sandbox && !sandbox.runs) return { cause: { kind: 'sandbox', lack: sandbox.lack } };
    const withheld = inheritedDescriptors();
    const secret = randomBytes(8).toString('hex');
    if (!this.#launch.sandbox || !sandbox.runs)
      this.#spawned = confine(this.#plan, { setpriv }, secret, withheld);
    else {
      const { cwd, env } = this.#plan;
      const { bubblewrap } = sandbox;
      this.#scratch = scratch === null ? null : scratchFolder(scratch, this.#launch);
      const places = placesOf(this.#plan, bubblewrap.system);
      const grants = { cwd, env, writable: this.#launch.writesFolder === true, scratch: this.#scratch };
      this.#memoryFolders = foldersInMemory(places, grants);
      this.#shown = [
        ...['/proc', '/dev', scratchPath, ...bubblewrap.system],
        ...mountsFor(places, bubblewrap, grants.writable).map(({ path }) => path),
      ];
      this.#spawned = confineInSandbox(this.#plan, places, grants, bubblewrap, secret, withheld);
    }
    return { spawned: this.#spawned };
  }

  /** What confines it, for its journal; null where nothing does. */
  get note(): string | null {
    if (!this.encloses) return null;
    const own = this.#launch.writesFolder === true ? ' and its own folder' : '';
    const kept = this.#scratch === null ? 'memory' : `memory and ${this.#scratch} (HOME and TMPDIR)`;
    return `in the sandbox: no network, and nothing to write in but ${kept}${own}`;
  }

  /** The engine's scratch folder on the disk; null where it has none. */
  get scratch(): string | null {
    return this.#scratch;
  }

  /** Nothing that the engine starts outlives it. */
  get encloses(): boolean {
    return this.#spawned?.wrapper === 'bwrap';
  }

  watch(root: number, onPassed: (passed: LimitPassed) => void): void {
    this.#unwatch = (this.#options.watchdog ?? systemWatchdog()).watch({
      root,
      limits: this.#options.limits ?? defaultProcessLimits,
      keepers: this.#spawned === null ? 0 : keepersOf(this.#spawned),
      scratch: this.#scratch,
      memoryFolders: this.#memoryFolders,
      onPassed,
    });
  }

  release(): void {
    this.#unwatch();
  }

  /** What it did without in the sandbox, by what it complained of; null where it ran in none. */
  confined(complaints: readonly string[]): Confined | null {
    if (!this.encloses) return null;
    const hidden = complaints.flatMap(pathsIn).map((path) => posix.resolve(this.#plan.cwd, path));
    return { hidden: hidden.find((path) => !this.#shows(path) && existsSync(path)) ?? null };
  }

  #shows(path: string): boolean {
    return this.#shown.some((folder) => isWithin(path, folder));
  }

  /** The system's word where what wraps the engine could not start it; null where the engine itself ran. */
  fault(left: Left): string | null {
    return this.#spawned && wrapperFault(this.#spawned, left);
  }
}
