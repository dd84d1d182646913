/** The commands of the console in front. */
import type { SessionState } from '../../app/api/contract.ts';
import { canResynchronise, copyRewritten, goToTrouble, resynchronise } from '../console/actions.svelte.ts';
import { consoles } from '../console/consoles.svelte.ts';
import type { App } from '../state/app.svelte.ts';
import type { Command } from '../state/commands.ts';
import { dialogs } from '../state/dialogs.svelte.ts';

export function consoleCommands(app: App): readonly Command[] {
  /** The session in front; null if the view shows all sessions. */
  const front = (): SessionState | null =>
    app.state?.sessions.find(({ id }) => id === consoles.shown?.session) ?? null;
  const ofFront = (run: (session: SessionState) => void): void => {
    const session = front();
    if (session !== null) run(session);
  };
  const troubled = (): boolean =>
    consoles.shown !== null && (consoles.shown.troubles > 0 || consoles.shown.isPartial);
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
        consoles.shown?.toggleFilter(true);
      },
    },
    {
      id: 'fold-lines',
      title: 'Fold lines of one kind and shorten long numbers in the console',
      group: 'Console',
      keys: [],
      icon: 'fold',
      enabled: () => consoles.shown !== null && app.settings !== null,
      run: () => {
        consoles.wanted = true;
        app.changeSettings({ briefConsole: !app.settings?.briefConsole });
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
      title: 'Go to the previous oddity or error',
      group: 'Console',
      keys: ['Shift+F8'],
      icon: 'up',
      enabled: troubled,
      run: () => go(-1),
    },
    {
      id: 'bundle',
      title: 'Create a bug-report bundle for this session',
      group: 'Console',
      keys: [],
      icon: 'bundle',
      enabled: () => front() !== null,
      run: () => ofFront(({ id }) => dialogs.open('bundle', { journal: id })),
    },
    {
      id: 'resynchronise',
      title: 'Resynchronise this session with the board',
      group: 'Console',
      keys: [],
      icon: 'restart',
      enabled: () => {
        const session = front();
        return session !== null && canResynchronise(session);
      },
      run: () => ofFront(({ id }) => resynchronise(app, id)),
    },
    {
      id: 'copy-script',
      title: 'Copy this session as a shell script',
      group: 'Console',
      keys: [],
      icon: 'copy',
      enabled: () => front() !== null,
      run: () => ofFront(({ id }) => void copyRewritten(app, id, 'script')),
    },
    {
      id: 'copy-fixture',
      title: 'Copy this session as a test fixture',
      group: 'Console',
      keys: [],
      icon: 'copy',
      enabled: () => front() !== null,
      run: () => ofFront(({ id }) => void copyRewritten(app, id, 'fixture')),
    },
  ];
}
