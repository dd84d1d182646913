/** The suite of an engine: the positions of its games in which it threw away what was proven. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { appendLines } from '../library/files.ts';
import { makeFolder } from '../sessions/folder.ts';
import type { SuitePosition } from '../shapes/builds.ts';
import { readGoodLines } from './suite-text.ts';
import { suiteKey } from './suite.ts';

/** The most positions that one engine's suite takes. */
const mostOwn = 1000;

const folderOf = (builds: string): string => join(builds, 'suites');

/** Where the suite of an engine lies, by the path of its program. */
export const suitePath = (builds: string, engine: string): string =>
  join(folderOf(builds), `${createHash('sha256').update(engine).digest('hex').slice(0, 16)}.jsonl`);

/** Whether a file is the suite of some engine, which Plywire writes. */
export const isOwnSuite = (builds: string, file: string): boolean =>
  dirname(resolve(file)) === resolve(folderOf(builds));

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
    lines.push(JSON.stringify(position));
  }
  if (lines.length === 0) return 0;
  makeFolder(dirname(path));
  appendLines(path, lines);
  return lines.length;
}

function knownKeys(path: string): readonly string[] {
  try {
    return readGoodLines(readFileSync(path, 'utf8')).positions.map(suiteKey);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
