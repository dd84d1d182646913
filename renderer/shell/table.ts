/** The command table of the window. */
import type { App } from '../state/app.svelte.ts';
import type { Command } from '../state/commands.ts';
import { analysisCommands } from './analysis-commands.ts';
import { consoleCommands } from './console-commands.ts';
import { gameCommands } from './game-commands.ts';
import { moveCommands } from './move-commands.ts';
import { viewCommands } from './view-commands.ts';
import type { WindowState } from './window.svelte.ts';

export function makeCommands(app: App, window: WindowState): readonly Command[] {
  /** Whether the host can be reached. */
  const open = (): boolean => app.connection === 'open' && app.state !== null;
  return [
    ...gameCommands(app, window, open),
    ...moveCommands(app, open),
    ...analysisCommands(app, window, open),
    ...viewCommands(app, window, open),
    ...consoleCommands(app),
  ];
}
