/** Confines one engine: the wrapper that it is spawned in, and the watch over its resources. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { inspectLaunch, type LaunchFinding } from '../launch/check.ts';
import { confine, confineInSandbox, keepersOf, wrapperFault, type Left, type Spawned } from './confine.ts';
import { noConfinement, type Confinement } from './confinement.ts';
import { inheritedDescriptors } from './descriptors.ts';
import type { Confined } from '../ending/confined-words.ts';
import type { Cause } from '../ending/endings.ts';
import type { LaunchPlan } from '../launch/launch.ts';
import { pathsIn } from './named-paths.ts';
import { placesOf, realPath } from './places.ts';
import { foldersInMemory, isWithin, mountsFor, scratchPath } from './sandbox.ts';
import { scratchFolder } from './scratch.ts';
import type { Launch } from '../types.ts';
import { sizeAtOnce } from '../watch/folder-size.ts';
import { defaultProcessLimits, defaultScratchBytes, type ProcessLimits } from '../watch/limits.ts';
import { systemWatchdog, type LimitPassed, type Watchdog } from '../watch/watchdog.ts';

export interface GuardOptions {
  /** The means of confinement of this system; none if absent. */
  readonly confinement?: Confinement;
  readonly limits?: ProcessLimits;
  readonly watchdog?: Watchdog;
}

export class Guard {
  readonly #plan: LaunchPlan;
  readonly #launch: Launch;
  readonly #options: GuardOptions;
  #spawned: Spawned | null = null;
  #scratch: string | null = null;
  #memoryFolders: readonly string[] = [];
  /** Folders and files that the engine can see. */
  #shown: readonly string[] = [];
  #unwatch: () => void = () => {};

  constructor(plan: LaunchPlan, launch: Launch, options: GuardOptions) {
    this.#plan = plan;
    this.#launch = launch;
    this.#options = options;
  }

  /** What to spawn, or why nothing can be spawned. */
  prepare(): { readonly spawned: Spawned } | { readonly cause: Cause } {
    // Checked before wrapping, since a wrapper turns each fault into an exit code.
    const finding = inspectLaunch(this.#plan);
    if (finding !== null) return { cause: { kind: 'launch', finding } };
    const { setpriv, sandbox, scratch } = this.#options.confinement ?? noConfinement;
    if (this.#launch.sandbox && !sandbox.runs)
      return { cause: { kind: 'sandbox', lack: sandbox.lack, ...this.#flag } };
    const withheld = inheritedDescriptors();
    const secret = randomBytes(8).toString('hex');
    if (!this.#launch.sandbox || !sandbox.runs)
      this.#spawned = confine(this.#plan, { setpriv }, secret, withheld);
    else {
      const { cwd, env } = this.#plan;
      const { bubblewrap } = sandbox;
      this.#scratch = scratch === null ? null : scratchFolder(scratch, this.#launch);
      const full = this.#scratch === null ? null : this.#fullness(this.#scratch);
      if (full !== null) return { cause: { kind: 'launch', finding: full } };
      const writable = this.#launch.writesFolder === true;
      const places = placesOf(this.#plan, bubblewrap, { writable, scratch });
      const grants = { cwd, env, writable, scratch: this.#scratch };
      this.#memoryFolders = foldersInMemory(places, grants);
      this.#shown = [
        ...['/proc', '/dev', scratchPath, ...bubblewrap.system],
        ...mountsFor(places, bubblewrap, grants.writable).map(({ path }) => path),
      ];
      const file = posix.resolve(cwd, this.#plan.file);
      const target = realPath(file);
      if (writable && target !== null && !this.#shows(target))
        return { cause: { kind: 'launch', finding: { kind: 'leads out', file, target, folder: cwd } } };
      this.#spawned = confineInSandbox(this.#plan, places, grants, bubblewrap, secret, withheld);
    }
    return { spawned: this.#spawned };
  }

  /** What confines the engine, as a note for its journal; null if nothing does. */
  get note(): string | null {
    if (!this.encloses) return null;
    const own = this.#launch.writesFolder === true ? ' and its own folder' : '';
    const kept = this.#scratch === null ? 'memory' : `memory and ${this.#scratch} (HOME and TMPDIR)`;
    return `in the sandbox: no network, and nothing to write in but ${kept}${own}`;
  }

  /** The engine's scratch folder on disk; null if it has none. */
  get scratch(): string | null {
    return this.#scratch;
  }

  /** Whether all processes of the engine end with it. */
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

  /** What the sandbox denied the engine, judging by its stderr; null without a sandbox. */
  confined(complaints: readonly string[]): Confined | null {
    if (!this.encloses) return null;
    const hidden = complaints.flatMap(pathsIn).map((path) => posix.resolve(this.#plan.cwd, path));
    return {
      hidden:
        hidden.find((path) => !this.#shows(path) && !this.#isOfItsOwn(path) && existsSync(path)) ?? null,
      ...this.#flag,
    };
  }

  /** An engine whose scratch folder is full already would be killed soon, in the middle of a game. */
  #fullness(folder: string): LaunchFinding | null {
    const limit = this.#options.limits?.scratchBytes ?? defaultScratchBytes;
    const bytes = sizeAtOnce(folder, limit);
    return bytes > limit ? { kind: 'full', folder, bytes, limit } : null;
  }

  get #flag(): { readonly flag?: string } {
    const flag = this.#options.confinement?.flag;
    return flag === undefined ? {} : { flag };
  }

  #shows(path: string): boolean {
    return this.#shown.some((folder) => isWithin(path, folder));
  }

  /** Whether the engine has an empty folder of its own at this path, or a part of it: no setting shows the other one. */
  #isOfItsOwn(path: string): boolean {
    return this.#memoryFolders.some((folder) => isWithin(folder, path));
  }

  /** The system's error if the wrapper could not start the engine; null if the engine itself ran. */
  fault(left: Left): string | null {
    return this.#spawned && wrapperFault(this.#spawned, left);
  }
}
