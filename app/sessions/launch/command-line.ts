/** Formats a launch plan as a command line that the user can run by hand, and quotes words for shells. */
import type { LaunchPlan } from './launch.ts';

/** A single word of a POSIX shell that stands for exactly this text. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The same, without quotes if a shell would read it unchanged. */
export const shellWord = (word: string): string =>
  /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : shellQuoted(word);

/** A word for a Windows prompt; paths there cannot contain quotation marks. */
export const promptWord = (word: string): string => (/^[\w@+=:,./\\-]+$/.test(word) ? word : `"${word}"`);

/** A word that the user is to type on this system. */
export const typedWord = (word: string, platform: NodeJS.Platform = process.platform): string =>
  platform === 'win32' ? promptWord(word) : shellWord(word);

/** The command line without confinement and variables: folder, program, arguments. */
export function commandLine({
  command,
  args,
  cwd,
  platform,
  verbatim,
}: Pick<LaunchPlan, 'command' | 'args' | 'cwd' | 'platform' | 'verbatim'>): string {
  if (platform !== 'win32') return `cd ${shellWord(cwd)} && ${[command, ...args].map(shellWord).join(' ')}`;
  const words = [promptWord(command), ...(verbatim ? args : args.map(promptWord))];
  return `cd /d ${promptWord(cwd)} && ${words.join(' ')}`;
}
