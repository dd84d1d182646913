/** Which part of a game asks a session: that part handles its restart and its resynchronisation. */
import type { Session } from '../sessions/session.ts';

/** What asks sessions about the game: the seats at the board, the analysis, or the explorer of lines. */
export interface SessionOwner {
  owns(session: Session): boolean;
  /**
   * Restarts the engine at a user's request. The open question is cancelled and asked again afterwards, even if the
   * start fails.
   * @param start ends the process and returns the next one
   * @throws what `start` throws
   */
  restart(session: Session, start: () => Promise<Session>): Promise<void>;
  /** A user typed lines that may have changed the engine's position: the engine is sent the game's position again. */
  resynchronise(session: Session): void;
  /** The session has left the list, or its engine the library: it is asked nothing more. */
  forget?(session: Session): void;
}

/** Owns sessions that nothing asks any more, such as that of a player who was replaced. */
const unowned: SessionOwner = {
  owns: () => true,
  restart: async (_, start) => void (await start()),
  resynchronise: (session) => void session.request({ kind: 'resynchronise' }),
};

export const ownerAmong = (owners: readonly SessionOwner[], session: Session): SessionOwner =>
  owners.find((owner) => owner.owns(session)) ?? unowned;
