/** From one line that something is wrong with to the next. */
import { openReplay } from '../replay/open.svelte.ts';
import type { App } from '../state/app.svelte.ts';
import type { ConsoleModel } from './model.svelte.ts';

/** Among the lines of the view; where it ends and the journal has more, that is said, and offered. */
export function goToTrouble(app: Pick<App, 'toast'>, model: ConsoleModel, way: 1 | -1): void {
  const further = model.goToTrouble(way);
  if (further || model.leftOut === 0) return;
  app.toast({
    text: `The view has no ${way === 1 ? 'later' : 'earlier'} oddity or error, and not every line of this session.`,
    advice: 'The replay of its journal has them all.',
    tone: 'info',
    action: {
      label: 'Open in replay',
      run: () => openReplay({ kind: 'journal', journal: model.session }),
    },
  });
}
