/** A match's configuration file: TOML or JSON with the words of the command line. Pure. */
import { parse, stringify, TomlError } from 'smol-toml';
import * as v from 'valibot';
import { MatchPlan, type MatchPlanInput } from '../shapes/matches.ts';
import { plainIssue } from '../shapes/plain-issue.ts';
import { Refused } from '../shapes/refused.ts';

/** The longest file that is read, in characters. */
const longestFile = 4 * 1024 * 1024;

/** Flags of the command line that a file has no word for: they are for all engines, or for one run of the match. */
const notInFiles: ReadonlySet<string> = new Set([
  ...['each', 'protocol', 'arg', 'setting', 'sandbox', 'writable'],
  ...['out', 'resume', 'all', 'replay-game', 'rating-interval', 'accuracy', 'json'],
]);

/** @param name of the file, which tells TOML from JSON where its text does not @throws Refused */
export function readPlanFile(text: string, name: string): MatchPlanInput {
  if (text.length > longestFile) throw new Refused(`${name} is too long for the configuration of a match.`);
  const value = valueIn(text, name);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refused(
      `${name} is not a configuration of a match: it must be an object with the words of one.`,
    );
  }
  const flag = Object.keys(value).find((key) => notInFiles.has(kebab(key)));
  if (flag !== undefined) {
    throw new Refused(
      `In ${name}, ${flag} is not a word of the file.`,
      `Write --${kebab(flag)} on the command line.`,
    );
  }
  const words = plainWords(value) as Partial<MatchPlanInput>;
  // Its engines may be those of the command line, but null is not a list of them.
  const engines = 'engines' in value && value.engines === null ? null : (words.engines ?? []);
  const { openings } = completePlan({ ...words, engines }, `In ${name}`);
  if (!Number.isSafeInteger(openings.start)) {
    throw new Refused(
      `In ${name}, openings.start is invalid: it must be at most ${Number.MAX_SAFE_INTEGER}.`,
    );
  }
  return words as MatchPlanInput;
}

function valueIn(text: string, name: string): unknown {
  const isJson = name.toLowerCase().endsWith('.json') || text.trimStart().startsWith('{');
  try {
    return isJson ? JSON.parse(text) : parse(text);
  } catch (error) {
    const where = error instanceof TomlError ? ` in line ${error.line}` : '';
    const [what] = (error as Error).message.split('\n');
    throw new Refused(`${name} is not valid ${isJson ? 'JSON' : 'TOML'}${where}: ${what}.`);
  }
}

/** The plan with all of its values. @param where it is from @throws Refused naming the word */
export function completePlan(input: unknown, where = 'In the configuration of the match'): MatchPlan {
  const parsed = v.safeParse(MatchPlan, input);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  const path = v.getDotPath(issue) ?? 'the plan';
  // Its key is the end of the path.
  if (issue.expected === 'never') throw new Refused(`${where}, ${kebab(path)} is not a word of a match.`);
  throw new Refused(`${where}, ${kebab(path)} is invalid: ${plainIssue(issue.message)}.`);
}

/** The file that says the same: TOML with every value. */
export const planText = (plan: object): string => `${stringify(kebabWords(plan) as object)}\n`;

/** Keys as the command line has them, `time-margin`. */
const kebab = (key: string): string => key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const camel = (key: string): string =>
  key.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Tables whose keys are names and not words. */
const named = new Set(['setup']);

const plainWords = (value: unknown): unknown => renamed(value, camel);

const kebabWords = (value: unknown): unknown => renamed(value, kebab);

function renamed(value: unknown, rename: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => renamed(item, rename));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) =>
      // TOML has no null: what is absent has its default.
      item === null || item === undefined
        ? []
        : [[rename(key), named.has(key) ? item : renamed(item, rename)]],
    ),
  );
}
