/** Faults on the wire: an engine's deviations from the text, and our own misuse. */
import { quoted } from './text.ts';
import type { Oddity } from '../shapes/engines.ts';
import type { DriverEvent, Intent } from './protocol.ts';

/** A deviation of an engine. */
export interface FaultOf<Name extends string> {
  readonly name: Name;
  /** Completes the sentence, often with the engine's text in quotes. */
  readonly detail?: string;
}

/** By name: the clause, and a sentence without its full stop, which the detail completes. */
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

/** Faults reported for one line. */
const MAX_FAULTS = 16;

/** The first faults of a line, without repetitions. */
export function distinct<Fault extends FaultOf<string>>(faults: readonly Fault[]): readonly Fault[] {
  const seen = new Map<string, Fault>();
  for (const fault of faults) {
    if (seen.size === MAX_FAULTS) break;
    const key = `${fault.name} ${fault.detail ?? ''}`;
    if (!seen.has(key)) seen.set(key, fault);
  }
  return [...seen.values()];
}

/** We, or a user who types, did what the text forbids. @param text a sentence without its full stop */
export const misuse = (text: string): DriverEvent => ({ kind: 'misuse', text: `${text}.` });

/** Answers requests to a protocol without options and debug mode. @param protocol as in "NMM has no debug mode" */
export function decline(
  protocol: string,
  intent: Extract<Intent, { kind: 'options' | 'press' | 'debug' }>,
): readonly DriverEvent[] {
  switch (intent.kind) {
    case 'options':
      if (Object.keys(intent.values).length === 0) return [];
      return [misuse(`${protocol} has no options; none can be set`)];
    case 'press':
      return [misuse(`${protocol} has no options; ${quoted(intent.option)} cannot be pressed`)];
    case 'debug':
      return [misuse(`${protocol} has no debug mode`)];
  }
}
