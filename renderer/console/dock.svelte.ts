/** The consoles of all sessions, and which of them is in front. */
import { AllModel } from './all.svelte.ts';
import { ConsoleModel } from './model.svelte.ts';

/** Stands for all sessions in place of an id. */
export const everySession = 'all';

class Consoles {
  /** The session in front; null lets the newest be. */
  front = $state<string | null>(null);
  /** The one in front is to be seen: the window opens the dock and takes this back. */
  wanted = $state(false);
  /** In all of them runs of lines of one kind are folded, and long numbers shortened. */
  brief = $state(false);
  /** The console in front. */
  shown = $state.raw<ConsoleModel | null>(null);
  readonly #models = new Map<string, ConsoleModel>();

  /** The lines of all of them. */
  all = $state.raw(this.#newAll());

  of(session: string): ConsoleModel {
    let model = this.#models.get(session);
    if (model === undefined) {
      model = new ConsoleModel(session);
      this.#models.set(session, model);
    }
    return model;
  }

  #newAll(): AllModel {
    return new AllModel((session) => this.of(session));
  }

  /** Lets the lines of sessions go that are no longer listed. */
  keepOnly(sessions: ReadonlySet<string>): void {
    for (const [session, model] of this.#models) {
      if (sessions.has(session)) continue;
      model.close();
      this.#models.delete(session);
    }
    // What was let go among others stays until the last of them goes.
    if (sessions.size > 0 || this.all.next === 0) return;
    this.all.close();
    this.all = this.#newAll();
  }
}

export const consoles = new Consoles();

/** Brings the console of a session to the front, and has the dock opened where it is folded. */
export function showConsole(session: string): void {
  consoles.front = session;
  consoles.wanted = true;
}
