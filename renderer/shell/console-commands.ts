/** What can be done with the console in front. */
import { consoles } from '../console/dock.svelte.ts';
import type { Command } from '../state/commands.ts';

function goToTrouble(way: 1 | -1): void {
  consoles.wanted = true;
  consoles.shown?.goToTrouble(way);
}

export function consoleCommands(): readonly Command[] {
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
      enabled: () => (consoles.shown?.troubles.length ?? 0) > 0,
      run: () => goToTrouble(1),
    },
    {
      id: 'previous-trouble',
      title: 'Go to the oddity or error before',
      group: 'Console',
      keys: ['Shift+F8'],
      icon: 'up',
      enabled: () => (consoles.shown?.troubles.length ?? 0) > 0,
      run: () => goToTrouble(-1),
    },
  ];
}
