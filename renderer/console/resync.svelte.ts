/** That lines typed by hand may leave an engine elsewhere than the board shows: said once in a window. */
import type { SessionState } from '../../app/api/contract.ts';
import type { App } from '../state/app.svelte.ts';

class Warning {
  /** A person has read it. */
  read = $state(false);
}

export const warning = new Warning();

/** It runs, and there is a place to bring it to. */
export const canResynchronise = ({ ending, followsPlace }: SessionState): boolean =>
  ending === null && followsPlace;

/** Tells the engine its place and options anew. Whoever asks for that knows what the warning says. */
export function resynchronise(app: App, session: string): void {
  warning.read = true;
  void app.run(app.client.sessions.resynchronise({ session }));
}
