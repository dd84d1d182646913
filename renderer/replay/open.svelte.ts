/** Which recording the window shows in the place of the game; none while it shows the game. */
import type { ReplaySource } from '../../app/api/contract.ts';
import { getApp } from '../state/app.svelte.ts';
import { ReplayModel } from './model.svelte.ts';
import type { ReplayOpening } from './opening.ts';

class Replays {
  /** The one that is shown; null while the game is. */
  shown = $state.raw<ReplayModel | null>(null);
}

export const replays = new Replays();

/** Shows a recording in the place of the board, in that of another one too. */
export function openReplay(source: ReplaySource, opening: ReplayOpening = {}): void {
  replays.shown?.close();
  const model = new ReplayModel(getApp(), source, opening);
  replays.shown = model;
  void model.open('auto');
}

/** Back to the board. */
export function closeReplay(): void {
  replays.shown?.close();
  replays.shown = null;
}
