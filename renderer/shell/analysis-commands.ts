/** The commands of reports, analysis and engines. */
import { analystWords, toggleAnalyst } from '../analysis/analysts.ts';
import { cards } from '../analysis/cards.svelte.ts';
import { restartable } from '../engines/restarts.ts';
import { showNextError } from '../report/actions.ts';
import { errorsOf } from '../report/report.ts';
import type { App } from '../state/app.svelte.ts';
import type { Command } from '../state/commands.ts';
import { opens } from './opens.ts';
import type { WindowState } from './window.svelte.ts';

/** @param open whether the host can be reached */
export function analysisCommands(app: App, window: WindowState, open: () => boolean): readonly Command[] {
  const { game, client } = app;
  const hasErrors = (): boolean => app.state !== null && errorsOf(app.state).length > 0;

  return [
    opens('report', 'Analyse the game …', 'Moves', ['Shift+A'], {
      icon: 'audit',
      enabled: () => open() && game.last > 0,
    }),
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
    opens('add-engine', 'Add an engine …', 'Analysis', ['Shift+E'], { icon: 'plus', enabled: open }),
    opens('check', 'Check an engine against its protocol', 'Analysis', ['Shift+C'], {
      icon: 'audit',
      enabled: open,
    }),
  ];
}
