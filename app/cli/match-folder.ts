/** The folder of a match: what may be there before, and what is removed from it. */
import { existsSync, lstatSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { hasEntries, journalName } from '../matches/match-log.ts';
import { Exit, exitCodes } from './exit.ts';
import { fileNames } from './match-files.ts';
import { copyName } from './match-openings.ts';
import { pageName } from './match-page.ts';

/** The folder of the sessions' journals in it. */
export const wiresName = 'wires';

/**
 * The folder of a match may come from another user, and a link in it leads to files elsewhere, which the match would
 * write or delete.
 * @throws Exit if a match would follow one, or if a file is in the place of its folder
 */
export function requireOwn(folder: string): void {
  for (const name of [journalName, copyName, wiresName]) {
    const path = join(folder, name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) continue;
    const kind = name === wiresName ? 'folder' : 'file';
    if (kind === 'folder' ? stats.isDirectory() : stats.isFile()) continue;
    const found = stats.isSymbolicLink()
      ? `a link, and a match uses a ${kind} in its own folder only`
      : `not a ${kind}`;
    throw new Exit(
      exitCodes.usage,
      `${path} is ${found}. Put the ${kind} itself in its place, or remove it.`,
    );
  }
}

/**
 * @returns names of what else is in the folder
 * @throws Exit if a new match would overwrite something in its folder, or if that is a file
 */
export async function requireFresh(folder: string): Promise<readonly string[]> {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats?.isDirectory() === false) {
    throw new Exit(exitCodes.usage, `${folder} is a file, not a folder. Choose another folder for --out.`);
  }
  requireOwn(folder);
  const journal = join(folder, journalName);
  if (await hasEntries(journal)) {
    throw new Exit(
      exitCodes.usage,
      `There is a match in ${folder}: \`plywire match --resume\` goes on with it.`,
    );
  }
  // A match that was killed before it began leaves a journal without entries, and perhaps its openings.
  const own = existsSync(journal) ? [] : [copyName];
  const strange = [...fileNames, pageName, wiresName, ...own].find((name) => existsSync(join(folder, name)));
  if (strange !== undefined) {
    throw new Exit(
      exitCodes.usage,
      `${folder} has no match, but has ${strange}, which a match would overwrite. Choose another folder for --out.`,
    );
  }
  if (stats === undefined) return [];
  return readdirSync(folder).filter((name) => name !== journalName && name !== copyName);
}

/**
 * Removes what a new match has written before its engines were found unable to play it: the command may be corrected.
 * @param isOurs whether the folder was made for it
 */
export function removeUnbegun(folder: string, isOurs: boolean): void {
  for (const name of [journalName, copyName, wiresName]) {
    rmSync(join(folder, name), { recursive: true, force: true });
  }
  if (isOurs) rmdirSync(folder);
}

/** Removes the journals that a killed run has left, but for those of these sessions. */
export function removeOthers(wires: string, kept: ReadonlySet<string>): void {
  removeWhere(wires, (session) => !kept.has(session));
}

/** Removes the journals of these sessions. */
export function removeThese(wires: string, sessions: ReadonlySet<string>): void {
  if (sessions.size > 0) removeWhere(wires, (session) => sessions.has(session));
}

function removeWhere(wires: string, isNeedless: (session: string) => boolean): void {
  if (!existsSync(wires)) return;
  for (const name of readdirSync(wires)) {
    const [, session] = /(s-[0-9a-f]+)\.journal$/.exec(name) ?? [];
    if (session !== undefined && isNeedless(session)) rmSync(join(wires, name), { force: true });
  }
}
