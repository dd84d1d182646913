/** What can be done with a recording while it is shown; the keys of the game are at rest meanwhile. */
import type { App } from '../state/app.svelte.ts';
import type { Command } from '../state/commands.ts';
import { dialogs } from '../state/dialogs.svelte.ts';
import { copyLines } from './copy.ts';
import type { ReplayModel } from './model.svelte.ts';
import { closeReplay, putOnBoard } from './open.svelte.ts';

/** What leads to a recording from wherever one is. */
export const openingCommands = (app: App): readonly Command[] => [
  {
    ...{ id: 'open-recording', title: 'Open a recording', group: 'Replay', keys: ['Ctrl+O'] },
    ...{ icon: 'replay', enabled: () => app.connection === 'open' && app.state !== null },
    run: () => dialogs.open('open-recording'),
  },
];

/** Rows of the list that a page of it has. */
const pageRows = 20;

export function replayCommands(app: App, model: ReplayModel): readonly Command[] {
  const open = (): boolean => model.focus !== null;
  const command = (
    id: string,
    title: string,
    keys: readonly string[],
    run: () => void,
    more: Partial<Command> = {},
  ): Command => ({ id: `replay-${id}`, title, group: 'Replay', keys, enabled: open, run, ...more });

  return [
    command('play', 'Play or pause', ['Space'], () => model.player.toggle(), { icon: 'play' }),
    command('next', 'Next line', ['Right', 'Down'], () => model.step(1), { icon: 'next' }),
    command('previous', 'Previous line', ['Left', 'Up'], () => model.step(-1), { icon: 'previous' }),
    command('page-down', 'Page down', ['PageDown'], () => model.stepRows(pageRows)),
    command('page-up', 'Page up', ['PageUp'], () => model.stepRows(-pageRows)),
    command('first', 'First line', ['Home'], () => model.end(-1), { icon: 'first' }),
    command('last', 'Last line', ['End'], () => model.end(1), { icon: 'last' }),
    command('select-next', 'Select to the next line', ['Shift+Down', 'Shift+Right'], () =>
      model.step(1, 'line', true),
    ),
    command('select-previous', 'Select to the previous line', ['Shift+Up', 'Shift+Left'], () =>
      model.step(-1, 'line', true),
    ),
    command('select-page-down', 'Select to the next page', ['Shift+PageDown'], () =>
      model.stepRows(pageRows, true),
    ),
    command('select-page-up', 'Select to the previous page', ['Shift+PageUp'], () =>
      model.stepRows(-pageRows, true),
    ),
    command('select-first', 'Select to the first line', ['Shift+Home'], () => model.end(-1, true)),
    command('select-last', 'Select to the last line', ['Shift+End'], () => model.end(1, true)),
    command('select-all', 'Select all lines', ['Ctrl+A'], () => model.selectAll()),
    command(
      ...(['next-notable', 'Next oddity, silence, illegal move or fault', ['N']] as const),
      () => model.step(1, 'trouble'),
      // Also before there is a line: it is gone to once it is known.
      { enabled: () => model.trouble === null },
    ),
    command('previous-notable', 'Previous oddity, silence, illegal move or fault', ['P'], () =>
      model.step(-1, 'trouble'),
    ),
    command('next-place', 'Next position', ['.'], () => model.step(1, 'place')),
    command('previous-place', 'Previous position', [','], () => model.step(-1, 'place')),
    command('pair', 'Go from a request to its answer, or back', ['Enter'], () => model.goToPair()),
    command('copy', 'Copy the selected lines', ['Ctrl+C'], () => void copyLines(app, model), {
      native: true,
      icon: 'copy',
    }),
    command('put', 'Open the position on the board', ['B'], () => void putOnBoard(app, model), {
      icon: 'board',
    }),
    command('close', 'Back to the board', ['Esc'], closeReplay, { icon: 'return', enabled: () => true }),
  ];
}
