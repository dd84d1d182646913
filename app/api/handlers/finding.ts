import { stat } from 'node:fs/promises';
import type { HitPage } from '../../replay/search.ts';
import { BadQuery } from '../../replay/searcher.ts';
import { BadJournal } from '../../sessions/journal/reader.ts';
import { Refused } from '../../shapes/refused.ts';
import type { SearchEvent } from '../contract.ts';
import type { Core } from '../core.ts';
import { journalNow } from '../kept-journals.ts';
import { refusing } from '../refusal.ts';
import { withProgress } from '../progress.ts';
import { os } from './base.ts';
import type { LineQuery } from '../../shapes/recordings.ts';

const { finding } = os;

/** The number of characters after which an answer with lines ends; the last line, of up to 64 KiB, may exceed it. */
const mostCharacters = 256 * 1024;

/** Milliseconds between two progress events of a search. */
export const progressPause = 100;

/** Turns the errors of a search into refusals. */
export async function asRefusal<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof BadQuery) throw new Refused(error.message, error.advice);
    if (error instanceof BadJournal) throw new Refused(error.message, 'The file may have been damaged.');
    throw error;
  }
}

export const findingHandlers = {
  search: finding.search.handler(async ({ input, context: { core }, signal }) => {
    const { journal, query, ...page } = input;
    return refusing(
      search(core, await journalNow(core.sessionRegistry, core.home.journals, journal), query, page, signal),
    );
  }),
  lines: finding.lines.handler(async ({ input, context: { core }, signal }) => {
    const path = await journalNow(core.sessionRegistry, core.home.journals, input.journal);
    const { from, count } = input;
    return asRefusal(core.searcher.lines(path, from, count, mostCharacters, signal));
  }),
};

async function* search(
  core: Core,
  path: string,
  query: LineQuery,
  page: HitPage,
  signal?: AbortSignal,
): AsyncGenerator<SearchEvent> {
  const of = (await stat(path)).size;
  let bytes = 0;
  const searching = core.searcher.search(path, query, page, signal, (reached) => (bytes = reached));
  const progress = () => ({ kind: 'progress', bytes, of: Math.max(of, bytes) }) as const;
  yield { kind: 'found', ...(yield* withProgress(asRefusal(searching), progress, progressPause)) };
}
