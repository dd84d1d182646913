/** What can be done with the console in front. */
import { openBundle } from '../bundle/open.svelte.ts';
import { consoles } from '../console/dock.svelte.ts';
import { goToTrouble } from '../console/trouble.ts';
import type { App } from '../state/app.svelte.ts';
import type { Command } from '../state/commands.ts';

export function consoleCommands(app: App): readonly Command[] {
  const troubled = (): boolean =>
    consoles.shown !== null && (consoles.shown.troubles.length > 0 || consoles.shown.leftOut > 0);
  const go = (way: 1 | -1): void => {
    if (consoles.shown === null) return;
    consoles.wanted = true;
    goToTrouble(app, consoles.shown, way);
  };

  return [
    {
      id: 'search-lines',
      title: 'Search the console',
      group: 'Console',
      keys: ['Ctrl+F'],
      icon: 'search',
      enabled: () => consoles.shown !== null,
      run: () => {
        consoles.wanted = true;
        consoles.shown?.search.show();
      },
    },
    {
      id: 'filter-lines',
      title: 'Filter the lines of the console',
      group: 'Console',
      keys: [],
      icon: 'filter',
      enabled: () => consoles.shown !== null,
      run: () => {
        consoles.wanted = true;
        if (consoles.shown) consoles.shown.filtering = true;
      },
    },
    {
      id: 'next-trouble',
      title: 'Go to the next oddity or error',
      group: 'Console',
      keys: ['F8'],
      icon: 'down',
      enabled: troubled,
      run: () => go(1),
    },
    {
      id: 'previous-trouble',
      title: 'Go to the oddity or error before',
      group: 'Console',
      keys: ['Shift+F8'],
      icon: 'up',
      enabled: troubled,
      run: () => go(-1),
    },
    {
      id: 'bundle',
      title: 'Make a bundle of the session in front',
      group: 'Console',
      keys: [],
      icon: 'bundle',
      enabled: () => consoles.shown !== null,
      run: () => {
        if (consoles.shown) openBundle(consoles.shown.session);
      },
    },
  ];
}
