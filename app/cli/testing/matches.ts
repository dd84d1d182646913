/** Engines for matches, and what their journals and printed lines say. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GameLine } from '../../matches/match-record.ts';

const inEngines = (name: string): string =>
  fileURLToPath(new URL(`../../../tests/engines/${name}`, import.meta.url));

/** An engine of Connect Four over CFP that logs each request. @param flags such as `--think 300` */
export const logged = (name: string, ...flags: readonly (string | number)[]): string =>
  loggedOver('cfp', name, ...flags);

/** The same over another protocol: `cfsi`, or `qtp` for Quoridor. */
export const loggedOver = (protocol: string, name: string, ...flags: readonly (string | number)[]): string =>
  [
    `cmd=${inEngines('logged.mjs')}`,
    `protocol=${protocol}`,
    `arg=--protocol arg=${protocol}`,
    `name=${name}`,
    'sandbox=off',
    ...flags.map((flag) => `arg=${flag}`),
  ].join(' ');

/** An engine that plays these moves and stops in some way. */
export const stopper = (
  name: string,
  protocol: string,
  moves: readonly string[],
  ...flags: readonly string[]
): string =>
  [
    `cmd=${inEngines('stopper.mjs')} protocol=${protocol} name=${name}`,
    ...['--protocol', protocol, '--moves', moves.join(' '), ...flags].map((flag) => `arg='${flag}'`),
  ].join(' ');

export const gamesIn = (objects: readonly Record<string, unknown>[]): GameLine[] =>
  objects.filter(({ kind }) => kind === 'game') as unknown as GameLine[];

/** The entries of a match's journal. */
export const entriesIn = (folder: string): Record<string, unknown>[] =>
  (existsSync(join(folder, 'match.jsonl')) ? readFileSync(join(folder, 'match.jsonl'), 'utf8') : '')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
