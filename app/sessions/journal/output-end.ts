/**
 * The notes of a journal about the end of an engine's output, or of a line that counts as whole without a line end: the
 * last one so far. It is complete there; its bytes came before.
 */
import type { Stream } from '../wire/intake.ts';
import type { JournalEntry } from './reader.ts';

/** The mark of an output stream. */
export type OutputMark = '<--' | '<!!';

const markOf: Readonly<Record<string, OutputMark>> = { stdout: '<--', stderr: '<!!' };

export const unendedNote = (stream: Stream): string => `the last line of ${stream} has no line end`;
export const endNote = (stream: Stream): string => `EOF on ${stream}`;

const pattern = /^(?:the last line of (stdout|stderr) has no line end|EOF on (stdout|stderr))$/;

/** In bytes: a longer note is another one. */
const longest = 64;

/** The stream whose last line so far is complete by this entry; null if it is another entry. */
export function outputEndedBy({ mark, bytes }: Pick<JournalEntry, 'mark' | 'bytes'>): OutputMark | null {
  if (mark !== '###' || bytes.length > longest) return null;
  const [, unended, ended] = pattern.exec(bytes.toString('latin1')) ?? [];
  return markOf[unended ?? ended ?? ''] ?? null;
}
