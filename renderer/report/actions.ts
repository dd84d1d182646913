/** What can be done with a report: jump between errors, and save its page. */
import type { App } from '../state/app.svelte.ts';
import { download } from '../ui/browser.ts';
import { errorsOf } from './report.ts';

/** Shows the next or previous error, from the move shown on and around the ends. */
export async function showNextError(app: App, by: 1 | -1): Promise<void> {
  const { state, game } = app;
  const errors = state === null ? [] : errorsOf(state);
  if (state === null || errors.length === 0) return;
  const shown = errors.findIndex(({ node }) => node === state.game.shown);
  const ply = game.cursor;
  const next =
    shown !== -1
      ? errors.at((shown + by) % errors.length)
      : by === 1
        ? (errors.find((error) => error.ply > ply) ?? errors[0])
        : (errors.findLast((error) => error.ply < ply) ?? errors.at(-1));
  await game.show(next!.node);
}

export async function savePage(app: App): Promise<void> {
  const page = await app.run(app.client.report.page());
  if (page) download(page.name, new Blob([page.text], { type: 'text/html;charset=utf-8' }));
}
