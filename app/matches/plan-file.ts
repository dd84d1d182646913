/** A match's configuration file: TOML or JSON with the words of the command line. Pure. */
import { parse, stringify, TomlError } from 'smol-toml';
import * as v from 'valibot';
import { games } from '../games/registry.ts';
import { MatchPlan, type MatchPlanInput } from '../shapes/matches.ts';
import { plainIssue } from '../shapes/plain-issue.ts';
import { Refused } from '../shapes/refused.ts';
import { drawWords, resignWords, sprtWords } from './rule-words.ts';

/** Splits a text into words, with quotes. */
type Split = (text: string) => readonly string[];

/** The longest file that is read, in characters. */
const longestFile = 4 * 1024 * 1024;

/** Flags of the command line that a file has no word for: they are for all engines, or for one run of the match. */
const notInFiles: ReadonlySet<string> = new Set([
  ...['each', 'protocol', 'arg', 'setting', 'sandbox', 'writable'],
  ...['out', 'resume', 'all', 'replay-game', 'trust', 'rating-interval', 'accuracy', 'json'],
]);

/** How a file writes flags that are parts of a table there, or the opposite of its word. */
const writtenOtherwise: ReadonlyMap<string, string> = new Map([
  ['no-swap', 'swap = false'],
  ...['order', 'plies', 'start'].map((flag) => [flag, `openings.${flag}`] as const),
  ...[...games.values()]
    .flatMap((game) => game.setupFlags)
    .map(({ name: flag }) => [flag, setupWords(flag)] as const),
]);

function setupWords(flag: string): string {
  const forms = [...games.values()].flatMap(({ name, setupFlags }) =>
    setupFlags
      .filter((own) => own.name === flag)
      .map(({ fields }) => `${fields.map((field) => `setup.${field}`).join(' and ')} (${name})`),
  );
  return forms.join(' or ');
}

/** Tables that the command line writes as a text. */
const tables: Readonly<Record<string, (owner: string, text: string, split: Split) => object>> = {
  openings: (_, file) => ({ file }),
  sprt: sprtWords,
  draw: drawWords,
  resign: resignWords,
};

/**
 * Reads a file as `planText` writes it, or with a text of the command line in place of a table.
 * @param name of the file, which tells TOML from JSON where its text does not
 * @throws Refused
 */
export function readPlanFile(text: string, name: string, split: Split): MatchPlanInput {
  if (text.length > longestFile) throw new Refused(`${name} is too long for the configuration of a match.`);
  const value = valueIn(text, name);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refused(
      `${name} is not a configuration of a match: it must be an object with the words of one.`,
    );
  }
  for (const key of Object.keys(value)) {
    const flag = kebab(key);
    const other = writtenOtherwise.get(flag);
    if (other === undefined && !notInFiles.has(flag)) continue;
    throw new Refused(
      `In ${name}, ${key} is not a word of the file.`,
      other === undefined ? `Write --${flag} on the command line.` : `Write ${other} instead.`,
    );
  }
  const words = withTables(plainWords(value) as object, `In ${name}`, split);
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

/** The words with tables where there are texts of the command line. */
function withTables(words: object, where: string, split: Split): Partial<MatchPlanInput> {
  return Object.fromEntries(
    Object.entries(words).map(([key, value]: [string, unknown]) => {
      const table = typeof value === 'string' && Object.hasOwn(tables, key) ? tables[key] : undefined;
      if (table !== undefined) return [key, table(`${where}, ${key}`, value as string, split)];
      if (key === 'engines' && Array.isArray(value)) return [key, value.map(withEngineTable)];
      return [key, key === 'tc' ? controlText(value) : value];
    }),
  );
}

function withEngineTable(engine: unknown): unknown {
  if (typeof engine === 'string') return { engine };
  if (typeof engine !== 'object' || engine === null || !('tc' in engine)) return engine;
  return { ...engine, tc: controlText(engine.tc) };
}

/** A time control without an increment may be a number. */
const controlText = (tc: unknown): unknown => (typeof tc === 'number' ? String(tc) : tc);

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
  if (issue.expected === 'never') {
    throw new Refused(
      `${where}, ${kebab(path)} is not a word of a match.`,
      '`plywire match --print-config` prints the words of a configuration.',
    );
  }
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
