/** The journals of a game of a match, as `replay` and `bundle` name it: `DIR:GAME`, or `DIR:GAME/2` for the second mover. */
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isOdd, journalName, readEntries } from '../matches/match-log.ts';
import type { GameSession, Keep } from '../shapes/matches.ts';
import { Exit, exitCodes } from './exit.ts';

export interface NamedJournal {
  readonly path: string;
  /** Where the game is in it, as a sentence; null if its process played no other. */
  readonly place: string | null;
}

/**
 * The journal of the session at fault, or of the one that is named, else of the first mover.
 * @returns null if the text names no game of a match
 * @throws Exit if the match has no such game, or does not have its journal; Refused if the journal of the match is damaged
 */
export async function journalOfGame(text: string): Promise<NamedJournal | null> {
  if (isMatch(text)) {
    throw new Exit(
      exitCodes.usage,
      `${text} is the folder of a match: name a game of it, such as ${text}:1.`,
    );
  }
  const [, folder, game = ''] = /^(.+):([^:]*)$/s.exec(text) ?? [];
  if (folder === undefined || !isMatch(folder)) return null;
  const [, number, side] = /^(\d{1,9})(?:\/([12]))?$/.exec(game) ?? [];
  if (number === undefined) {
    throw new Exit(
      exitCodes.usage,
      `"${game}" is not a game of the match in ${folder}: write its number, such as ${folder}:1, or ${folder}:1/2 for the second mover.`,
    );
  }
  let sessions: readonly GameSession[] | null = null;
  let fault: 0 | 1 | null = null;
  let keep: Keep = 'odd';
  let hasEnded = false;
  let isFaulty = false;
  const games = new Map<string, number>();
  await readEntries(join(folder, journalName), (entry) => {
    if (entry.kind === 'match') keep = entry.plan.keep;
    if (entry.kind === 'seated') {
      for (const { session } of entry.sessions) games.set(session, (games.get(session) ?? 0) + 1);
    }
    if (!('number' in entry) || entry.number !== Number(number)) return;
    if (entry.kind === 'seated') sessions = [...(sessions ?? []), ...entry.sessions];
    if (entry.kind !== 'ended') return;
    ({ fault, sessions } = entry);
    hasEnded = true;
    isFaulty = isOdd(entry);
  });
  const found = sessions as readonly GameSession[] | null;
  if (found === null) throw new Exit(exitCodes.usage, `The match in ${folder} has no game ${number}.`);
  const seat = side === undefined ? (fault ?? 0) : Number(side) - 1;
  const wires = join(folder, 'wires');
  const names = existsSync(wires) ? readdirSync(wires) : [];
  // The process that ended the game is the last one of its side.
  for (const { session, lines } of found.filter((one) => one.seat === seat).reverse()) {
    const name = names.find((each) => each.endsWith(`-${session}.journal`));
    if (name === undefined) continue;
    const place = placeOf(Number(number), lines, games.get(session) ?? 1);
    return { path: resolve(wires, name), place };
  }
  throw new Exit(exitCodes.usage, whyMissing(Number(number), wires, { keep, hasEnded, isFaulty }));
}

/** @param lines from 0, as the journal of the match has them @param games that the session played */
function placeOf(number: number, [from, to]: GameSession['lines'], games: number): string | null {
  if (games < 2) return null;
  // Lines are counted from 1 where a journal is shown.
  const where = to === null ? `begins at line ${from + 1}` : `is in lines ${from + 1} to ${to + 1}`;
  return `Game ${number} ${where} of this session, which played ${games} games.`;
}

const isMatch = (folder: string): boolean => existsSync(join(folder, journalName));

/** @param isFaulty whether the game ended by a fault */
function whyMissing(
  number: number,
  wires: string,
  {
    keep,
    hasEnded,
    isFaulty,
  }: { readonly keep: Keep; readonly hasEnded: boolean; readonly isFaulty: boolean },
): string {
  const all = 'Play with --keep all to keep every one.';
  if (keep === 'none') return `The match keeps no journals (--keep none), so game ${number} has none. ${all}`;
  if (keep === 'odd' && hasEnded && !isFaulty) {
    return `The journal of game ${number} was not kept: no fault ended it. ${all}`;
  }
  const game = hasEnded ? `game ${number}` : `game ${number}, which has not ended,`;
  return existsSync(wires)
    ? `The journal of ${game} is not in ${wires}. The largest are deleted above the limit for all journals in the settings.`
    : `The journal of ${game} is missing: there is no folder ${wires}.`;
}
