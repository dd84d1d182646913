/**
 * What can be found wrong with a launch before anything is started. The operating system's own answers
 * are too coarse ("ENOENT" for a script whose interpreter is missing), and a text file without a `#!`
 * line would silently be run by a shell.
 */
import { accessSync, closeSync, constants, openSync, readSync, statSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import type { LaunchPlan } from './launch.ts';

export type LaunchFinding =
  | { readonly kind: 'missing' | 'folder' | 'not a file' | 'not executable'; readonly file: string }
  | { readonly kind: 'unreadable'; readonly file: string; readonly code: string }
  | { readonly kind: 'empty' | 'plain text'; readonly file: string }
  | { readonly kind: 'batch words'; readonly file: string; readonly word: string }
  | { readonly kind: 'no interpreter'; readonly file: string; readonly interpreter: string }
  | { readonly kind: 'script interpreter'; readonly file: string; readonly interpreter: string }
  | { readonly kind: 'carriage return'; readonly file: string; readonly interpreter: string }
  | { readonly kind: 'no folder'; readonly folder: string };

/** Linux reads this much of a `#!` line (BINPRM_BUF_SIZE is 256); text is told from programs by as much. */
const headBytes = 512;

const byteOrderMark = Buffer.from('\ufeff');

function codeOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  return typeof code === 'string' ? code : 'unknown error';
}

function isProgram(file: string, platform: NodeJS.Platform): boolean {
  try {
    if (!statSync(file).isFile()) return false;
    if (platform !== 'win32') accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Finds a program as `execvp` does: by PATH when its name has no slash, else relative to `cwd`. */
export function findProgram(name: string, plan: Pick<LaunchPlan, 'env' | 'platform' | 'cwd'>): string | null {
  const windows = plan.platform === 'win32';
  const paths = windows ? win32 : posix;
  const variable = (wanted: string): string | undefined =>
    Object.entries(plan.env).find(([key]) => (windows ? key.toUpperCase() : key) === wanted)?.[1];
  const endings = windows ? ['', ...(variable('PATHEXT') ?? '.EXE;.COM').split(';')] : [''];
  const folders =
    name.includes('/') || (windows && name.includes('\\'))
      ? ['']
      : (variable('PATH') ?? '/usr/bin:/bin').split(paths.delimiter);
  for (const folder of folders) {
    for (const ending of endings) {
      const candidate = paths.resolve(plan.cwd, folder, name + ending);
      if (isProgram(candidate, plan.platform)) return candidate;
    }
  }
  return null;
}

/** The interpreter that a `#!` line names, looking through `env`; null when there is none to check. */
function shebang(line: string): { readonly path: string; readonly onPath: string | null } | null {
  const words = line
    .slice(2)
    .split(/[ \t]+/)
    .filter((word) => word !== '');
  const path = words[0];
  if (path === undefined) return null;
  if (posix.basename(path) !== 'env') return { path, onPath: null };
  // Assignments stand before the program, and so do flags, some of which take a word of their own.
  const rest = words.slice(1).filter((word) => word !== '-S' && word !== '-i' && !word.includes('='));
  const program = rest[0];
  return { path, onPath: program === undefined || program.startsWith('-') ? null : program };
}

function readHead(file: string): Buffer {
  const head = Buffer.alloc(headBytes);
  const descriptor = openSync(file, 'r');
  try {
    return head.subarray(0, readSync(descriptor, head, 0, headBytes, 0));
  } finally {
    closeSync(descriptor);
  }
}

/** The first line of a text file without its line end; null when it is not for an interpreter. */
function interpreterLine(head: Buffer): string | null {
  if (head[0] !== 0x23 || head[1] !== 0x21) return null;
  const end = head.indexOf(10);
  return head.toString('utf8', 0, end === -1 ? head.length : end);
}

/** The programs that a file's `#!` line names and that are there, `env` and what it runs; absolute. */
export function shebangOf(plan: LaunchPlan): readonly string[] {
  try {
    const line = interpreterLine(readHead(plan.file));
    const named = line === null ? null : shebang(line);
    return [named?.path ?? null, named?.onPath ?? null].flatMap((name) => {
      const found = name === null ? null : findProgram(name, plan);
      return found === null ? [] : [found];
    });
  } catch {
    return [];
  }
}

/** A file that is to run by itself on POSIX: a program, or a script whose interpreter is there. */
function checkHead(plan: LaunchPlan): LaunchFinding | null {
  const { file } = plan;
  let head: Buffer;
  try {
    head = readHead(file);
  } catch {
    // A program may be executable and not readable; then there is nothing to look at.
    return null;
  }
  if (head.length === 0) return { kind: 'empty', file };
  const line = interpreterLine(head);
  if (line === null) {
    // A byte order mark hides the `#!` from the kernel.
    const text = head[0]! < 0x80 || head.subarray(0, 3).equals(byteOrderMark);
    return text && !head.includes(0) ? { kind: 'plain text', file } : null;
  }
  const named = shebang(line.replace(/\r$/, ''));
  if (named === null) return { kind: 'script interpreter', file, interpreter: '' };
  if (line.endsWith('\r')) return { kind: 'carriage return', file, interpreter: named.path };
  for (const interpreter of [named.path, named.onPath]) {
    if (interpreter === null) continue;
    const found = interpreter === named.path ? posix.resolve(plan.cwd, interpreter) : interpreter;
    if (findProgram(found, plan) === null) return { kind: 'script interpreter', file, interpreter };
  }
  return null;
}

/** The first thing that would keep this plan from starting; null when nothing is known against it. */
export function inspectLaunch(plan: LaunchPlan): LaunchFinding | null {
  const { file, interpreter } = plan;
  try {
    const stat = statSync(file);
    if (stat.isDirectory()) return { kind: 'folder', file };
    if (!stat.isFile()) return { kind: 'not a file', file };
    if (interpreter !== null) accessSync(file, constants.R_OK);
  } catch (error) {
    const code = codeOf(error);
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? { kind: 'missing', file }
      : { kind: 'unreadable', file, code };
  }
  if (!isFolder(plan.cwd)) return { kind: 'no folder', folder: plan.cwd };
  if (plan.unsafe !== null) return { kind: 'batch words', file, word: plan.unsafe };
  if (interpreter !== null) {
    return findProgram(interpreter, plan) === null ? { kind: 'no interpreter', file, interpreter } : null;
  }
  if (plan.platform === 'win32') return null;
  try {
    accessSync(file, constants.X_OK);
  } catch {
    return { kind: 'not executable', file };
  }
  return checkHead(plan);
}
