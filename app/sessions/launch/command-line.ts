/** How a person starts by hand what Plywire starts: a plan as a line for a shell, and words as a shell takes them. */
import type { LaunchPlan } from './launch.ts';

/** As one word of a POSIX shell that stands for just this text. */
export const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The same, bare where a shell reads nothing into it. */
export const shellWord = (word: string): string =>
  /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : quoted(word);

/** As a Windows prompt takes it: no quotation mark can stand in a path there. */
const promptWord = (word: string): string => (/^[\w@+=:,./\\-]+$/.test(word) ? word : `"${word}"`);

/** Without what confines it and without variables: the folder, the program, its arguments. */
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
