/** Finds out of which form a text is that comes in pieces, from as little of it as decides. */
import { deciderOf, type Decision } from '../records/forms/decide.ts';
import { candidatesOf } from '../records/forms/registry.ts';
import type { TextSource } from './text-source.ts';

/** In characters: a form is decided from so much of a text, and from more only if two of them still fit. */
const decidingLength = 1024 * 1024;

/** In characters: what is read by all forms at once, between two pauses. */
const pieceLength = 4 * 1024;

export interface Decided {
  readonly decision: Decision;
  /** The whole text, from its beginning. */
  readonly pieces: AsyncIterable<string>;
}

/**
 * @param wanted ids of a form and a game, or null for any
 * @param pause called between pieces; it may throw to cancel
 * @param enough in characters: from so much it is decided if nothing else still fits
 */
export async function decideSource(
  source: TextSource,
  wanted: { readonly form: string | null; readonly game: string | null },
  pause?: () => Promise<void>,
  enough = decidingLength,
): Promise<Decided> {
  const [only, ...others] = candidatesOf(wanted.form, wanted.game);
  if (only !== undefined && others.length === 0) {
    return { decision: { kind: 'one', candidate: only, fits: true }, pieces: source.pieces() };
  }
  const decider = deciderOf(wanted);
  const pieces = source.pieces()[Symbol.asyncIterator]();
  const held: string[] = [];
  let length = 0;
  let isWhole = false;
  const isDecided = (): boolean =>
    length >= enough && decider.hasGames && (!source.isRepeatable || decider.isSettled);
  while (!isDecided()) {
    const { value, done } = await pieces.next();
    if (done === true) {
      isWhole = true;
      break;
    }
    for (let from = 0; from < value.length; from += pieceLength) {
      const piece = value.slice(from, from + pieceLength);
      length += piece.length;
      decider.push(piece);
      await pause?.();
      // What is left of this one is read by the form alone.
      if (source.isRepeatable && isDecided()) break;
    }
    if (!source.isRepeatable) held.push(value);
  }
  const decision = decider.decide(isWhole);
  if (!source.isRepeatable) return { decision, pieces: joined(held, pieces) };
  await pieces.return?.();
  return { decision, pieces: source.pieces() };
}

async function* joined(held: readonly string[], rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield* held;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}
