/** The commands of what the window shows: the board, its panels, dialogs and the theme. */
import type { Settings } from '../../app/api/contract.ts';
import { isShown, overlayKey, showing } from '../board/overlay.ts';
import type { App } from '../state/app.svelte.ts';
import type { Command } from '../state/commands.ts';
import { opens } from './opens.ts';
import type { WindowState } from './window.svelte.ts';

const themes: readonly { readonly id: Settings['theme']; readonly title: string }[] = [
  { id: 'system', title: 'Follow the system theme' },
  { id: 'light', title: 'Use the light theme' },
  { id: 'dark', title: 'Use the dark theme' },
  { id: 'contrast', title: 'Use the high-contrast theme' },
];

/** @param open whether the host can be reached */
export function viewCommands(app: App, window: WindowState, open: () => boolean): readonly Command[] {
  const { game } = app;

  return [
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
    opens('sessions', 'Browse the sessions', 'View', ['Ctrl+J'], { icon: 'history', enabled: open }),
    opens('settings', 'Change the settings', 'View', ['Ctrl+,'], {
      icon: 'settings',
      enabled: () => app.settings !== null,
    }),
    opens('palette', 'Find a command', 'View', ['Ctrl+K'], { icon: 'search', enabled: () => true }),
    opens('keys', 'Show the keys', 'View', ['?'], { icon: 'help', enabled: () => true }),
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
