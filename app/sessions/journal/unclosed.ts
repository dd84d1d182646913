/**
 * Determines the ending of a journal without a last entry, such as one of an earlier version, by reading all of it.
 * That way an engine that prints an imitation of a note cannot fake an ending.
 */
import { endingPattern } from '../ending/endings.ts';
import { readJournal } from './reader.ts';

export interface Unclosed {
  /** Bytes after the last whole entry. */
  readonly lost: number;
  /** The time of the last whole entry; null if there is none. */
  readonly micros: number | null;
  /** According to the notes at its end; null if they do not mention it. */
  readonly ending: { readonly word: string; readonly reason: string } | null;
}

/** The most characters of a reason, since the file may come from a stranger. */
const reasonLimit = 4096;

/** The most bytes of a note that can report an ending. */
const noteLimit = 64 * 1024;

/** @param bytes the size of the file */
export async function readUnclosed(path: string, bytes: number): Promise<Unclosed> {
  const journal = readJournal(path);
  let micros: number | null = null;
  let said: Unclosed['ending'] = null;
  let left: string | null = null;
  try {
    for await (const entry of journal) {
      ({ micros } = entry);
      // A session also notes why it ends before its process has left; the last note counts.
      if (entry.mark !== '###') {
        if (entry.mark !== '***') said = null;
        continue;
      }
      if (entry.bytes.length > noteLimit) continue;
      const groups = endingPattern.exec(entry.bytes.toString('utf8'))?.groups;
      if (groups?.['word'] !== undefined) {
        said = { word: groups['word'], reason: groups['reason']!.slice(0, reasonLimit) };
      }
      left = groups?.['left'] ?? left;
    }
  } catch {
    // Not even the head is whole.
    return { lost: bytes, micros: null, ending: null };
  }
  const ending = said ?? (left === null ? null : { word: left, reason: 'nothing says why' });
  return { lost: journal.torn, micros, ending };
}
