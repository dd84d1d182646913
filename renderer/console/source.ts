/** Opens the line on which an engine said something. */
import type { Source } from '../../app/api/contract.ts';
import { openReplay } from '../replay/open.svelte.ts';
import type { App } from '../state/app.svelte.ts';
import { consoles } from './consoles.svelte.ts';
import type { ConsoleLine } from './lines.ts';
import type { ConsoleModel } from './model.svelte.ts';

/** In milliseconds: how long a console that was not in front has to fetch its lines. */
const patience = 1500;

/**
 * Shows the line in the console of its session, or in a replay of the journal if the console has it no more. A message
 * says so if the journal was deleted.
 */
export async function showSource(app: App, source: Source): Promise<void> {
  const found = await app.run(app.client.evaluations.source({ ...source }), 'source');
  if (found === undefined) return;
  const { line, isListed } = found;
  const { session } = source;
  if (isListed) {
    consoles.front = session;
    consoles.wanted = true;
    const model = consoles.of(session);
    // A journal counts from 1, a console from 0.
    const there = await lineOf(model, line - 1);
    if (there !== null) {
      model.visit(there);
      model.lookAt(there);
      return;
    }
  }
  openReplay({ kind: 'journal', journal: session }, { at: { line } });
}

/** Null if the console does not have the line in time. */
function lineOf(model: ConsoleModel, seq: number): Promise<ConsoleLine | null> {
  const there = (): ConsoleLine | null => model.store.line(seq) ?? null;
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      deaf();
      resolve(there());
    };
    const timer = setTimeout(finish, patience);
    const deaf = model.listen(() => {
      if (model.store.next > seq) finish();
    });
    if (model.store.next > seq) finish();
  });
}
