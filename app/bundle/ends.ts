/** A journal that is too long to be sent: its beginning, where the conversation was opened, and its end. */
import type { JournalEntries } from '../sessions/journal/reader.ts';

/** In bytes: what is kept of either end. Most forums and trackers take files of up to 25 MB. */
const firstBytes = 1024 ** 2;
const lastBytes = 15 * 1024 ** 2;
export const endsBytes = firstBytes + lastBytes;

/**
 * Leaves out what is between the two ends, lines whole, and says so in a note; a replay goes on at the end as well as a
 * driver that has missed something can.
 * @param bytes of the whole file; null keeps all of it
 */
export function endsOf(entries: JournalEntries, bytes: number | null): JournalEntries {
  if (bytes === null || bytes <= endsBytes) return entries;
  return {
    get torn() {
      return entries.torn;
    },
    get read() {
      return entries.read;
    },
    async *[Symbol.asyncIterator]() {
      const unfinished = new Set<string>();
      let leftOut = 0;
      let stage: 'first' | 'between' | 'last' = 'first';
      for await (const entry of entries) {
        const isBoundary = unfinished.size === 0;
        if (stage === 'first' && entries.read >= firstBytes && isBoundary) stage = 'between';
        if (stage === 'between' && entries.read >= bytes - lastBytes && isBoundary) {
          stage = 'last';
          const text = `${leftOut} bytes of the conversation were left out here`;
          yield { micros: entry.micros, mark: '###', bytes: Buffer.from(text) };
        }
        if (entry.bytes.length > 0 && (entry.mark === '<--' || entry.mark === '<!!')) {
          if (entry.bytes.at(-1) === 10) unfinished.delete(entry.mark);
          else unfinished.add(entry.mark);
        }
        if (stage === 'between' && entry.mark !== '***') leftOut += entry.bytes.length;
        else yield entry;
      }
    },
  };
}
