/** Which engine the dialog of the check is about: cards, commands and messages open it from anywhere. */
import { CheckModel } from './model.svelte.ts';

class CheckWindow {
  open = $state(false);
  /** Null lets the dialog take the first engine. */
  engine = $state<string | null>(null);
  /** By engine; a check goes on while the dialog is closed. */
  readonly #models = new Map<string, CheckModel>();

  of(engine: string): CheckModel {
    let model = this.#models.get(engine);
    if (model === undefined) {
      model = new CheckModel(engine);
      this.#models.set(engine, model);
    }
    return model;
  }
}

export const checkWindow = new CheckWindow();

/** Opens the check of an engine against its protocol's text; of the one that was looked at last where none is named. */
export function openCheck(engine?: string, protocol?: string): void {
  if (engine !== undefined) {
    checkWindow.engine = engine;
    const model = checkWindow.of(engine);
    if (protocol !== undefined && !model.running) model.protocol = protocol;
  }
  checkWindow.open = true;
}
