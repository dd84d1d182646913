/** Recordings of real programs, as the tests of the protocols' drivers read them. */
import { readdirSync, readFileSync } from 'node:fs';
import { defaultDeadlines, type Protocol } from '../../app/protocols/protocol.ts';
import { parseTranscript, replay, type Observed } from '../../app/protocols/testing/recordings.ts';

const folder = new URL('../transcripts/', import.meta.url);

/** Their file names begin with the protocol's id. */
export const recordingsOf = ({ id }: Protocol): string[] =>
  readdirSync(folder).filter((name) => name.startsWith(`${id}_`));

export const textOfRecording = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

/** Shows a recording to a driver, which only observes, and returns its state. */
export function watch(
  protocol: Protocol,
  name: string,
): { readonly steps: readonly Observed[]; readonly state: string } {
  const driver = protocol.createDriver(defaultDeadlines);
  const steps = replay(driver, parseTranscript(textOfRecording(name)));
  return { steps, state: driver.state };
}
