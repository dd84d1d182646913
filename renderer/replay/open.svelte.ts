/** The recording that the window shows in place of the game, and the functions that open and leave it. */
import type { ReplaySource } from '../../app/api/contract.ts';
import { isBare } from '../../app/records/tree.ts';
import { type App, getApp } from '../state/app.svelte.ts';
import { ReplayModel, type ReplayOpening } from './model.svelte.ts';

class Replays {
  /** The recording that is shown; null while the game is shown. */
  shown = $state.raw<ReplayModel | null>(null);
}

export const replays = new Replays();

/** Shows a recording in place of the board or of another recording. */
export function openReplay(source: ReplaySource, opening: ReplayOpening = {}): void {
  replays.shown?.close();
  const model = new ReplayModel(getApp(), source, opening);
  replays.shown = model;
  void model.open('auto');
}

/** Closes the recording and returns to the board. */
export function closeReplay(): void {
  replays.shown?.close();
  replays.shown = null;
}

/** Opens the position of the line in focus on the board as a new game; leaves the replay if the host accepts it. */
export async function putOnBoard(app: App, model: ReplayModel): Promise<void> {
  const { board } = model;
  if (board === null) return;
  const { rules, position, setup } = board;
  const input = { game: rules.id, setup: { ...setup }, text: rules.positionText(position) };
  const before = app.state?.game;
  const done = await app.run(
    app.client.games.create(input).then(() => true),
    'game',
  );
  if (!done || before === undefined) return;
  closeReplay();
  app.toast({
    text: 'The position of the recording is on the board.',
    tone: 'ok',
    ...(!isBare(before) && {
      action: { label: 'Back', run: () => void app.run(app.client.games.show({ game: before.key })) },
    }),
  });
}

export const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
