/** Finds out of which form a file is, from no more of it than is needed. */
import { Decider, type Decision } from '../records/forms/decide.ts';
import type { Candidate } from '../records/forms/registry.ts';
import { joined, type TextSource } from './text-source.ts';

/** In characters: a form is decided from so much of a text, and from more only if two of them still fit. */
const decidingLength = 1024 * 1024;

/** In characters: what is read by all forms at once, between two pauses. */
const pieceLength = 4 * 1024;

export interface Deciding {
  /** Called between pieces; it may throw to cancel. */
  readonly pause?: () => Promise<void>;
  /** In characters: from so much it is decided if nothing else still fits. */
  readonly enough?: number;
}

/** What was decided, and the text from its beginning. */
export type DecidedText =
  | { readonly kind: 'one'; readonly candidate: Candidate; readonly pieces: AsyncIterable<string> }
  | Exclude<Decision, { kind: 'one' }>;

/**
 * @param possible the forms that come into question, at least one
 * @throws Error of the file system
 */
export async function decideText(
  source: TextSource,
  possible: readonly Candidate[],
  { pause, enough = decidingLength }: Deciding = {},
): Promise<DecidedText> {
  const [only] = possible;
  if (only !== undefined && possible.length === 1) {
    return { kind: 'one', candidate: only, pieces: source.pieces() };
  }
  const decider = new Decider(possible);
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
  if (decision.kind !== 'one' || source.isRepeatable) await pieces.return?.();
  if (decision.kind !== 'one') return decision;
  const { candidate } = decision;
  return { kind: 'one', candidate, pieces: source.isRepeatable ? source.pieces() : joined(held, pieces) };
}

/** Why a file cannot be read, as the end of a sentence that begins with its name. */
export function undecidedWords(decision: Exclude<Decision, { kind: 'one' }>): string {
  switch (decision.kind) {
    case 'empty':
      return 'has no game';
    case 'other':
      return `holds a game of ${decision.game.name}`;
    case 'several': {
      const names = decision.candidates.map(({ form }) => form.id);
      return `can be read in ${names.length} ways, as ${names.join(' or ')} (${decision.difference})`;
    }
    case 'none': {
      const { nearest } = decision;
      if (nearest === null) return 'is of no form that Plywire reads';
      const { form, game, fault } = nearest;
      const where = `line ${fault.line}, column ${fault.column}`;
      const nearestForm = form.games.length === 1 || game === null ? form.id : `${form.id} of ${game.name}`;
      return `is of no form that Plywire reads. The nearest is ${nearestForm}, ${where}: ${fault.why}`;
    }
  }
}
