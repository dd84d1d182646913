/** Departures that a reader of lines met, before they are told as oddities: what every protocol does alike. */
import { excerpt } from './text.ts';

/** A departure that was met. */
export interface FaultOf<Name extends string> {
  readonly name: Name;
  /** The engine's own words, quoted; or what the sentence is about. */
  readonly detail?: string;
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
export const QUOTED = 60;

/** The engine's words as they may stand in a sentence. */
export const quoted = (text: string): string => excerpt(text, QUOTED);
