/** The command table of the window. */
import { analystWords, toggleAnalyst } from '../analysis/analysts.ts';
import { cards } from '../analysis/cards.svelte.ts';
import { restartable } from '../engines/restarts.ts';
import { copyText } from '../state/clipboard.ts';
import { isShown, overlayKey, showing } from '../board/overlay.ts';
import { fileCommands } from '../files/commands.ts';
import { pasteInto } from '../files/opening.ts';
import { rematch, swapSides } from '../game/players.ts';
import { copyPicture } from '../pictures/picture.svelte.ts';
import { saveGamePage } from '../pictures/page.ts';
import { showNextError } from '../report/actions.ts';
import { errorsOf } from '../report/report.ts';
import type { App } from '../state/app.svelte.ts';
import type { Command } from '../state/commands.ts';
import { dialogs } from '../state/dialogs.svelte.ts';
import type { Settings } from '../../app/api/contract.ts';
import { consoleCommands } from './console-commands.ts';
import { moveCommands } from './move-commands.ts';
import type { WindowState } from './window.svelte.ts';

const themes: readonly { readonly id: Settings['theme']; readonly title: string }[] = [
  { id: 'system', title: 'Follow the system theme' },
  { id: 'light', title: 'Use the light theme' },
  { id: 'dark', title: 'Use the dark theme' },
  { id: 'contrast', title: 'Use the high-contrast theme' },
];

export function makeCommands(app: App, window: WindowState): readonly Command[] {
  const { game, client } = app;
  const open = (): boolean => app.connection === 'open' && app.state !== null;
  const last = (): number => game.last;
  const running = (): boolean => game.state?.running ?? false;
  const hasErrors = (): boolean => app.state !== null && errorsOf(app.state).length > 0;

  return [
    {
      id: 'new',
      title: 'New game',
      group: 'Game',
      keys: ['N'],
      icon: 'plus',
      enabled: open,
      run: () => dialogs.open('new-game'),
    },
    ...fileCommands(app),
    {
      id: 'games',
      title: 'Games …',
      group: 'Game',
      keys: ['Ctrl+G'],
      icon: 'folder',
      enabled: open,
      run: () => dialogs.open('games'),
    },
    {
      id: 'library',
      title: 'Library …',
      group: 'Game',
      keys: ['Shift+G'],
      icon: 'table',
      enabled: open,
      run: () => dialogs.open('library'),
    },
    {
      id: 'set-up',
      title: 'Set up a position …',
      group: 'Game',
      keys: ['E'],
      icon: 'board',
      enabled: open,
      run: () => dialogs.open('set-up'),
    },
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
      enabled: () => open() && last() > 0,
      run: () => void rematch(app),
    },
    {
      id: 'now',
      title: 'Move now',
      group: 'Game',
      keys: ['M'],
      icon: 'send',
      enabled: () => open() && running() && game.state?.thinking !== null,
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
    {
      id: 'save-picture',
      title: 'Save a picture of the board …',
      group: 'Game',
      keys: ['I'],
      icon: 'save',
      enabled: () => game.rules !== null,
      run: () => dialogs.open('picture'),
    },
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
    ...moveCommands(app, open),
    {
      id: 'report',
      title: 'Analyse the game …',
      group: 'Moves',
      keys: ['Shift+A'],
      icon: 'audit',
      enabled: () => open() && last() > 0,
      run: () => dialogs.open('report'),
    },
    {
      id: 'next-error',
      title: 'Next error of the report',
      group: 'Moves',
      keys: ['.'],
      icon: 'next',
      enabled: () => open() && hasErrors(),
      run: () => void showNextError(app, 1),
    },
    {
      id: 'previous-error',
      title: 'Previous error of the report',
      group: 'Moves',
      keys: [','],
      icon: 'previous',
      enabled: () => open() && hasErrors(),
      run: () => void showNextError(app, -1),
    },
    {
      id: 'analyse',
      title: 'Start or stop analysis',
      group: 'Analysis',
      keys: ['A'],
      icon: 'analyse',
      enabled: open,
      run: () => void window.toggleAnalysis(),
    },
    ...window.analysts.map((one): Command => ({
      id: `analyse-${one.engine}-${one.protocol}`,
      title: `Let ${analystWords(one)} analyse, or stop it`,
      group: 'Analysis',
      keys: [],
      icon: 'analyse',
      enabled: open,
      run: () => void toggleAnalyst(app, one),
    })),
    {
      id: 'lines',
      title: 'Go to the lines of the engines',
      group: 'Analysis',
      keys: ['L'],
      enabled: () => game.analyses.some(({ report }) => report !== null),
      run: () => void cards.focusLines(app.state?.analyses ?? []),
    },
    {
      id: 'fold-engines',
      title: 'Fold or unfold the engines that analyse',
      group: 'Analysis',
      keys: ['Shift+L'],
      enabled: () => (app.state?.analyses ?? []).length > 0,
      run: () => cards.foldAll(app.state?.analyses ?? []),
    },
    {
      id: 'proofs',
      title: 'Show or hide what is proven',
      group: 'Analysis',
      keys: ['T'],
      icon: 'audit',
      enabled: () => open() && app.settings !== null,
      run: () => app.changeSettings({ proofs: !app.settings?.proofs }),
    },
    {
      id: 'restart-engines',
      title: 'Restart rebuilt and crashed engines',
      group: 'Analysis',
      keys: ['R'],
      icon: 'restart',
      enabled: () => open() && restartable(app.state).length > 0,
      run: () =>
        restartable(app.state).forEach(({ id }) => void app.run(client.sessions.restart({ session: id }))),
    },
    {
      id: 'add-engine',
      title: 'Add an engine …',
      group: 'Analysis',
      keys: ['Shift+E'],
      icon: 'plus',
      enabled: open,
      run: () => dialogs.open('add-engine'),
    },
    {
      id: 'check',
      title: 'Check an engine against its protocol',
      group: 'Analysis',
      keys: ['Shift+C'],
      icon: 'audit',
      enabled: open,
      run: () => dialogs.open('check'),
    },
    {
      id: 'flip',
      title: 'Flip the board',
      group: 'View',
      keys: ['F'],
      icon: 'flip',
      enabled: () => app.settings !== null,
      run: () => app.changeSettings({ flipped: !app.settings?.flipped }),
    },
    {
      id: 'graph',
      title: 'Show or fold the graph',
      group: 'View',
      keys: ['G'],
      enabled: () => app.settings !== null,
      run: () => app.graph.toggle(),
    },
    {
      id: 'explorer',
      title: 'Show or fold the explorer',
      group: 'View',
      keys: ['B'],
      enabled: () => app.settings !== null && app.library.games > 0,
      run: () => app.library.toggle(),
    },
    // The overlays of this game.
    ...(game.rules?.overlays ?? []).map((overlay): Command => {
      const key = overlayKey(game.rules!, overlay);
      return {
        id: `overlay-${key}`,
        title: `Show or hide ${overlay.name}`,
        group: 'View',
        keys: overlay.key === undefined ? [] : [overlay.key],
        icon: 'overlay',
        enabled: () => app.settings !== null,
        run: () => {
          const { settings } = app;
          if (settings !== null) app.changeSettings(showing(settings, key, !isShown(settings, key)));
        },
      };
    }),
    {
      id: 'dock',
      title: 'Show or hide the console',
      group: 'View',
      keys: ['Ctrl+`'],
      icon: 'dock',
      enabled: () => true,
      run: () => window.toggleDock(),
    },
    ...consoleCommands(app),
    {
      id: 'sessions',
      title: 'Browse the sessions',
      group: 'View',
      keys: ['Ctrl+J'],
      icon: 'history',
      enabled: open,
      run: () => dialogs.open('sessions'),
    },
    {
      id: 'settings',
      title: 'Change the settings',
      group: 'View',
      keys: ['Ctrl+,'],
      icon: 'settings',
      enabled: () => app.settings !== null,
      run: () => dialogs.open('settings'),
    },
    {
      id: 'palette',
      title: 'Find a command',
      group: 'View',
      keys: ['Ctrl+K'],
      icon: 'search',
      enabled: () => true,
      run: () => dialogs.open('palette'),
    },
    {
      id: 'keys',
      title: 'Show the keys',
      group: 'View',
      keys: ['?'],
      icon: 'help',
      enabled: () => true,
      run: () => dialogs.open('keys'),
    },
    ...themes.map(({ id, title }): Command => ({
      id: `theme-${id}`,
      title,
      group: 'View',
      keys: [],
      icon: 'theme',
      enabled: () => app.settings !== null && app.settings.theme !== id,
      run: () => app.changeSettings({ theme: id }),
    })),
  ];
}
