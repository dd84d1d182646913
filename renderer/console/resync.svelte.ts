/** The warning that typed lines may bring an engine out of step with the board: shown once in a window. */
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

/** Sends the engine its position and options again. A user who asks for that needs no warning any more. */
export function resynchronise(app: App, session: string): void {
  warning.read = true;
  void app.run(app.client.sessions.resynchronise({ session }));
}
