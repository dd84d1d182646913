/**
 * Batch files on Windows. They are run by cmd.exe, which reads its command line by rules of its own; what a
 * caller quotes for a program, cmd.exe may take for a command (CVE-2024-27980), so that Node refuses them.
 * Here the whole line is written out for cmd.exe, and what cannot be written safely is not run.
 */
import { win32 } from 'node:path';

export const isBatchFile = (path: string): boolean => /\.(bat|cmd)$/i.test(path);

/**
 * What cmd.exe acts on even within quotes: `%` names a variable, a quote ends the quoting, and a line end
 * ends the command. A batch file cannot be handed these as plain text in any way that holds everywhere.
 */
const unsafe = /[%"\r\n\0]/;

/** The first word that cannot be given to a batch file safely, its own path included; null when all can. */
export function unsafeForBatch(file: string, args: readonly string[]): string | null {
  return [file, ...args].find((word) => unsafe.test(word)) ?? null;
}

export interface BatchCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * The command that runs a batch file, to be passed on as it stands (Node's `windowsVerbatimArguments`).
 * `/d` leaves AutoRun commands out, `/v:off` makes `!` plain text, `/s` takes the outer quotes off and
 * nothing else. Every word is quoted, since within quotes `& | < > ^ ( )` are plain text; a backslash before
 * a closing quote is doubled for programs that read it as an escape.
 *
 * Only for words that `unsafeForBatch` has nothing against.
 */
export function batchCommand(file: string, args: readonly string[], systemRoot: string): BatchCommand {
  const line = [file, ...args].map((word) => `"${word.replace(/\\+$/, '$&$&')}"`).join(' ');
  return {
    command: win32.join(systemRoot, 'System32', 'cmd.exe'),
    args: ['/d', '/v:off', '/s', '/c', `"${line}"`],
  };
}
