/** The suite of an engine: the positions of its games in which it threw away what was proven. */
import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../sessions/folder.ts';
import type { SuitePosition } from '../shapes/builds.ts';
import { BadSuite, readOwnForm, suiteKey } from './suite.ts';

/** The most positions that one engine's suite takes. */
export const mostOwn = 1000;

/** Where the suite of an engine lies, by the path of its program. */
export const suitePath = (builds: string, engine: string): string =>
  join(builds, 'suites', `${createHash('sha256').update(engine).digest('hex').slice(0, 16)}.jsonl`);

/**
 * Adds positions to a suite, but for those that it has.
 * @returns how many were new
 * @throws the file system's own errors
 */
export function addToSuite(path: string, positions: readonly SuitePosition[]): number {
  const known = new Set(knownKeys(path));
  const lines: string[] = [];
  for (const position of positions) {
    const key = suiteKey(position);
    if (known.has(key) || known.size >= mostOwn) continue;
    known.add(key);
    lines.push(`${JSON.stringify(position)}\n`);
  }
  if (lines.length === 0) return 0;
  makeFolder(dirname(path));
  appendFileSync(path, lines.join(''), { mode: 0o600 });
  return lines.length;
}

function knownKeys(path: string): readonly string[] {
  try {
    return readOwnForm(readFileSync(path, 'utf8')).map(suiteKey);
  } catch (error) {
    if (error instanceof BadSuite || (error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
