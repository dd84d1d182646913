import { stat } from 'node:fs/promises';
import type { Core } from '../core.ts';
import { nameOf, formOfName, pathIn } from '../saving.ts';
import { os } from './base.ts';

const { files } = os;

/** The path to save to in a folder. @throws Refused if the name is that of a link to a file outside the allowed folders */
async function placeIn({ picker }: Core, folder: string, name: string): Promise<string> {
  const path = pathIn(await picker.path(folder), name);
  const isThere = await stat(path).catch(() => null);
  if (isThere !== null) await picker.path(picker.idOf(path));
  return path;
}

export const fileHandlers = {
  roots: files.roots.handler(({ context: { core } }) => core.picker.roots()),
  list: files.list.handler(({ input, context: { core } }) => core.picker.list(input.folder)),
  open: files.open.handler(({ input: { file, number, as }, context: { core }, signal }) =>
    core.files.open(file, { number, as }, signal),
  ),
  paste: files.paste.handler(({ input: { text, name, as, like }, context: { core }, signal }) =>
    core.files.paste(text, { name: name ?? null, as, like }, signal),
  ),
  games: files.games.handler(({ input: { file, as, from, count }, context: { core } }) =>
    core.files.list(file, as, from - 1, count),
  ),
  recent: files.recent.handler(({ context: { core } }) => core.files.recent()),
  forget: files.forget.handler(({ input, context: { core } }) => core.files.forget(input.file)),
  forgetForm: files.forgetForm.handler(({ input, context: { core } }) => core.files.forgetForm(input.file)),
  save: files.save.handler(({ input: { game, consents }, context: { core } }) =>
    core.saver.save(core.games.get(game), consents),
  ),
  saveAs: files.saveAs.handler(async ({ input: { game, to, form, consents }, context: { core } }) => {
    const path =
      to.kind === 'chosen' ? await core.picker.target(to.file) : await placeIn(core, to.folder, to.name);
    return core.saver.saveAs(core.games.get(game), path, form ?? formOfName(path), consents);
  }),
  forms: files.forms.handler(async ({ input, context: { core } }) => {
    const game = core.games.get(input.game);
    const forms = core.saver.formsOf(game);
    return { name: nameOf(game), folder: await core.files.folderFor(game), forms };
  }),
  text: files.text.handler(({ input: { game, form }, context: { core } }) =>
    core.saver.text(core.games.get(game), form),
  ),
};
