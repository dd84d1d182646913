/**
 * What can be told of a journal that has no last entry of its own, such as those of earlier versions, by reading all of
 * it: an engine that prints what looks like a note is not taken for one that way.
 */
import { endingPattern } from '../ending/endings.ts';
import { readJournal } from './reader.ts';

export interface Unclosed {
  /** Bytes after the last whole entry. */
  readonly lost: number;
  /** Of the last whole entry; null if none. */
  readonly micros: number | null;
  /** As the notes at its end say; null where they say nothing of it. */
  readonly ending: { readonly word: string; readonly reason: string } | null;
}

/** Characters of a reason: the file may come from a stranger. */
const reasonLimit = 4096;

/** Bytes of a note that can tell of an ending. */
const noteLimit = 64 * 1024;

/** @param bytes of the file */
export async function readUnclosed(path: string, bytes: number): Promise<Unclosed> {
  const journal = readJournal(path);
  let micros: number | null = null;
  let said: Unclosed['ending'] = null;
  let left: string | null = null;
  try {
    for await (const entry of journal) {
      ({ micros } = entry);
      // A session says why it ends before its process has left, too: what counts is the last word.
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
    // Not even its head is whole.
    return { lost: bytes, micros: null, ending: null };
  }
  const ending = said ?? (left === null ? null : { word: left, reason: 'nothing says why' });
  return { lost: journal.torn, micros, ending };
}
