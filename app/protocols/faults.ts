/** Departures that a reader of lines met, before they are told as oddities: what every protocol does alike. */
import { copyOf, excerpt } from './text.ts';
import type { Oddity } from '../shapes/engines.ts';

/** A departure that was met. */
export interface FaultOf<Name extends string> {
  readonly name: Name;
  /** The engine's own words, quoted; or what the sentence is about. */
  readonly detail?: string;
}

/** By name: the clause and a sentence without its full stop, to which the fault's own detail is added. */
export type Sentences<Name extends string> = Readonly<
  Record<Name, readonly [clause: string, sentence: string]>
>;

export function oddityOf<Name extends string>(
  sentences: Sentences<Name>,
  { name, detail }: FaultOf<Name>,
): Oddity {
  const [clause, sentence] = sentences[name];
  return { name, clause, text: detail === undefined ? `${sentence}.` : `${sentence}: ${detail}.` };
}

/** Faults named for one line: enough to see what is wrong, however long the line is. */
const MAX_FAULTS = 16;

/** The first faults of a line, each but once. */
export function distinct<Fault extends FaultOf<string>>(faults: readonly Fault[]): readonly Fault[] {
  const seen = new Map<string, Fault>();
  for (const fault of faults) {
    if (seen.size === MAX_FAULTS) break;
    const key = `${fault.name} ${fault.detail ?? ''}`;
    if (!seen.has(key)) seen.set(key, fault);
  }
  return [...seen.values()];
}

/** How many characters of an engine's words are quoted in a sentence. */
const QUOTED = 60;

/** The engine's words as they may stand in a sentence. */
export const quoted = (text: string): string => excerpt(text, QUOTED);

/** Of words that alone explain a failure: the cause often stands behind a general beginning. */
const QUOTED_CAUSE = 200;

/** The engine's words about why it failed, as they may stand in a sentence. */
export const quotedCause = (text: string): string => excerpt(text, QUOTED_CAUSE);

/** The engine's words as they may stand in a row of their own. */
export const briefly = (text: string): string => copyOf(text, QUOTED);
