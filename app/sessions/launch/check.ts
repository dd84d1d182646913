/**
 * Checks a launch before anything is started. The operating system's errors are too coarse ("ENOENT" for a script whose
 * interpreter is missing), and a text file without a `#!` line would silently be run by a shell.
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
  | { readonly kind: 'no folder'; readonly folder: string }
  /** A link to `target`, in the folder that the engine may write to. */
  | { readonly kind: 'leads out'; readonly file: string; readonly target: string; readonly folder: string }
  /** A scratch folder that exceeds its limit before the engine has written anything. */
  | { readonly kind: 'full'; readonly folder: string; readonly bytes: number; readonly limit: number };

/** Bytes read to distinguish text from programs. */
const headBytes = 512;
/** Bytes of a `#!` line that Linux reads (BINPRM_BUF_SIZE). */
const shebangBytes = 256;

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

/** Finds a program as `execvp` does: on PATH if its name has no slash, else relative to `cwd`. */
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

interface Shebang {
  readonly path: string;
  /** Everything after the path, trimmed. */
  readonly argument: string;
  /** The program that `env` finds on PATH; null for other interpreters, or if it cannot be determined. */
  readonly onPath: string | null;
}

/**
 * Parses a `#!` line as the kernel does (fs/binfmt_script.c): a path without blanks, and everything after it as one
 * argument.
 * @returns null if it names no interpreter
 */
function shebang(line: string): Shebang | null {
  const found = /^#![ \t]*([^ \t\0]+)[ \t]*([^\0]*?)[ \t]*(?:\0.*)?$/s.exec(line);
  if (found === null) return null;
  const [, path, argument] = found as unknown as [string, string, string];
  return { path, argument, onPath: posix.basename(path) === 'env' ? programOfEnv(argument) : null };
}

/**
 * The program that `env` with this single argument looks up on PATH. With -S, `env` splits the argument itself. Null if
 * that involves more than blanks (quotes, escapes, variables), or if PATH is changed.
 */
function programOfEnv(argument: string): string | null {
  if (argument === '' || (!argument.startsWith('-') && argument.includes('='))) return null;
  const split = /^(?:-S|--split-string=)(.*)$/s.exec(argument)?.[1];
  if (split === undefined) return argument.startsWith('-') ? null : argument;
  if (/["'\\$#]/.test(split)) return null;
  const words = split.split(/[ \t]+/).filter((word) => word !== '');
  // -i and a lone dash clear the environment, including PATH; other options do not affect the program.
  const program = words.find((word) => !/^[A-Za-z_]\w*=/.test(word));
  if (program === undefined || program.startsWith('-')) return null;
  return words.some((word) => word.startsWith('PATH=')) ? null : program;
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

/** The first line of a script without its line end; null if it does not begin with `#!`. */
function interpreterLine(head: Buffer): string | null {
  if (head[0] !== 0x23 || head[1] !== 0x21) return null;
  const end = head.indexOf(10);
  return head.toString(
    'utf8',
    0,
    end === -1 ? Math.min(head.length, shebangBytes) : Math.min(end, shebangBytes),
  );
}

/** The `#!` line of a plan's file with absolute paths; null if there is none or it names no interpreter. */
export function shebangOf(plan: LaunchPlan): Shebang | null {
  try {
    const line = interpreterLine(readHead(plan.file));
    const named = line === null ? null : shebang(line);
    if (named === null) return null;
    const onPath = named.onPath === null ? null : findProgram(named.onPath, plan);
    return { ...named, path: posix.resolve(plan.cwd, named.path), onPath };
  } catch {
    return null;
  }
}

/** Checks a file that POSIX must run directly: a program, or a script whose interpreter exists. */
function checkHead(plan: LaunchPlan): LaunchFinding | null {
  const { file } = plan;
  let head: Buffer;
  try {
    head = readHead(file);
  } catch {
    // A program may be executable but not readable.
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

/** The first fault that would keep this plan from starting; null if none is found. */
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
