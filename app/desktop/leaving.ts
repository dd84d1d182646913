/** Closing the window: what would be lost, and games with changes that are not in their files, are asked about. */
import { dialog, type BrowserWindow } from 'electron';
import type { Core } from '../api/core.ts';
import type { OpenGame } from '../play/open-game.ts';

/** Games that are named in the question. */
const mostNamed = 5;

/**
 * Whether the window may be closed: nothing is unsaved, or the user has decided.
 * @param storeTyped stores what was typed in the page, which may change a game; resolves with whether it could not
 */
export async function mayLeave(
  window: BrowserWindow,
  core: Core,
  storeTyped: () => Promise<boolean>,
): Promise<boolean> {
  if ((await storeTyped()) && !(await mayLose(window))) return false;
  return mayLeaveUnsaved(window, core);
}

/** Whether the user gives up what was typed and could not be stored. */
async function mayLose(window: BrowserWindow): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: 'What you typed last could not be stored.',
    detail: 'It is lost if Plywire is closed now. Copy it, or change it until Plywire takes it.',
    buttons: ['Close and lose it', 'Back to the window'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
}

/** Games with unsaved changes are asked about once for all of them. */
async function mayLeaveUnsaved(window: BrowserWindow, core: Core): Promise<boolean> {
  const unsaved = core.files.unsaved();
  if (unsaved.length === 0) return true;
  const names = unsaved.map((game) => core.files.fileOf(game)!.name);
  const [only] = names;
  const more = names.length > mostNamed ? [`and ${names.length - mostNamed} more`] : [];
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message:
      names.length === 1
        ? `Save the changes to ${only}?`
        : `Save the changes to ${names.length} games in their files?`,
    detail: `${names.length === 1 ? '' : `${[...names.slice(0, mostNamed), ...more].join('\n')}\n\n`}Without saving, Plywire keeps the changes and has them at the next start; the files do not.`,
    buttons: [names.length === 1 ? 'Save' : 'Save all', 'Close without saving', 'Cancel'],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
  });
  if (response === 2) return false;
  if (response === 1) return true;
  for (const game of unsaved) {
    const fault = await faultOfSaving(core, game);
    if (fault === null) continue;
    core.games.show(game.key);
    await dialog.showMessageBox(window, {
      type: 'warning',
      message: 'Not everything was saved.',
      detail: `${fault}\n\nThe game is on the board: save it with Ctrl+S, or as another file with Ctrl+Shift+S.`,
      buttons: ['Back to the game'],
      noLink: true,
    });
    return false;
  }
  return true;
}

/** Null if the game was saved. */
async function faultOfSaving(core: Core, game: OpenGame): Promise<string | null> {
  try {
    const saving = await core.saver.save(game);
    switch (saving.kind) {
      case 'saved':
        return null;
      case 'unnamed':
        return saving.reason;
      case 'asks':
        return saving.words;
    }
  } catch (error) {
    return (error as Error).message;
  }
}
