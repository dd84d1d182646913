/** The game shown as a page of its own. */
import type { App } from '../state/app.svelte.ts';
import { download } from '../ui/browser.ts';

export async function saveGamePage(app: App): Promise<void> {
  const { state } = app.game;
  if (state === null) return;
  const page = await app.run(app.client.game.page({ game: state.key }));
  if (page) download(page.name, new Blob([page.text], { type: 'text/html;charset=utf-8' }));
}
