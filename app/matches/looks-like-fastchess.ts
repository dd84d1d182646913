/**
 * Whether a command line is one of fastchess or cutechess-cli: apart from its translation, which other commands need not
 * load. Pure.
 */

/** Without one of these, with one dash, a command line of theirs names no engine. */
const theirOwn = new Set(['-engine', '-each']);

/**
 * Whether arguments are of that kind.
 * @param takesValue whether the word behind this flag of ours is its value, which may begin with a dash
 */
export const looksLikeFastchess = (
  args: readonly string[],
  takesValue: (flag: string) => boolean,
): boolean => {
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    if (arg === '--') return false;
    if (arg.startsWith('--') && takesValue(arg)) at++;
    else if (theirOwn.has(arg)) return true;
  }
  return false;
};
