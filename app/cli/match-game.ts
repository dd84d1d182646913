/** The journals of a game of a match, as `replay` and `bundle` name it: `DIR:GAME`, or `DIR:GAME/2` for the second mover. */
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isOdd, journalName, readEntries } from '../matches/match-log.ts';
import type { GameSession, Keep } from '../shapes/matches.ts';
import { Exit, exitCodes } from './exit.ts';

/**
 * The journal of the session at fault, or of the one that is named, else of the first mover.
 * @returns null if the text names no game of a match
 * @throws Exit if the match has no such game, or does not have its journal
 */
export async function journalOfGame(text: string): Promise<string | null> {
  return (await gameNamed(text))?.path ?? null;
}

/**
 * Where the game that is named is in its journal; null if its process played no other, or the text names no game.
 * @throws Exit as `journalOfGame`
 */
export async function placeInJournal(text: string): Promise<string | null> {
  const found = await gameNamed(text);
  if (found === null || found.games < 2) return null;
  const [from, to] = found.lines;
  // Lines are counted from 1 where a journal is shown.
  const where = to === null ? `begins at line ${from + 1}` : `is in lines ${from + 1} to ${to + 1}`;
  return `Game ${found.number} ${where} of this session, which played ${found.games} games.`;
}

interface NamedGame {
  readonly number: number;
  readonly path: string;
  /** From 0, as the journal of the match has them. */
  readonly lines: GameSession['lines'];
  /** How many games the session played. */
  readonly games: number;
}

async function gameNamed(text: string): Promise<NamedGame | null> {
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
    return { number: Number(number), path: resolve(wires, name), lines, games: games.get(session) ?? 1 };
  }
  throw new Exit(exitCodes.usage, whyMissing(Number(number), wires, { keep, hasEnded, isFaulty }));
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
