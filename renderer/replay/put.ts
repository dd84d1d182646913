/** Takes the position of a line to the board of the window, as a new game. */
import type { App } from '../state/app.svelte.ts';
import type { ReplayModel } from './model.svelte.ts';
import { closeReplay } from './open.svelte.ts';

/** Leaves the replay where the host takes it. */
export async function putOnBoard(app: App, model: ReplayModel): Promise<void> {
  const { board } = model;
  if (board === null) return;
  const { rules, position, setup } = board;
  const input = { game: rules.id, setup: { ...setup }, text: rules.positionText(position) };
  const done = await app.run(
    app.client.game.create(input).then(() => true),
    'game',
  );
  if (!done) return;
  closeReplay();
  app.toast({
    text: 'The position of the recording is on the board.',
    tone: 'ok',
    action: { label: 'Undo', run: () => void app.run(app.client.game.undo()) },
  });
}
