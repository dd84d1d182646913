/** Which form a file is of, for commands that read games. */
import { decideSource } from '../library/decide-source.ts';
import type { TextSource } from '../library/text-source.ts';
import type { Decision } from '../records/forms/decide.ts';
import { candidatesOf, forms, type Candidate } from '../records/forms/registry.ts';
import { Exit, exitCodes } from './exit.ts';

export interface WantedForm {
  /** An id, or `auto`. */
  readonly from: string;
  readonly game?: string | undefined;
}

/** A text whose form is known, from its beginning. */
export interface DecidedText {
  readonly candidate: Candidate;
  readonly pieces: AsyncIterable<string>;
}

/** @throws Exit if no form fits, or two that differ */
export async function decideForm(source: TextSource, { from, game }: WantedForm): Promise<DecidedText> {
  const form = from === 'auto' ? null : requireForm(from).id;
  const possible = candidatesOf(form, game ?? null);
  if (possible.length === 0) {
    throw new Exit(
      exitCodes.usage,
      `There is no form "${from}" of ${game ?? 'any game'}; see plywire convert --list.`,
    );
  }
  const { decision, pieces } = await decideSource(source, { form, game: game ?? null });
  if (decision.kind !== 'one') throw undecided(source.name, decision);
  return { candidate: decision.candidate, pieces };
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
