/** From one line that something is wrong with to the next. */
import { openReplay } from '../replay/open.svelte.ts';
import type { ReplayPlace } from '../replay/opening.ts';
import type { App } from '../state/app.svelte.ts';
import type { ConsoleLine } from './lines.ts';
import type { ConsoleModel } from './model.svelte.ts';

/** Where a replay of the journal goes on from a line of the view; without one, at the end that it was looked for from. */
function placeBeside(model: ConsoleModel, from: ConsoleLine | null, way: 1 | -1): ReplayPlace {
  const newest = model.store.slice(model.store.size - 1)[0];
  const line = from ?? (way === -1 ? newest : undefined);
  return { seconds: line?.at ?? 0, beside: { way, text: line?.text ?? '' } };
}

/**
 * Among the lines of the view. Where it ends and the journal has more, that is said, and offered; so it is at the first
 * one that the view has, where nobody came to it from another one: there may be others before.
 */
export function goToTrouble(app: Pick<App, 'toast'>, model: ConsoleModel, way: 1 | -1): void {
  const { further, from } = model.goToTrouble(way);
  const isFirst = further && way === 1 && from === null;
  if ((further && !isFirst) || !model.isPartial) return;
  const { session } = model;
  const none = `no ${way === 1 ? 'later' : 'earlier'} oddity or error`;
  if (session === null) {
    app.toast({
      text: isFirst
        ? 'This is the first oddity or error in this view of all sessions.'
        : `This view of all sessions has ${none}.`,
      advice: 'The tab of a session has older lines, and its replay has all of them.',
      tone: 'info',
    });
    return;
  }
  const at = placeBeside(model, from, way);
  app.toast({
    text: isFirst
      ? 'This is the first oddity or error in the view. The view does not have all lines of this session.'
      : `The view has ${none}. It does not have all lines of this session.`,
    advice: `The replay has all lines and opens at the ${isFirst ? 'first one' : 'next one'}.`,
    tone: 'info',
    action: {
      label: 'Open in replay',
      run: () => openReplay({ kind: 'journal', journal: session }, { at }),
    },
  });
}
