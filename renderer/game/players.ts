/** What is done with both players of a game at once. */
import type { App } from '../state/app.svelte.ts';

/** Lets the players change sides; play that ran, or runs by itself between a human and an engine, goes on. */
export async function swapSides({ game }: App): Promise<void> {
  const [first, second] = [game.playerWanted(0), game.playerWanted(1)];
  if (first === undefined || second === undefined) return;
  await game.setPlayer(0, second);
  await game.setPlayer(1, first);
}

/** Starts a new game from the same start position, with the sides changed; the finished one stays open. */
export async function rematch(app: App): Promise<void> {
  const { game } = app;
  const { state, line } = game;
  if (state === null || line === null) return;
  const [first, second] = state.players;
  const started = await game.create({
    game: state.gameId,
    setup: state.setup,
    ...(line.start === null ? {} : { text: line.start }),
  });
  if (!started) return;
  await game.setPlayer(0, second);
  await game.setPlayer(1, first);
  if (first.kind === 'engine' || second.kind === 'engine') await game.start();
}
