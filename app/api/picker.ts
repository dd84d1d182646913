/**
 * Lets a client choose a file without naming a path: it lists folders below the allowed roots and gives each entry an
 * id that is valid only here. Each use of an id checks again that the path, with links followed, lies below a root.
 */
import { randomBytes } from 'node:crypto';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { byNumber } from '../library/natural-order.ts';
import { Refused } from '../shapes/refused.ts';
import { proposeInterpreter } from '../sessions/launch/propose.ts';
import type { FileEntry, Folder } from './contract.ts';
import { runsByItself } from './way-to-run.ts';

/** Maximum number of entries per folder: users do not scroll through longer lists, and the window has a filter. */
export const entryLimit = 2000;

/** Maximum number of ids kept: enough for browsing many large folders, in a few megabytes. */
const idLimit = 100_000;

export class Picker {
  readonly #roots: readonly string[];
  readonly #paths = new Map<string, string>();
  readonly #ids = new Map<string, string>();
  /** Files that the user chose in the system's dialog or dropped, with links followed. */
  readonly #admitted = new Set<string>();
  /** Where the user wants a file to be written, by the system's dialog. */
  readonly #targets = new Set<string>();

  /** @param roots absolute folders; a root below another one is left out */
  constructor(roots: readonly string[]) {
    const unique = [...new Set(roots)];
    this.#roots = unique.filter((root) => !unique.some((other) => other !== root && isBelow(root, other)));
  }

  roots(): { id: string; name: string }[] {
    return this.#roots.map((root) => ({ id: this.idOf(root), name: root }));
  }

  /** @throws Refused if the id is unknown, or the folder is not allowed or cannot be read */
  async list(id: string): Promise<Folder> {
    const path = await this.path(id);
    const names = await readdir(path, { withFileTypes: true }).catch((error: Error) => {
      throw new Refused(`The folder ${path} cannot be read: ${error.message}.`, 'Choose another folder.');
    });
    const sorted = names
      .map((entry) => ({ name: entry.name, kind: entry.isDirectory() ? 'folder' : 'file' }))
      .sort(asListed);
    const shown = sorted.slice(0, entryLimit).map(({ name }) => this.#entry(path, name));
    // Sorted again, since links to folders are recognized only now.
    const entries = (await Promise.all(shown)).filter((entry) => entry !== null).sort(asListed);
    const isRoot = this.#roots.includes(path);
    return {
      id,
      path,
      parent: isRoot ? null : this.idOf(dirname(path)),
      entries,
      omitted: Math.max(0, sorted.length - entryLimit),
    };
  }

  /**
   * Admits a file that the user chose outside the page, at any path.
   * @throws Refused if there is no such file
   */
  async admit(path: string): Promise<FileEntry> {
    const entry = await this.#entry(dirname(path), basename(path));
    if (entry === null || entry.kind !== 'file') {
      throw new Refused(
        entry === null
          ? `The file ${basename(path)} does not exist, or is a device.`
          : `${basename(path)} is a folder, not a file.`,
        'Choose a file.',
      );
    }
    this.#admitted.add(await realpath(path));
    return entry;
  }

  /** Admits a file that the user chose in an earlier run, if it still exists. */
  async readmit(path: string): Promise<void> {
    const real = await realpath(path).catch(() => null);
    if (real !== null) this.#admitted.add(real);
  }

  /** Admits a path that the user chose for a file to be written. @returns its id */
  admitTarget(path: string): string {
    this.#targets.add(path);
    return this.idOf(path);
  }

  /** The path of a file to be written, which may not exist yet. @throws Refused as `path` does */
  async target(id: string): Promise<string> {
    const path = this.#paths.get(id);
    return path !== undefined && this.#targets.has(path) ? path : this.path(id);
  }

  /** The path of an id, with links not followed. @throws Refused if it is unknown, missing or not allowed */
  async path(id: string): Promise<string> {
    const path = this.#paths.get(id);
    if (path === undefined) throw new Refused('That file is unknown.', 'Open the list of files again.');
    const real = await realpath(path).catch(() => {
      throw new Refused(`The file ${basename(path)} no longer exists.`, 'Open the list of files again.');
    });
    if (!this.#admitted.has(real) && !(await this.#allowed(real))) {
      throw new Refused(`The file ${basename(path)} is outside the allowed folders.`, 'Choose another file.');
    }
    return path;
  }

  /**
   * Whether a path could have been picked here: it exists, and both as written and with links followed it lies below a
   * root or was admitted. Reveals nothing about other paths, not even whether they exist.
   */
  async reaches(path: string): Promise<boolean> {
    const plain = resolve(path);
    if (!this.#admitted.has(plain) && !(await this.#allowed(plain))) return false;
    const real = await realpath(plain).catch(() => null);
    return real !== null && (this.#admitted.has(real) || (await this.#allowed(real)));
  }

  async #allowed(path: string): Promise<boolean> {
    const real = await Promise.all(this.#roots.map((root) => realpath(root).catch(() => root)));
    return [...this.#roots, ...real].some((root) => path === root || isBelow(path, root));
  }

  async #entry(folder: string, name: string): Promise<FileEntry | null> {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (!found || !(found.isFile() || found.isDirectory())) return null;
    const kind = found.isDirectory() ? 'folder' : 'file';
    const executable = kind === 'file' && (await runsByItself(path));
    const interpreter =
      kind === 'file' && !executable ? (proposeInterpreter(name)?.interpreter ?? null) : null;
    return { id: this.idOf(path), name, kind, executable, interpreter };
  }

  /** The id of a path, which says nothing about whether it may be used. */
  idOf(path: string): string {
    const known = this.#ids.get(path);
    if (known !== undefined) return known;
    if (this.#ids.size >= idLimit) {
      this.#ids.clear();
      this.#paths.clear();
    }
    const id = `f-${randomBytes(9).toString('hex')}`;
    this.#ids.set(path, id);
    this.#paths.set(id, path);
    return id;
  }
}

function isBelow(path: string, root: string): boolean {
  return path.startsWith(root.endsWith(sep) ? root : root + sep);
}

type Row = Pick<FileEntry, 'name'> & { readonly kind: string };

/** By convention, names that begin with a dot are hidden. */
export const isHidden = ({ name }: Pick<FileEntry, 'name'>): boolean => name.startsWith('.');

/** Visible entries before hidden ones, which a long list thus omits first; folders before files; then by name. */
const asListed = (a: Row, b: Row): number =>
  Number(isHidden(a)) - Number(isHidden(b)) ||
  Number(a.kind === 'file') - Number(b.kind === 'file') ||
  byNumber(a.name, b.name);
