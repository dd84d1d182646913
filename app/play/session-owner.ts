import type { Session } from '../sessions/session.ts';

/** What asks sessions about the game: the seats at the board, the analysis, the explorer of lines. */
export interface SessionOwner {
  owns(session: Session): boolean;
  /**
   * A person has the engine started once more. What is under way is taken back, and asked again afterwards, also where
   * the start fails.
   * @param start ends the process, and gives the next one
   * @throws what `start` throws
   */
  restart(session: Session, start: () => Promise<Session>): Promise<void>;
  /** A person typed lines, after which the engine may stand elsewhere: it is told anew where the game stands. */
  resynchronise(session: Session): void;
  /** It has left the list of sessions, or its engine the library: nothing more is asked of it. */
  forget?(session: Session): void;
}

/** Of a session that nothing asks any more, such as that of a player whose seat another has taken. */
const unowned: SessionOwner = {
  owns: () => true,
  restart: async (_, start) => void (await start()),
  resynchronise: (session) => void session.request({ kind: 'resynchronise' }),
};

export const ownerAmong = (owners: readonly SessionOwner[], session: Session): SessionOwner =>
  owners.find((owner) => owner.owns(session)) ?? unowned;
