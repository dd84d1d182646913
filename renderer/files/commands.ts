/** The commands that open, save and close files. */
import { desktopBridge } from '../host/desktop.ts';
import type { App } from '../state/app.svelte.ts';
import type { Command } from '../state/commands.ts';
import { dialogs } from '../state/dialogs.svelte.ts';
import { chooseFile } from './opening.ts';
import { closeGame, save, saveAs } from './saving.ts';

export function fileCommands(app: App): readonly Command[] {
  const open = (): boolean => app.connection === 'open' && app.state !== null;
  const shown = (): string => app.state!.game.key;
  const command = (
    id: string,
    title: string,
    keys: readonly string[],
    run: () => void,
    more: Partial<Command> = {},
  ): Command => ({ id, title, group: 'Game', keys, enabled: open, run, ...more });

  return [
    command('open-file', 'Open a file …', ['Ctrl+O'], () => void chooseFile(app), { icon: 'folder' }),
    command('open-recent', 'Open a recent file …', ['Ctrl+Shift+O'], () => dialogs.open('open-file'), {
      icon: 'history',
    }),
    command('save', 'Save', ['Ctrl+S'], () => void save(app, shown()), { icon: 'save' }),
    command('save-as', 'Save as …', ['Ctrl+Shift+S'], () => void saveAs(app, shown())),
    // The system's dialog has the usual forms; ours has them all.
    ...(desktopBridge() === null
      ? []
      : [
          command('save-form', 'Save in another form …', [], () =>
            dialogs.open('save-as', { game: shown(), reason: '', done: () => undefined }),
          ),
        ]),
    command('close-game', 'Close the game', ['Ctrl+F4'], () => void closeGame(app, shown()), {
      icon: 'close',
      enabled: () => open() && app.state?.games.find(({ id }) => id === shown())?.isEmpty === false,
    }),
  ];
}
