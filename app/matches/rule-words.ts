/** The rules of a match as words, `elo0=0 elo1=5`: behind a flag, or as a text in a configuration file. Pure. */
import type { MatchPlanInput } from '../shapes/matches.ts';
import { Refused } from '../shapes/refused.ts';

/**
 * Reads the words of a rule.
 * @param owner where they stand, to begin a sentence: `--sprt`, or `In match.toml, sprt`
 * @param split into words, with quotes
 * @throws Refused
 */
type RuleReader<Rule extends keyof MatchPlanInput> = (
  owner: string,
  text: string,
  split: (text: string) => readonly string[],
) => NonNullable<MatchPlanInput[Rule]>;

export const sprtWords: RuleReader<'sprt'> = (owner, text, split) => {
  const { model, ...rest } = pairsIn(owner, split(text), ['elo0', 'elo1', 'alpha', 'beta', 'model']);
  if (model !== undefined && model !== 'logistic' && model !== 'normalized') {
    throw new Refused(`There is no model "${model}" of a test.`, 'Write model=normalized or model=logistic.');
  }
  const { elo0 = 0, elo1 = 5, ...errors } = asNumbers(owner, rest);
  return { elo0, elo1, ...errors, ...(model !== undefined && { model }) };
};

// A rule without a score is refused when the plan is read.
export const drawWords: RuleReader<'draw'> = (owner, text, split) =>
  asNumbers(owner, pairsIn(owner, split(text), ['movenumber', 'movecount', 'score'])) as ReturnType<
    RuleReader<'draw'>
  >;

export const resignWords: RuleReader<'resign'> = (owner, text, split) => {
  const { twosided, ...rest } = pairsIn(owner, split(text), ['movecount', 'score', 'twosided']);
  return {
    ...asNumbers(owner, rest),
    ...(twosided !== undefined && { twosided: asBoolean(owner, 'twosided', twosided) }),
  } as ReturnType<RuleReader<'resign'>>;
};

/** @throws Refused for a value that says neither */
function asBoolean(owner: string, key: string, text: string): boolean {
  const value = text.toLowerCase();
  if (['true', 'on', 'yes', '1'].includes(value)) return true;
  if (['false', 'off', 'no', '0'].includes(value)) return false;
  throw new Refused(
    `${owner} has ${key}=${text}, which is neither true nor false.`,
    `Write ${key}=true or ${key}=false.`,
  );
}

/** `key=value` words. @throws Refused for another word */
function pairsIn(owner: string, words: readonly string[], keys: readonly string[]): Record<string, string> {
  const known = keys.map((key) => `${key}=…`).join(' ');
  if (words.length === 0) throw new Refused(`${owner} has no words.`, `Leave it out, or write ${known}.`);
  return Object.fromEntries(
    words.map((word) => {
      const at = word.indexOf('=');
      const key = at < 0 ? word : word.slice(0, at);
      if (at < 0 || !keys.includes(key)) {
        throw new Refused(`${owner} has no word "${word}".`, `The words are ${known}.`);
      }
      return [key, word.slice(at + 1)];
    }),
  );
}

function asNumbers(owner: string, words: Readonly<Record<string, string>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(words).map(([key, text]) => {
      const value = Number(text);
      if (text.trim() === '' || !Number.isFinite(value)) {
        throw new Refused(`${owner} has ${key}=${text}, which is not a number.`);
      }
      return [key, value];
    }),
  );
}
