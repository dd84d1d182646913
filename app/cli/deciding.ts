/** Which form a file is of, for commands that read games. */
import { decideText, undecidedWords, type DecidedText, type Deciding } from '../library/text-form.ts';
import { textSource, type TextSource } from '../library/text-source.ts';
import { candidatesOf, forms, type Candidate } from '../records/forms/registry.ts';
import { LongLoop } from '../sessions/long-loop.ts';
import { Exit, exitCodes, inputName, unreadable } from './exit.ts';

export interface WantedForm {
  /** An id, or `auto`. */
  readonly from: string;
  readonly game?: string | undefined;
}

/**
 * @param path or `-` for the standard input
 * @param signal ends the reading of it, here and later
 * @param opened the source of its text, if it was opened before
 * @returns pieces that end with an Exit if the file cannot be read on
 * @throws Exit if it cannot be read, if no form fits, or two that differ; the signal's reason
 */
export async function decideForm(
  path: string,
  { from, game }: WantedForm,
  signal?: AbortSignal,
  opened?: TextSource,
): Promise<Extract<DecidedText, { kind: 'one' }>> {
  const form = from === 'auto' ? null : requireForm(from).id;
  const possible = candidatesOf(form, game ?? null);
  if (possible.length === 0) {
    throw new Exit(
      exitCodes.usage,
      `There is no form "${from}" of ${game ?? 'any game'}; see plywire convert --list.`,
    );
  }
  const loop = new LongLoop(signal);
  const pause = async (): Promise<void> => {
    if (loop.isDue) await loop.turn();
  };
  const { source, decided } = await (
    opened === undefined ? textSource(path, process.stdin, signal) : Promise.resolve(opened)
  )
    .then(async (source) => ({ source, decided: await decideText(source, possible, { pause }) }))
    .catch((error: unknown) => {
      throw unreadable(path, error);
    });
  if (decided.kind === 'one')
    return { ...decided, pieces: readable(path, pausing(decided.pieces, pause), signal) };
  const file = inputName(path);
  if (decided.kind !== 'several') {
    const isWanted = decided.kind === 'none' && game !== undefined;
    const other = isWanted ? await ofAnyGame(source, form, { pause }) : null;
    const hint = other === null ? '' : ` It reads as ${other.form.id} of ${other.game.name}.`;
    throw new Exit(exitCodes.usage, `${file} ${undecidedWords(decided)}.${hint}`);
  }
  const names = decided.candidates.map((each) => `--from ${each.form.id} --game ${each.game.id}`);
  throw new Exit(
    exitCodes.usage,
    `${file} can be read in ${names.length} ways (${decided.difference}). Say which one with ${names.join(', or ')}.`,
  );
}

/** What a text is that was not a game of the wanted kind; null if that is not one form of one game. @throws Exit */
async function ofAnyGame(
  source: TextSource,
  form: string | null,
  deciding: Deciding,
): Promise<Candidate | null> {
  const possible = candidatesOf(form, null);
  // A single form would be taken without a look at the text, which may be gone.
  if (possible.length < 2 || !source.isRepeatable) return null;
  const decided = await decideText(source, possible, deciding).catch((error: unknown) => {
    throw unreadable(source.name, error);
  });
  return decided.kind === 'one' ? decided.candidate : null;
}

/** Pieces that were held while the form was decided come without a pause. */
async function* pausing(pieces: AsyncIterable<string>, pause: () => Promise<void>): AsyncGenerator<string> {
  for await (const piece of pieces) {
    yield piece;
    await pause();
  }
}

/** @throws Exit if the file cannot be read on; the signal's reason */
async function* readable(
  path: string,
  pieces: AsyncIterable<string>,
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  try {
    yield* pieces;
  } catch (error) {
    signal?.throwIfAborted();
    throw unreadable(path, error);
  }
}

/** @throws Exit */
export function requireForm(id: string) {
  const form = forms.get(id);
  if (form) return form;
  throw new Exit(exitCodes.usage, `There is no form "${id}"; known forms: ${[...forms.keys()].join(', ')}.`);
}
