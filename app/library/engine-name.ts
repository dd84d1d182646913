/** What a name of an engine may not be: a command line reads some texts otherwise before it looks for a name. */

/** How a command line names a build: this and the beginning of its id. */
export const buildPrefix = 'build:';

/** Whether a command line describes an engine by key=value words, which always have a `cmd`. */
export const hasWords = (text: string): boolean => /(^|\s)cmd=/.test(text);

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
