/** Values of the entries in the journal of a match. */
import { loadavg } from 'node:os';
import type { Session } from '../sessions/session.ts';
import type { GameResult, GameSession } from '../shapes/matches.ts';
import type { GameOver } from './referee.ts';

/** The system renews its figure every five seconds, and takes as long to tell it as a few moves of a match. */
const loadMilliseconds = 1000;

let lastLoad = 0;
let loadReadAt = -Infinity;

/** The load of the machine over the last minute. */
export function loadNow(): number {
  const now = performance.now();
  if (now - loadReadAt >= loadMilliseconds) {
    lastLoad = Math.round(loadavg()[0]! * 100) / 100;
    loadReadAt = now;
  }
  return lastLoad;
}

/** Seconds as the journal has them. */
export const inMicroseconds = (seconds: number): number => Math.round(seconds * 1e6) / 1e6;

export function resultOf({ winner, word }: GameOver['ending']): GameResult {
  if (winner !== null) return winner === 0 ? '1-0' : '0-1';
  return word === 'void' ? '*' : '1/2-1/2';
}

/** The processes of a seat in a game: the one that began it, and the one that ended it where another took its place. */
export function sessionsOf(
  seat: 0 | 1,
  { session: first, from }: { readonly session: Session; readonly from: number },
  last: Session,
): readonly GameSession[] {
  const until = (session: Session): number => Math.max(0, session.traffic.next - 1);
  const own: GameSession = { seat, session: first.id, lines: [from, Math.max(from, until(first))] };
  return first === last ? [own] : [own, { seat, session: last.id, lines: [0, until(last)] }];
}
