/** A recording from its file to its events. */
import { protocols } from '../protocols/registry.ts';
import type { ReplayEvent } from './events.ts';
import { guessProtocol, type Guess } from './guess.ts';
import type { Recording } from './recording.ts';
import { Understanding, type UnderstandingOptions } from './understanding.ts';

/** @param wanted a protocol's id, or `auto`. @throws RangeError, NoProtocol */
export function spokenIn(recording: Recording, wanted: string): Guess | Promise<Guess> {
  if (wanted === 'auto') return guessProtocol(recording, protocols);
  const protocol = protocols.get(wanted);
  if (!protocol) {
    const known = [...protocols.keys()].join(', ');
    throw new RangeError(`There is no protocol "${wanted}"; known are auto, ${known}.`);
  }
  return { protocol, how: 'it was named' };
}

/** In pieces, in the order of the lines; the last piece ends with the summary. */
export async function* replay(
  recording: Recording,
  { protocol, how }: Guess,
  options?: UnderstandingOptions,
  onRead?: (bytes: number) => void,
): AsyncGenerator<readonly ReplayEvent[]> {
  const understanding = new Understanding(protocol, options);
  yield [{ line: 1, kind: 'protocol', protocol: protocol.id, how }];
  for await (const entries of recording.entries(onRead)) {
    const events: ReplayEvent[] = [];
    for (const entry of entries) understanding.observe(entry, events);
    yield events;
  }
  const last: ReplayEvent[] = [];
  understanding.end(last);
  yield last;
}
