/** Files that the system asks the app to open: by its command line, by a second start, and on a Mac by an event. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';

/** The most files that are opened together, or dropped: a person opens a few at once, not a folder of them. */
export const mostFiles = 32;

/** What a second start tells the first one. */
const Asked = v.strictObject({
  files: v.pipe(v.array(v.pipe(v.string(), v.maxLength(32_768))), v.maxLength(mostFiles)),
  /** How many more there were; another version may not say it. */
  omitted: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0),
});
export type Asked = v.InferOutput<typeof Asked>;

/** Flags are for Chromium, and may stand before the app's own words. */
const isFlag = (word: string): boolean => word.startsWith('-');

/**
 * The files of a command line.
 * @param own how many words of it are the app's own, flags not counted
 * @param folder that relative paths start from
 */
export function filesIn(argv: readonly string[], own: number, folder: string): Asked {
  const files = argv
    .filter((word) => word !== '' && !isFlag(word))
    .slice(own)
    .flatMap((word) => pathOf(word, folder) ?? []);
  return { files: files.slice(0, mostFiles), omitted: Math.max(0, files.length - mostFiles) };
}

/**
 * A command line without its program and its files, for another start with other files.
 * @param own as above
 */
export function withoutFiles(argv: readonly string[], own: number): readonly string[] {
  let words = 0;
  return argv.filter((word) => isFlag(word) || (word !== '' && words++ < own)).slice(1);
}

/** A path, or an address as Linux passes it (`%U`), as a path; null for an address of anything but a file of this machine. */
function pathOf(word: string, folder: string): string | null {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(word)) return resolve(folder, word);
  try {
    return fileURLToPath(word);
  } catch {
    return null;
  }
}

/** What a second start has told the first one; nothing if it is anything else. */
export function filesOf(told: unknown): Asked {
  const read = v.safeParse(Asked, told);
  return read.success ? read.output : { files: [], omitted: 0 };
}
