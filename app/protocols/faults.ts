/** Departures that a reader of lines met, before they are told as oddities: what every protocol does alike. */
import { quoted } from './text.ts';
import type { Oddity } from '../shapes/engines.ts';
import type { DriverEvent, Intent } from './protocol.ts';

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

/** @param text a sentence without its full stop */
export const misuse = (text: string): DriverEvent => ({ kind: 'misuse', text: `${text}.` });

/** Where a protocol has neither options nor a debug mode. @param protocol as in "NMM has no debug mode" */
export function decline(
  protocol: string,
  intent: Extract<Intent, { kind: 'options' | 'press' | 'debug' }>,
): readonly DriverEvent[] {
  switch (intent.kind) {
    case 'options':
      // That there is nothing to set holds already.
      if (Object.keys(intent.values).length === 0) return [];
      return [misuse(`${protocol} has no options; none can be set`)];
    case 'press':
      return [misuse(`${protocol} has no options; ${quoted(intent.option)} cannot be pressed`)];
    case 'debug':
      return [misuse(`${protocol} has no debug mode`)];
  }
}
