/**
 * Runs batch files on Windows. cmd.exe parses its command line by its own rules and may take an argument quoted for a
 * program as a command (CVE-2024-27980), so Node refuses to run them. This file builds the whole command line for
 * cmd.exe and rejects what cannot be quoted safely.
 */
import { win32 } from 'node:path';

export const isBatchFile = (path: string): boolean => /\.(bat|cmd)$/i.test(path);

/**
 * Characters that cmd.exe interprets even within quotes: `%` begins a variable, a quote ends the quoting, and a line
 * end ends the command. There is no reliable way to pass these to a batch file.
 */
const unsafe = /[%"\r\n\0]/;

/**
 * The first word, including the path of the file, that cannot be passed to a batch file safely; null if there is none.
 */
export function unsafeForBatch(file: string, args: readonly string[]): string | null {
  return [file, ...args].find((word) => unsafe.test(word)) ?? null;
}

export interface BatchCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * The command that runs a batch file, to be passed verbatim (Node's `windowsVerbatimArguments`). `/d` skips AutoRun
 * commands, `/v:off` makes `!` plain text, and `/s` removes only the outer quotes. Every word is quoted, since within
 * quotes `& | < > ^ ( )` are plain text; a backslash before a closing quote is doubled for programs that read it as an
 * escape.
 *
 * Only for words that `unsafeForBatch` accepts.
 */
export function batchCommand(file: string, args: readonly string[], systemRoot: string): BatchCommand {
  const line = [file, ...args].map((word) => `"${word.replace(/\\+$/, '$&$&')}"`).join(' ');
  return {
    command: win32.join(systemRoot, 'System32', 'cmd.exe'),
    args: ['/d', '/v:off', '/s', '/c', `"${line}"`],
  };
}
