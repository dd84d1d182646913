/** A command line of fastchess or cutechess-cli as flags, and their words as keys and numbers. Pure. */

export interface Flag {
  readonly name: string;
  readonly words: readonly string[];
}

/** A word `key=value`; one without a value has an empty one. */
export type Pair = readonly [key: string, value: string];

/** @returns the flags, and the words before the first of them, which belong to none */
export function flagsIn(args: readonly string[]): {
  readonly flags: readonly Flag[];
  readonly stray: readonly string[];
} {
  const flags: { name: string; words: string[] }[] = [];
  const stray: string[] = [];
  for (const arg of args) {
    if (/^-{1,2}[a-z]/i.test(arg)) flags.push({ name: arg.replace(/^-+/, ''), words: [] });
    else (flags.at(-1)?.words ?? stray).push(arg);
  }
  return { flags, stray };
}

export const pairsOf = (words: readonly string[]): readonly Pair[] =>
  words.map((word) => {
    const at = word.indexOf('=');
    return at < 0 ? [word, ''] : [word.slice(0, at), word.slice(at + 1)];
  });

/** The words of a flag by their keys; a key that is not among those known is noted. */
export function keyed(
  { name, words }: Flag,
  known: readonly string[],
  notes: string[],
): ReadonlyMap<string, string> {
  const pairs = new Map(pairsOf(words));
  for (const key of pairs.keys()) {
    if (!known.includes(key)) notes.push(`${key} of ${name} has no counterpart here and was left out.`);
  }
  return pairs;
}

/** Reads numbers; one that is none is noted, and undefined like one that is absent. */
export const numbersWith =
  (notes: string[]) =>
  (what: string, text: string | undefined): number | undefined => {
    if (text === undefined) return undefined;
    const value = Number(text);
    if (text.trim() !== '' && Number.isFinite(value)) return value;
    notes.push(
      `The ${what} is ${text === '' ? 'empty' : `"${text}"`}, which is not a number, and was left out.`,
    );
    return undefined;
  };

/** The key with its number, or nothing without a number. */
export const numbered = (key: string, value: number | undefined, factor = 1): Record<string, number> =>
  value === undefined ? {} : { [key]: factor * value };
