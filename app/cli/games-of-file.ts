/** The games of a file in any form. */
import { GamesReader } from '../records/forms/games-reader.ts';
import type { TextSource } from '../library/text-source.ts';
import type { Reading } from '../records/forms/reading.ts';
import { decideForm, type WantedForm } from './deciding.ts';

type Decided = Awaited<ReturnType<typeof decideForm>>;

/**
 * In order, one at a time; those with faults too.
 * @param signal ends the reading
 * @param source of the text, if it was opened before
 * @throws Exit if no form fits, or two that differ; the signal's reason
 */
export async function* gamesOf(
  path: string,
  wanted: WantedForm,
  signal?: AbortSignal,
  source?: TextSource,
): AsyncGenerator<Reading> {
  yield* readingsOf(await decideForm(path, wanted, signal, source));
}

/** The games of a text whose form is decided. */
export async function* readingsOf({ candidate, pieces }: Decided): AsyncGenerator<Reading> {
  const reader = new GamesReader(candidate);
  for await (const piece of pieces) yield* reader.push(piece);
  yield* reader.end();
}
