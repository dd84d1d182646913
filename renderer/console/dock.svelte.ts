/** Which sessions have a console, and which of them is in front. */
import type { App } from '../state/app.svelte.ts';
import { ConsoleModel } from './model.svelte.ts';

class Consoles {
  /** The session in front; null lets the newest be. */
  front = $state<string | null>(null);
  readonly #models = new Map<string, ConsoleModel>();

  of(session: string): ConsoleModel {
    let model = this.#models.get(session);
    if (model === undefined) {
      model = new ConsoleModel(session);
      this.#models.set(session, model);
    }
    return model;
  }

  /** Lets the lines of sessions go that are no longer listed. */
  keepOnly(sessions: ReadonlySet<string>): void {
    for (const session of this.#models.keys()) if (!sessions.has(session)) this.#models.delete(session);
  }
}

export const consoles = new Consoles();

/** Brings the console of a session to the front, and opens the dock where it was folded. */
export function showConsole(app: App, session: string): void {
  consoles.front = session;
  const layout = app.settings?.layout;
  if (layout && !layout.dockOpen) app.changeSettings({ layout: { ...layout, dockOpen: true } });
}
