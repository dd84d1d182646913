/** The name of a file that a game is saved in, which says its form. */
import { stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { MessageBoxOptions } from 'electron';
import type { Extension } from '../records/forms/registry.ts';

/** Files that games are written into. */
export const targets: Readonly<Record<Extension, string>> = {
  sgf: 'SGF: everything that a game holds',
  pgn: 'PGN',
  txt: 'A list of moves',
};

/** Shows a question of the system. @returns the index of the button that was pressed */
export type Ask = (options: MessageBoxOptions) => Promise<number>;

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/**
 * The path of a new file with the extension of its form. On Linux the system's dialog adds none for the type that was
 * chosen in it, and does not say which one that was.
 * @returns null if the user changed their mind
 */
export async function withForm(path: string, ask: Ask): Promise<string | null> {
  // The user has agreed to replace an existing file, whatever its name.
  if (extname(path).slice(1).toLowerCase() in targets || (await exists(path))) return path;
  const extensions = Object.keys(targets);
  const form = await ask({
    type: 'question',
    message: `Save ${basename(path)} in which form?`,
    detail:
      'The end of a name says the form. This one has none of those that Plywire writes, and is given it.',
    buttons: [...Object.entries(targets).map(([extension, name]) => `${name} (.${extension})`), 'Cancel'],
    defaultId: 0,
    cancelId: extensions.length,
    noLink: true,
  });
  const extension = extensions[form];
  if (extension === undefined) return null;
  const named = `${path}.${extension}`;
  if (!(await exists(named))) return named;
  // The system's dialog has asked about the name without it.
  const may = await ask({
    type: 'question',
    message: `Replace ${basename(named)}?`,
    detail: 'A file of this name exists. What it holds is lost.',
    buttons: ['Replace', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  });
  return may === 0 ? named : null;
}
