/** Whether a bundle is offered: for failures that the author of the engine would want to see. */
import type { GameState, HostState, SessionEnding } from '../../app/api/contract.ts';
import { seatPurposes } from '../game/names.ts';

const ofSessions: ReadonlySet<string> = new Set<SessionEnding['word']>([
  'handshake',
  'crashed',
  'stalled',
  'malformed',
  'time',
  'limit',
]);

/** Whether the end of a session is worth a bundle. */
export const isFault = ({ word }: Pick<SessionEnding, 'word'>): boolean => ofSessions.has(word);

/** The session of the engine whose fault ended the game; null if no fault did, or if the session left the list. */
export function sessionAtFault({ sessions }: HostState, { ending, players }: GameState): string | null {
  const fault = ending?.fault ?? null;
  if (fault === null) return null;
  const player = players[fault];
  const purpose = seatPurposes[fault];
  const own = sessions.filter(
    (session) => session.purpose === purpose && player.kind === 'engine' && session.engine === player.engine,
  );
  const [newest] = [...own].sort((one, other) => (one.startedAt < other.startedAt ? 1 : -1));
  return newest?.id ?? null;
}
