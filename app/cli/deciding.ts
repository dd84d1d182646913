/** Which form a file is of, for commands that read games. */
import type { TextSource } from '../library/text-source.ts';
import { deciderOf, type Decision } from '../records/forms/decide.ts';
import { candidatesOf, forms, type Candidate } from '../records/forms/registry.ts';
import { Exit, exitCodes } from './exit.ts';

export interface WantedForm {
  /** An id, or `auto`. */
  readonly from: string;
  readonly game?: string | undefined;
}

/** In characters: a form is decided from so much of a text, and from more only if two of them still fit. */
const decidingLength = 1024 * 1024;

/** A text whose form is known, from its beginning. */
export interface DecidedText {
  readonly candidate: Candidate;
  readonly pieces: AsyncIterable<string>;
}

/** @throws Exit if no form fits, or two that differ */
export async function decideForm(source: TextSource, { from, game }: WantedForm): Promise<DecidedText> {
  const form = from === 'auto' ? null : requireForm(from).id;
  const possible = candidatesOf(form, game ?? null);
  const [only] = possible;
  if (only === undefined) {
    throw new Exit(
      exitCodes.usage,
      `There is no form "${from}" of ${game ?? 'any game'}; see plywire convert --list.`,
    );
  }
  if (possible.length === 1) return { candidate: only, pieces: source.pieces() };
  const decider = deciderOf({ form, game: game ?? null });
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
    decider.push(value);
    if (!source.isRepeatable) held.push(value);
  }
  const decision = decider.decide(isWhole);
  if (decision.kind !== 'one') throw undecided(source.name, decision);
  if (source.isRepeatable) {
    await pieces.return?.();
    return { candidate: decision.candidate, pieces: source.pieces() };
  }
  return { candidate: decision.candidate, pieces: joined(held, pieces) };
}

async function* joined(held: readonly string[], rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield* held;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

/** @throws Exit */
export function requireForm(id: string) {
  const form = forms.get(id);
  if (form) return form;
  throw new Exit(exitCodes.usage, `There is no form "${id}"; known forms: ${[...forms.keys()].join(', ')}.`);
}

function undecided(name: string, decision: Exclude<Decision, { kind: 'one' }>): Exit {
  const file = name === '-' ? 'The standard input' : name;
  switch (decision.kind) {
    case 'empty':
      return new Exit(exitCodes.usage, `${file} has no game.`);
    case 'several': {
      const names = decision.candidates.map(({ form, game }) => `--from ${form.id} --game ${game.id}`);
      return new Exit(
        exitCodes.usage,
        `${file} can be read in ${names.length} ways (${decision.difference}). Say which one with ${names.join(', or ')}.`,
      );
    }
    case 'none': {
      const { nearest } = decision;
      if (nearest === null) return new Exit(exitCodes.usage, `${file} is of no form that Plywire reads.`);
      const { candidate, fault } = nearest;
      const where = `line ${fault.line}, column ${fault.column}`;
      return new Exit(
        exitCodes.usage,
        `${file} is of no form that Plywire reads. The nearest is ${candidate.form.id} of ${candidate.game.id}, ${where}: ${fault.why}.`,
      );
    }
  }
}
