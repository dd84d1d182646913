/** Which sessions have a console, and which of them is in front. */
import { ConsoleModel } from './model.svelte.ts';

class Consoles {
  /** The session in front; null lets the newest be. */
  front = $state<string | null>(null);
  /** The one in front is to be seen: the window opens the dock and takes this back. */
  wanted = $state(false);
  /** The console in front, whatever brought it there. */
  shown = $state.raw<ConsoleModel | null>(null);
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
    for (const [session, model] of this.#models) {
      if (sessions.has(session)) continue;
      model.close();
      this.#models.delete(session);
    }
  }
}

export const consoles = new Consoles();

/** Brings the console of a session to the front, and has the dock opened where it is folded. */
export function showConsole(session: string): void {
  consoles.front = session;
  consoles.wanted = true;
}
