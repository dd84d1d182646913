/** The journals of a game of a match, as `replay` and `bundle` name it: `DIR:GAME`, or `DIR:GAME/2` for the second mover. */
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { journalName, readEntries } from '../matches/match-log.ts';
import type { GameSession } from '../shapes/matches.ts';
import { Exit, exitCodes } from './exit.ts';

/**
 * The journal of the session at fault, or of the one that is named, else of the first mover.
 * @returns null if the text names no game of a match
 * @throws Exit if the match has no such game, or does not have its journal
 */
export async function journalOfGame(text: string): Promise<string | null> {
  const [, folder, number, side] = /^(.+):(\d{1,9})(?:\/([12]))?$/.exec(text) ?? [];
  if (folder === undefined || !existsSync(join(folder, journalName))) return null;
  let sessions: readonly GameSession[] | null = null;
  let fault: 0 | 1 | null = null;
  await readEntries(join(folder, journalName), (entry) => {
    if (!('number' in entry) || entry.number !== Number(number)) return;
    if (entry.kind === 'seated') sessions = [...(sessions ?? []), ...entry.sessions];
    if (entry.kind !== 'ended') return;
    ({ fault, sessions } = entry);
  });
  const found = sessions as readonly GameSession[] | null;
  if (found === null) throw new Exit(exitCodes.usage, `The match in ${folder} has no game ${number}.`);
  const seat = side === undefined ? (fault ?? 0) : Number(side) - 1;
  const wires = join(folder, 'wires');
  const names = existsSync(wires) ? readdirSync(wires) : [];
  // The process that ended the game is the last one of its side.
  for (const { session } of found.filter((one) => one.seat === seat).reverse()) {
    const name = names.find((each) => each.endsWith(`-${session}.journal`));
    if (name !== undefined) return resolve(wires, name);
  }
  throw new Exit(
    exitCodes.usage,
    `The journal of game ${number} was not kept: no fault ended it. Play with --keep all to keep every one.`,
  );
}
