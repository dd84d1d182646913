/** That lines typed by hand may leave an engine elsewhere than the board shows: said once in a window. */
import type { SessionState } from '../../app/api/contract.ts';
import type { App } from '../state/app.svelte.ts';

class Warning {
  /** A person has read it. */
  read = $state(false);
}

export const warning = new Warning();

/** Sessions that are brought to a place of the game on the board, over and over. */
export const followsAPlace = ({ purpose }: Pick<SessionState, 'purpose'>): boolean =>
  purpose !== 'contact' && purpose !== 'command line';

/** It runs, and there is a place to bring it to. */
export const canResynchronise = (session: SessionState): boolean =>
  session.ending === null && followsAPlace(session);

/** Tells the engine its place and options anew. Whoever asks for that knows what the warning says. */
export function resynchronise(app: App, session: string): void {
  warning.read = true;
  void app.run(app.client.sessions.resynchronise({ session }));
}
