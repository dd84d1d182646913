/** The arguments of a bundled engine: names with a value each. */

/** The arguments make no sense. `message` says why, in words. */
export class BadArgument extends Error {
  override readonly name = 'BadArgument';
}

/** A number within bounds, or one of some words. */
export type Flag =
  | { readonly least: number; readonly most: number; readonly whole: boolean }
  | { readonly words: readonly string[] };

type Value<F extends Flag> = F extends { readonly words: readonly (infer Word)[] } ? Word : number;

/**
 * Reads `--time 2`, `--time=2` and, as referees start engines, `-time 2` alike; of a flag that comes twice the last
 * one counts.
 *
 * @param flags by name, without the dashes.
 * @param usage said where there is no such flag.
 * @throws BadArgument
 */
export function readFlags<F extends Readonly<Record<string, Flag>>>(
  args: readonly string[],
  flags: F,
  usage: string,
): { -readonly [Name in keyof F]?: Value<F[Name]> } {
  const given: Record<string, number | string> = {};
  const words = args.flatMap((arg) => {
    const equals = arg.indexOf('=');
    return arg.startsWith('-') && equals > 0 ? [arg.slice(0, equals), arg.slice(equals + 1)] : [arg];
  });
  for (let at = 0; at < words.length; at += 2) {
    const word = words[at]!;
    const value = words[at + 1];
    const name = /^--?(.*)$/.exec(word)?.[1] ?? '';
    if (!Object.hasOwn(flags, name)) throw new BadArgument(`there is no option "${word}"; ${usage}`);
    const flag = flags[name]!;
    if (value === undefined) {
      throw new BadArgument(`${word} wants ${'words' in flag ? flag.words.join(' or ') : 'a number'}`);
    }
    given[name] = 'words' in flag ? wordOf(word, flag.words, value) : numberOf(word, flag, value);
  }
  return given as { -readonly [Name in keyof F]?: Value<F[Name]> };
}

function wordOf(name: string, words: readonly string[], value: string): string {
  if (!words.includes(value)) throw new BadArgument(`${name} takes ${words.join(' or ')}, not "${value}"`);
  return value;
}

function numberOf(
  name: string,
  { least, most, whole }: Exclude<Flag, { words: readonly string[] }>,
  value: string,
): number {
  const number = Number(value);
  const fits = whole ? /^\d{1,16}$/.test(value) : /^\d{0,9}\.?\d{1,9}$|^\d{1,9}\.$/.test(value);
  if (!fits || number < least || number > most) {
    const kind = whole ? 'a whole number' : 'a number';
    throw new BadArgument(`${name} takes ${kind} from ${least} to ${most}, not "${value}"`);
  }
  return number;
}
