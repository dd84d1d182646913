/** Saves games into the user's files. Whatever is not a plain save is asked first. */
import type { GameHeader, SaveConsent, Saving } from '../../app/api/contract.ts';
import { desktopBridge } from '../host/desktop.ts';
import type { App } from '../state/app.svelte.ts';
import { dialogs, type SaveWay } from '../state/dialogs.svelte.ts';
import { storeDrafts } from '../state/drafts.ts';
import { download } from '../ui/browser.ts';
import { visible } from '../ui/visible.ts';

/** Open games that are not as their files have them. */
export const unsavedGames = (app: App): readonly GameHeader[] =>
  (app.state?.games ?? []).filter(({ file }) => file?.isUnsaved === true);

/** Saves a game in the file that it is from; a game from no file is given one. Resolves with whether it was saved. */
export async function save(app: App, game: string): Promise<boolean> {
  return settle(app, game, null, []);
}

/** Saves a game in another file: chosen in the system's dialog if the desktop provides one. */
export async function saveAs(app: App, game: string, reason = ''): Promise<boolean> {
  const bridge = desktopBridge();
  if (bridge === null) return new Promise((done) => dialogs.open('save-as', { game, reason, done }));
  const named = await app.run(app.client.files.forms({ game }));
  if (named === undefined) return false;
  const name = fileNameOf(app, game) ?? `${named.name}.sgf`;
  const file = await bridge.chooseTarget(name);
  // The system's dialog has asked whether an existing file may be replaced, and knows of no games in it.
  return file === null ? false : settle(app, game, { to: { kind: 'chosen', file } }, ['exists']);
}

const fileNameOf = (app: App, game: string): string | null =>
  app.state?.games.find(({ id }) => id === game)?.file?.name ?? null;

/** Saves, asks what has to be asked, and saves with the user's consent. */
export async function settle(
  app: App,
  game: string,
  way: SaveWay,
  consents: readonly SaveConsent[],
): Promise<boolean> {
  await storeDrafts();
  const { files } = app.client;
  const call =
    way === null
      ? files.save({ game, consents: [...consents] })
      : files.saveAs({ game, ...way, consents: [...consents] });
  const saving = await app.run<Saving>(call, 'file');
  if (saving === undefined) return false;
  switch (saving.kind) {
    case 'saved': {
      const without = saving.lost.length === 0 ? '' : `, without ${saving.lost.join(', ')}`;
      app.toast({ text: `Saved ${visible(saving.name)}${without}.`, tone: 'ok', topic: 'file' });
      return true;
    }
    case 'unnamed':
      return saveAs(app, game, saving.reason);
    case 'asks':
      return new Promise((done) =>
        dialogs.open('save-question', { game, way, consents, asks: saving, done }),
      );
  }
}

/** Gives the text of a game to the browser to be kept. */
export async function downloadGame(app: App, game: string, form: string): Promise<boolean> {
  const found = await app.run(app.client.files.text({ game, form }), 'file');
  if (found === undefined) return false;
  download(found.name, new Blob([found.text], { type: 'text/plain' }));
  return true;
}

/** Closes a game; one with changes that are not in its file is asked about. */
export async function closeGame(app: App, game: string): Promise<boolean> {
  const isTyped = await storeDrafts();
  const header = app.state?.games.find(({ id }) => id === game);
  // What was typed last may not be in the state yet.
  const isUnsaved =
    header?.file?.isUnsaved === true || (isTyped && header?.file && game === app.state?.game.key);
  if (isUnsaved) {
    const decision = await new Promise<'save' | 'drop' | 'cancel'>((done) =>
      dialogs.open('unsaved', { name: header.file!.name, done }),
    );
    if (decision === 'cancel' || (decision === 'save' && !(await save(app, game)))) return false;
  }
  return (await app.run(app.client.games.close({ game }).then(() => true))) ?? false;
}
