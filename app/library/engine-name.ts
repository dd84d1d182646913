/** The words that name an engine on a command line, and what its name may therefore not be. */
import { Refused } from '../shapes/refused.ts';

/** How a command line names a build: this and the beginning of its id. */
export const buildPrefix = 'build:';

/** Whether a command line describes an engine by key=value words, which always have a `cmd`. */
export const hasWords = (text: string): boolean => /(^|\s)cmd=/.test(text);

const keys: readonly string[] = ['cmd', 'protocol', 'arg', 'dir', 'name', 'scale', 'sandbox', 'writable'];

/** Whether a word may describe an engine with this key, in any command. */
export const isEngineKey = (key: string): boolean => keys.includes(key) || /^(?:option|setting)\../.test(key);

/** @param own further keys that the command knows */
export function unknownKey(key: string, own: readonly string[] = []): Refused {
  const all = [...new Set([...keys, ...own])];
  const meant = all.find((known) => plainKey(known) === plainKey(key));
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
  return new Refused(
    `"${key}" is not a key of an engine${hint === '' ? '.' : hint}`,
    `The keys are ${all.join(', ')}, option.NAME and setting.ID.`,
  );
}

/** As other runners may write it. */
const plainKey = (key: string): string => key.toLowerCase().replaceAll(/[-_]/g, '');

/** Why no command line would find an engine of this name, as a sentence without its full stop; null if one does. */
export function nameFault(name: string): string | null {
  if (name.trim().startsWith(buildPrefix)) {
    return `An engine cannot be called "${name}": names that begin with ${buildPrefix} are those of builds`;
  }
  if (hasWords(name)) {
    return `An engine cannot be called "${name}": in a command, cmd= begins the words that describe an engine`;
  }
  return null;
}
