/** Finds the files and folders that a launch needs, so that a sandbox can show them. */
import { existsSync, lstatSync, readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { findProgram, shebangOf } from '../launch/check.ts';
import type { LaunchPlan } from '../launch/launch.ts';
import {
  homeOfEnvironment,
  installationOf,
  isCommon,
  shimOf,
  usualInterpreters,
  type Lookup,
} from './interpreters.ts';
import { isWithin, ownFolders, type Bubblewrap, type Places } from './sandbox.ts';

/** The limit of Linux itself. */
const linkLimit = 40;

/** Whether a path leads through one of these folders, which are given by their real paths. */
function leadsThrough(folders: readonly string[], path: string): boolean {
  const words = path.split('/');
  let links = 0;
  let at = '/';
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const next = posix.join(at, word);
    if (folders.some((folder) => isWithin(next, folder))) return true;
    const target = linkTarget(next);
    if (target === null) at = next;
    else if (++links > linkLimit) return false;
    else {
      words.unshift(...target.split('/'));
      if (posix.isAbsolute(target)) at = '/';
    }
  }
  return false;
}

/** Null if there is no link at this path. */
function linkTarget(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

/**
 * A path, each link on its way, and its real path.
 * @param changeable real paths of folders in which an engine may have put links: the names end where one is reached
 */
function namesOf(path: string, changeable: readonly string[] = []): string[] {
  const names: string[] = [];
  try {
    for (let at = path; ; at = posix.resolve(posix.dirname(at), readlinkSync(at))) {
      if (leadsThrough(changeable, posix.dirname(at))) return names;
      names.push(at);
      if (names.length >= linkLimit || !lstatSync(at).isSymbolicLink()) break;
    }
    names.push(realpathSync(path));
  } catch {
    // A broken link is reported when the engine starts.
  }
  return [...new Set(names)];
}

/** Null for a broken link. */
export function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Who chose an interpreter: the user, by a setting or PATH, or the engine's own files. */
type ChosenBy = 'of the user' | 'of the engine';

/** Collects what to show for each interpreter: a list of paths, the widest first. */
class Interpreters {
  readonly shown = new Map<string, readonly string[]>();
  readonly #lookup: Lookup;
  readonly #changeable: readonly string[];
  /** By the folder of a program, since most programs are in a few folders. */
  readonly #installations = new Map<string, string | null>();

  /** @param changeable as of `namesOf` */
  constructor(lookup: Lookup, changeable: readonly string[]) {
    this.#lookup = lookup;
    this.#changeable = changeable;
  }

  /**
   * Adds a program. If the engine's files chose it, only an installation is shown, so that an engine cannot expose a
   * folder or script of the user by naming it.
   */
  add(program: string, chosenBy: ChosenBy): void {
    const chosen = chosenBy === 'of the user' ? namesOf(program, this.#changeable) : [];
    for (const name of namesOf(program)) {
      const { home } = this.#lookup;
      const installation = this.installationOf(name);
      if (installation !== null) {
        this.shown.set(name, [installation, name]);
        const base = homeOfEnvironment(installation);
        const below = base === null ? null : installationOf(posix.join(base, 'python'), home);
        if (below !== null) this.shown.set(below, [below]);
      } else if (chosen.includes(name)) this.shown.set(name, [...this.#around(name), name]);
    }
  }

  /** As the function `installationOf`, but examines each folder once. */
  installationOf(program: string): string | null {
    const folder = posix.dirname(program);
    const known = this.#installations.get(folder);
    if (known !== undefined) return known;
    const found = installationOf(program, this.#lookup.home);
    this.#installations.set(folder, found);
    return found;
  }

  /** Adds and returns the program that a shim runs; null if `path` is not a shim. */
  through(path: string, chosenBy: ChosenBy, next: () => string | null): string | null {
    const shim = shimOf(path, this.#lookup);
    if (shim === 'none') return null;
    const program = shim.program ?? next();
    if (program !== null) this.add(program, chosenBy);
    return program;
  }

  /** Folders that an unknown interpreter may need: its own and, if that is a `bin`, the parent. */
  #around(program: string): readonly string[] {
    const { home } = this.#lookup;
    const folder = posix.dirname(program);
    const hidden = home !== null && isWithin(folder, home) && folder.slice(home.length).includes('/.');
    const folders = posix.basename(folder) === 'bin' ? [posix.dirname(folder), folder] : [folder];
    return hidden ? [] : folders.filter((one) => !isCommon(one, home));
  }
}

const isShims = (folder: string): boolean =>
  posix.basename(folder) === 'shims' || folder.endsWith('/.cargo/bin');

/**
 * PATH inside the sandbox: before each folder of shims come the folders of the programs that they run. Also adds every
 * installation on PATH, since scripts start interpreters by name.
 * @param wanted the program that this launch itself looks for on PATH; null if none
 */
function pathInside(
  plan: LaunchPlan,
  wanted: string | null,
  interpreters: Interpreters,
  system: readonly string[],
): readonly string[] {
  const folders = [...new Set((plan.env['PATH'] ?? '').split(':'))];
  const programs = new Set(wanted === null ? usualInterpreters : [wanted, ...usualInterpreters]);
  return folders.flatMap((folder, index) => {
    if (!posix.isAbsolute(folder) || system.some((one) => isWithin(folder, one))) return [folder];
    const real = new Set<string>();
    const names = new Set(listOf(folder));
    for (const name of [...programs].filter((one) => names.has(one))) {
      const path = posix.join(folder, name);
      const after = (): string | null =>
        onPath(
          name,
          plan,
          folders.slice(index + 1).filter((one) => !isShims(one)),
        );
      const program = interpreters.through(path, 'of the user', after);
      if (program !== null) real.add(posix.dirname(program));
      else if (interpreters.installationOf(path) !== null) interpreters.add(path, 'of the engine');
    }
    return [...real, folder];
  });
}

/** The name to look up on PATH: the chosen interpreter, or that of an `env` in the first line. */
function wantedOnPath(plan: LaunchPlan): string | null {
  const { interpreter } = plan;
  if (interpreter !== null) return interpreter.includes('/') ? null : interpreter;
  const found = shebangOf(plan)?.onPath ?? null;
  return found === null ? null : posix.basename(found);
}

const onPath = (name: string, plan: LaunchPlan, folders: readonly string[]): string | null =>
  findProgram(name, { ...plan, env: { PATH: folders.join(':') } });

function listOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Common names of virtual environments beside a script. */
const environmentNames = ['venv', '.venv', 'env', '.env'];

/**
 * The places of a plan that `inspectLaunch` has accepted. No link is followed that lies where the engine can write: it
 * may have put it there in an earlier run, and may change it at any time in another one. What lies there is shown with
 * its folder.
 * @param writable whether the engine may write to its working folder
 * @param scratch the folder of all scratch folders; null if they are not on disk
 */
export function placesOf(
  plan: LaunchPlan,
  bubblewrap: Bubblewrap,
  { writable, scratch }: { readonly writable: boolean; readonly scratch: string | null },
): Places {
  const { system } = bubblewrap;
  const own = namesOf(plan.cwd);
  const changeable = [
    ...(writable ? ownFolders(own, bubblewrap) : []),
    ...(scratch === null ? [] : [scratch]),
  ]
    .map(realPath)
    .filter((folder) => folder !== null);
  const home = plan.env['HOME'];
  const known = home !== undefined && posix.isAbsolute(home) && home !== '/' && isFolder(home) ? home : null;
  const interpreters = new Interpreters({ cwd: plan.cwd, env: plan.env, home: known }, changeable);
  const paths = pathInside(plan, wantedOnPath(plan), interpreters, system);
  const inside = { ...plan, env: { ...plan.env, PATH: paths.join(':') } };
  const file = posix.resolve(plan.cwd, plan.file);
  const files = namesOf(file, changeable);
  /** The program that actually runs: that of a shim, else `path` itself. Adds it to what is shown. */
  const real = (path: string, chosenBy: ChosenBy): string => {
    const program = interpreters.through(path, chosenBy, () => null);
    if (program === null) interpreters.add(path, chosenBy);
    return program ?? path;
  };

  let command = file;
  let before: readonly string[] = [];
  if (plan.interpreter !== null)
    command = real(findProgram(plan.interpreter, inside) ?? plan.interpreter, 'of the user');
  else {
    const shim = interpreters.through(file, 'of the user', () => null);
    if (shim !== null) command = shim;
    const line = shebangOf(inside);
    if (line?.onPath) real(line.onPath, 'of the user');
    else if (line !== null) {
      const known = (plan.env['PATH'] ?? '').split(':').includes(posix.dirname(line.path));
      const program = real(line.path, known ? 'of the user' : 'of the engine');
      if (program !== line.path) {
        command = program;
        before = [...(line.argument === '' ? [] : [line.argument]), file];
      }
    }
  }
  for (const folder of new Set([posix.dirname(file), plan.cwd])) {
    for (const name of environmentNames) {
      const python = posix.join(folder, name, 'bin', 'python');
      if (existsSync(posix.join(folder, name, 'pyvenv.cfg'))) interpreters.add(python, 'of the engine');
    }
  }
  const named = plan.args.filter(
    (arg) => posix.isAbsolute(arg) && existsSync(arg) && !leadsThrough(changeable, arg),
  );
  return {
    command,
    before,
    files,
    interpreters: [...interpreters.shown.values()],
    path: plan.env['PATH'] === undefined ? null : paths.join(':'),
    named: [...new Set(named.flatMap((path) => namesOf(path)))],
    own,
    home: known,
  };
}
