/** Engines whose program is an interpreter, such as `node bot.mjs`: what the user builds is the script. */
import { statSync, type Stats } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { Launch } from '../sessions/types.ts';

/** By the names of programs, since nothing else tells an interpreter from an engine that reads a file. */
const interpreter =
  /^(?:node|nodejs|deno|bun|python|pythonw|pypy|java|javaw|dotnet|mono|ruby|perl|php|lua|luajit|julia|rscript|racket|guile|sbcl|swipl|tclsh|escript|runghc|bash|dash|sh|zsh|env|wine)(?:[\d.]*|-[\d.]+)(?:\.exe)?$/i;

/**
 * The same launch with the script as its file, where an interpreter runs one; otherwise the launch as it is. The words
 * before the script are the interpreter's own.
 */
export function asScript(launch: Launch): Launch {
  const { file, args, folder } = launch;
  if (launch.interpreter !== null || launch.bundled || !interpreter.test(basename(file))) return launch;
  const at = folder ?? dirname(file);
  const script = args.findIndex((arg) => statNamed(at, arg)?.isFile());
  if (script < 0) return launch;
  return {
    ...launch,
    ...{ file: resolve(at, args[script]!), interpreter: file, folder: at },
    ...{ interpreterArgs: args.slice(0, script), args: args.slice(script + 1) },
  };
}

/** The file or folder that an argument names, seen from a folder; undefined if it names none. */
export function statNamed(folder: string, arg: string): Stats | undefined {
  if (arg === '') return undefined;
  try {
    return statSync(resolve(folder, arg), { throwIfNoEntry: false });
  } catch {
    // A text that is too long for a name, or a folder that may not be entered.
    return undefined;
  }
}
