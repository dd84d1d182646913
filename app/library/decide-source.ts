/** Finds out of which form a text is that comes in pieces, from as little of it as decides. */
import { deciderOf, type Decision } from '../records/forms/decide.ts';
import { candidatesOf } from '../records/forms/registry.ts';
import type { TextSource } from './text-source.ts';

/** In characters: a form is decided from so much of a text, and from more only if two of them still fit. */
const decidingLength = 1024 * 1024;

/** In characters: what is read by all forms at once, between two pauses. */
const pieceLength = 16 * 1024;

export interface Decided {
  readonly decision: Decision;
  /** The whole text, from its beginning. */
  readonly pieces: AsyncIterable<string>;
}

/**
 * @param wanted ids of a form and a game, or null for any
 * @param pause called between pieces; it may throw to cancel
 */
export async function decideSource(
  source: TextSource,
  wanted: { readonly form: string | null; readonly game: string | null },
  pause?: () => Promise<void>,
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
  while (length < decidingLength || !decider.hasGames || (source.isRepeatable && !decider.isSettled)) {
    const { value, done } = await pieces.next();
    if (done === true) {
      isWhole = true;
      break;
    }
    length += value.length;
    for (let from = 0; from < value.length; from += pieceLength) {
      decider.push(value.slice(from, from + pieceLength));
      await pause?.();
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
