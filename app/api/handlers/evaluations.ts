import { Refused } from '../../shapes/refused.ts';
import { BadJournal } from '../../sessions/journal/reader.ts';
import type { Source, Teller } from '../../shapes/evaluations.ts';
import type { Core } from '../core.ts';
import { journalNow } from '../kept-journals.ts';
import { lineOf } from '../known.ts';
import { os } from './base.ts';

const { evaluations } = os;

const dayMilliseconds = 24 * 3600 * 1000;

export const evaluationHandlers = {
  of: evaluations.of.handler(async ({ input, context: { core } }) => {
    const { game, position } = lineOf(input);
    await core.evaluations.open();
    await core.evaluations.look();
    const found = core.evaluations.at(game, position);
    const named = new Set(found.map(({ teller }) => teller));
    return { evaluations: found, tellers: core.evaluations.tellers().filter(({ id }) => named.has(id)) };
  }),
  source: evaluations.source.handler(({ input, context: { core }, signal }) => placeOf(core, input, signal)),
  kept: evaluations.kept.handler(async ({ context: { core } }) => {
    const { evaluations: store } = core;
    await store.flush();
    await store.look();
    const counts = store.counts();
    const tellers = store
      .tellers()
      .map((teller: Teller) => ({ teller, evaluations: counts.get(teller.id) ?? 0 }));
    return { bytes: store.bytes, tellers: tellers.filter(({ evaluations: count }) => count > 0) };
  }),
  clear: evaluations.clear.handler(async ({ input: { engine, teller, origin, days }, context: { core } }) => {
    await core.evaluations.open();
    const tellers = core.evaluations.tellers();
    // Refused if there is no such engine; what one has said that was removed can be deleted all the same.
    if (engine !== undefined && !tellers.some((each) => each.engine === engine)) core.engines.get(engine);
    if (teller !== undefined && !tellers.some(({ id }) => id === teller)) {
      throw new Refused('Nothing is kept of that build.', 'It may have been deleted already.');
    }
    const before = days === undefined || days === 0 ? undefined : Date.now() - days * dayMilliseconds;
    const { entries, isPartly, disposed } = await core.evaluations.clear(
      { engine, teller, origin, before },
      (paths) => core.trash.take(paths),
    );
    return { evaluations: entries, undo: entries === 0 ? null : disposed.id, isPartly };
  }),
};

/** @throws Refused */
async function placeOf(
  core: Core,
  { session, at, nth, text }: Source,
  signal: AbortSignal | undefined,
): Promise<{ line: number; isListed: boolean }> {
  const isListed = core.sessionRegistry.get(session) !== null;
  try {
    const path = await journalNow(core.sessionRegistry, core.home.journals, session).catch((error: Error) => {
      if (!(error instanceof Refused)) throw error;
      throw new Refused(
        `The journal of session ${session} was deleted; the line was: ${text}`,
        'What the engine said about the position is kept all the same.',
      );
    });
    const line = await core.searcher.place(path, at, nth, signal);
    const [found] = line === null ? [] : await core.searcher.lines(path, line, 1, 1, signal);
    if (line !== null && found?.text.startsWith(text)) return { line, isListed };
  } catch (error) {
    if (error instanceof BadJournal) throw new Refused(error.message, 'The file may have been damaged.');
    throw error;
  }
  throw new Refused(
    `The journal of session ${session} has another line at that place.`,
    'The file was changed since, or damaged.',
  );
}
