/** The commands of games: opening and closing them, play, and copies of the game shown. */
import { games } from '../../app/games/registry.ts';
import { fileCommands } from '../files/commands.ts';
import { pasteInto } from '../files/opening.ts';
import { rematch, swapSides } from '../game/players.ts';
import { saveGamePage } from '../pictures/page.ts';
import { copyPicture } from '../pictures/picture.svelte.ts';
import type { App } from '../state/app.svelte.ts';
import { copyText } from '../state/clipboard.ts';
import type { Command } from '../state/commands.ts';
import { opens } from './opens.ts';
import type { WindowState } from './window.svelte.ts';

/** @param open whether the host can be reached */
export function gameCommands(app: App, window: WindowState, open: () => boolean): readonly Command[] {
  const { game } = app;

  return [
    opens('new-game', 'New game', 'Game', ['N'], { id: 'new', icon: 'plus', enabled: open }),
    ...fileCommands(app),
    opens('games', 'Games …', 'Game', ['Ctrl+G'], { icon: 'folder', enabled: open }),
    ...[...games.values()].map(({ id, name }): Command => ({
      id: `kind-${id}`,
      title: `Go to another game: ${name}`,
      group: 'Game',
      keys: [],
      isUnlisted: true,
      icon: 'board',
      enabled: () => open() && game.state?.gameId !== id,
      run: () => void game.showKind(id),
    })),
    opens('library', 'Library …', 'Game', ['Shift+G'], { icon: 'table', enabled: open }),
    opens('set-up', 'Set up a position …', 'Game', ['E'], { icon: 'board', enabled: open }),
    {
      id: 'start',
      title: 'Start or stop play',
      group: 'Game',
      keys: ['Space', 'P'],
      icon: 'play',
      enabled: open,
      run: () => void window.togglePlay(),
    },
    {
      id: 'swap',
      title: 'Swap sides',
      group: 'Game',
      keys: ['Shift+S'],
      icon: 'swap',
      enabled: () => open() && game.state !== null,
      run: () => void swapSides(app),
    },
    {
      id: 'rematch',
      title: 'Rematch: a new game with sides swapped',
      group: 'Game',
      keys: ['Shift+N'],
      icon: 'restart',
      enabled: () => open() && game.last > 0,
      run: () => void rematch(app),
    },
    {
      id: 'now',
      title: 'Move now',
      group: 'Game',
      keys: ['M'],
      icon: 'send',
      enabled: () => open() && game.state?.running === true && game.state.thinking !== null,
      run: () => void game.moveNow(),
    },
    {
      id: 'copy-moves',
      title: 'Copy the moves',
      group: 'Game',
      keys: ['Ctrl+C'],
      native: true,
      icon: 'copy',
      enabled: () => game.state !== null,
      run: () => void copyText(app, 'moves'),
    },
    {
      id: 'copy-position',
      title: 'Copy the position',
      group: 'Game',
      keys: ['Ctrl+Shift+C'],
      icon: 'copy',
      enabled: () => game.state !== null,
      run: () => void copyText(app, 'position'),
    },
    // In the notations of other programs for this game.
    ...(game.rules?.logs ?? []).map((log): Command => ({
      id: `copy-${log.id}`,
      title: `Copy the moves as ${log.name}`,
      group: 'Game',
      keys: [],
      icon: 'copy',
      enabled: () => game.hasLog,
      run: () => void copyText(app, log),
    })),
    {
      id: 'copy-picture',
      title: 'Copy the board as an image',
      group: 'Game',
      keys: ['Shift+I'],
      icon: 'copy',
      enabled: () => game.rules !== null,
      run: () => void copyPicture(app),
    },
    opens('picture', 'Save a picture of the board …', 'Game', ['I'], {
      id: 'save-picture',
      icon: 'save',
      enabled: () => game.rules !== null,
    }),
    {
      id: 'save-page',
      title: 'Save the game as a page, which opens anywhere',
      group: 'Game',
      keys: [],
      icon: 'save',
      enabled: () => open() && game.state !== null,
      run: () => void saveGamePage(app),
    },
    {
      id: 'paste',
      title: 'Paste a game or a position',
      group: 'Game',
      keys: ['Ctrl+V'],
      native: true,
      icon: 'paste',
      enabled: open,
      run: () => void pasteInto(app),
    },
  ];
}
