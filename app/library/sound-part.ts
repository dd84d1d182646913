/** What is sound of a kept value that does not fit its schema as a whole. */
import * as v from 'valibot';

type Schema<T> = v.BaseSchema<unknown, T, v.BaseIssue<unknown>>;
type Path = readonly (string | number)[];

export interface SoundPart<T> {
  readonly value: T;
  /** What was left out, and why, in words. */
  readonly leftOut: readonly string[];
}

/** Passes over a value; each one leaves out what the one before has found. */
const mostPasses = 100;

/** Left out in all; of a file with more, nothing is taken for sound. */
const mostLeftOut = 1000;

/**
 * Leaves out the entries of lists, and the fields outside of lists, that do not fit. An entry is left out whole: without a
 * single field it could mean something else, such as an engine without its sandbox.
 * @returns null if nothing is left that fits, or the value is of another version
 */
export function soundPart<T>(json: unknown, schema: Schema<T>): SoundPart<T> | null {
  const leftOut: string[] = [];
  let value = json;
  for (let pass = 0; pass < mostPasses; pass++) {
    const parsed = v.safeParse(schema, value);
    if (parsed.success) return leftOut.length > 0 ? { value: parsed.output, leftOut } : null;
    const seen = new Map<string, Path>();
    for (const issue of parsed.issues) {
      const path = (issue.path ?? []).map(({ key }) => key as string | number);
      const list = path.findIndex((key) => typeof key === 'number');
      const part = list < 0 ? path : path.slice(0, list + 1);
      if (part.length === 0 || part[0] === 'version' || !has(value, part)) return null;
      const id = JSON.stringify(part);
      if (seen.has(id)) continue;
      seen.set(id, part);
      leftOut.push(`${nameOf(value, part)}${issueWords(issue)}`);
    }
    if (leftOut.length > mostLeftOut) return null;
    value = without(value, [...seen.values()]);
  }
  return null;
}

/** Where a value does not fit, and why. */
export const issueWords = (issue: v.BaseIssue<unknown>): string => {
  const path = v.getDotPath(issue);
  const why = issue.expected === 'never' ? 'this version does not know it' : issue.message;
  return path === null ? why : `${path}: ${why}`;
};

/** An entry by its name, if it has one. */
function nameOf(value: unknown, path: Path): string {
  const { name } = (at(value, path) ?? {}) as { readonly name?: unknown };
  return typeof name === 'string' && name !== '' ? `"${name.slice(0, 100)}", ` : '';
}

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)[key], value);

const has = (value: unknown, path: Path): boolean =>
  Object.hasOwn(at(value, path.slice(0, -1)) as object, path.at(-1)!);

function without(value: unknown, paths: readonly Path[]): unknown {
  const own = paths.filter((path) => path.length === 1).map(([key]) => String(key));
  const kept = Object.entries(value as object)
    .filter(([key]) => !own.includes(key))
    .map(([key, inner]): [string, unknown] => {
      const below = paths.filter((path) => String(path[0]) === key).map((path) => path.slice(1));
      return [key, below.length === 0 ? inner : without(inner, below)];
    });
  return Array.isArray(value) ? kept.map(([, inner]) => inner) : Object.fromEntries(kept);
}
